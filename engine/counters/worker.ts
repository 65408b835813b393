/**
 * Compacts lists in the background, one at a time per node: when reads find many entries, and when the node itself has written
 * many rows, because it may be long until a read finds these.
 */

import type { Knex } from 'knex';
import type { RowScope } from '../condition.ts';
import type { Resource } from '../model/resource.ts';
import type { RowsIntent } from '../request/parameters.ts';
import { compactList, compactSite } from './compact.ts';
import { type CounterLists, type CounterModel, counterListsOf } from './counter.ts';

/** Up to this number, entries cost a read less than compacting them would. */
const minPending = 256;
/** The number of rows of a site that a node writes before it compacts the site's lists. */
export const maxWritten = 1000;

export interface CounterWorker {
  /** The counted lists with exactly the rows of an intent; null if there are none. */
  listsOf(resource: Pick<Resource, 'table'>, intent: RowsIntent, reach: RowScope): CounterLists | null;
  /** Reports how many entries of a list a read has found. */
  noted(model: CounterModel, name: string, loose: number): void;
  /**
   * Reports that a row of a table was written, whether that table is counted or not. It only increments a counter, within the
   * transaction of the write. A rolled-back write counts as well: at worst, a check finds nothing to compact.
   */
  wrote(table: string, siteId: number | null): void;
}

/**
 * @param models how the resources are counted
 * @param report receives the reason why lists could not be compacted; their sums are correct anyway, and the next reader or
 *   writer triggers another try
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
      // Removed first: a later request may concern entries that this run does not see.
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
      // Rows without a site, such as some journal entries, belong to the lists of site 0.
      if (rows === maxWritten) ask(key, () => compactSite(db, model, siteId ?? 0));
    },
  };
}
