/**
 * Folds lists in the background, one at a time on a node: when reads find that many entries wait, and when the node has
 * written many rows itself, which nobody may read for long.
 */

import type { Knex } from 'knex';
import type { Reach } from '../condition.ts';
import type { Resource } from '../model/resource.ts';
import type { RowsIntent } from '../request/intent.ts';
import { foldList, foldSite } from './compact.ts';
import type { TallyModel } from './counter.ts';
import { type TallyLists, tallyListsOf } from './counter.ts';

/** So many entries cost a read less than folding them would. */
const fewest = 256;
/** So many rows of a site are written by a node before it looks which of their lists to fold. */
export const mostWritten = 1000;

export interface TallyKeeper {
  /** The lists, counted as they are written, that hold exactly the rows of an intent; null where there are none. */
  listsOf(resource: Pick<Resource, 'table'>, intent: RowsIntent, reach: Reach): TallyLists | null;
  /** Tells how many entries of a list a read has found loose. */
  noted(model: TallyModel, name: string, loose: number): void;
  /**
   * Tells that a row of a table was written, whether that is counted or not. Costs a counter and is told within the write's
   * transaction: what is undone counts as well, and has at worst a fold look in vain.
   */
  wrote(table: string, siteId: number | null): void;
}

/**
 * @param models how the resources are counted
 * @param report is told why lists could not be folded; their sums are right all the same, and whoever reads or writes
 *   asks again
 */
export function createTallyKeeper(
  db: Knex,
  models: readonly TallyModel[],
  report: (error: unknown) => void,
): TallyKeeper {
  const counted = new Map(models.map((model) => [model.table, model]));
  const written = new Map<string, number>();
  const waiting = new Map<string, () => Promise<void>>();
  let running = false;
  const run = async () => {
    running = true;
    for (let [next] = waiting; next; [next] = waiting) {
      const [key, fold] = next;
      // First: who asks again from here on may have entries that this fold does not see.
      waiting.delete(key);
      await fold().catch(report);
    }
    running = false;
  };
  const ask = (key: string, fold: () => Promise<void>) => {
    if (waiting.has(key)) return;
    waiting.set(key, fold);
    if (!running) void run();
  };
  return {
    listsOf: ({ table }, intent, reach) => tallyListsOf(counted.get(table) ?? null, intent, reach),
    noted: (model, name, loose) => {
      if (loose >= fewest) ask(name, () => foldList(db, model, name));
    },
    wrote: (table, siteId) => {
      const model = counted.get(table);
      if (!model) return;
      const key = `${table} ${siteId}`;
      const rows = (written.get(key) ?? 0) + 1;
      written.set(key, rows % mostWritten);
      // Rows of no site, which entries of the journal can be, are in the lists of site 0.
      if (rows === mostWritten) ask(key, () => foldSite(db, model, siteId ?? 0));
    },
  };
}
