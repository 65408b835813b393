/**
 * Folds lists in the background, one at a time on a node: when reads find that many entries wait, and when the node has
 * written many rows itself, which no reader may hold for long.
 */

import type { Knex } from 'knex';
import type { RowScope } from '../condition.ts';
import type { Resource } from '../model/resource.ts';
import type { RowsIntent } from '../request/parameters.ts';
import { compactList, compactSite } from './compact.ts';
import type { CounterModel } from './counter.ts';
import { type CounterLists, counterListsOf } from './counter.ts';

/** So many entries cost a read less than compacting them would. */
const minPending = 256;
/** So many rows of a site are written by a node before it looks which of their lists to compact. */
export const maxWritten = 1000;

export interface CounterWorker {
  /** The lists, counted as they are written, that hold exactly the rows of an intent; null where there are none. */
  listsOf(resource: Pick<Resource, 'table'>, intent: RowsIntent, reach: RowScope): CounterLists | null;
  /** Tells how many entries of a list a read has found pending. */
  noted(model: CounterModel, name: string, loose: number): void;
  /**
   * Tells that a row of a table was written, whether that is counted or not. Costs a counter and is told within the write's
   * transaction: what is undone counts as well, and has at worst a compact look in vain.
   */
  wrote(table: string, siteId: number | null): void;
}

/**
 * @param models how the resources are counted
 * @param report is told why lists could not be compacted; their sums are right all the same, and a reader or writer
 *   asks again
 */
export function createCounterWorker(
  db: Knex,
  models: readonly CounterModel[],
  report: (error: unknown) => void,
): CounterWorker {
  const counted = new Map(models.map((model) => [model.table, model]));
  const written = new Map<string, number>();
  const waiting = new Map<string, () => Promise<void>>();
  let running = false;
  const run = async () => {
    running = true;
    for (let [next] = waiting; next; [next] = waiting) {
      const [key, fold] = next;
      // First: who asks again from here on may have entries that this compact does not see.
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
    listsOf: ({ table }, intent, reach) => counterListsOf(counted.get(table) ?? null, intent, reach),
    noted: (model, name, loose) => {
      if (loose >= minPending) ask(name, () => compactList(db, model, name));
    },
    wrote: (table, siteId) => {
      const model = counted.get(table);
      if (!model) return;
      const key = `${table} ${siteId}`;
      const rows = (written.get(key) ?? 0) + 1;
      written.set(key, rows % maxWritten);
      // Rows of no site, which entries of the journal can be, are in the lists of site 0.
      if (rows === maxWritten) ask(key, () => compactSite(db, model, siteId ?? 0));
    },
  };
}
