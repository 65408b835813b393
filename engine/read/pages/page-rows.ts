/** Reads a page of a list and its total. */

import { type CounterLists, readTotal } from '../../counters/counter.ts';
import type { CounterWorker } from '../../counters/worker.ts';
import type { Selection } from '../../database/sql.ts';
import type { Projection } from '../../model/projection.ts';
import type { PagePlan } from '../../request/plan.ts';
import type { AnswerRow, ReadContext } from '../context.ts';
import { countRows, readRows } from '../rows.ts';
import { spreadOverSites } from './by-site.ts';

/** Up to this number, sorting the rows that a filter finds is faster than finding them in the order of a large site. */
const maxSorted = 500;

/**
 * The exact number of rows of a list: a stored count, or the rows are counted.
 *
 * @param counted the stored counts of lists with the same rows, if there are any
 */
export async function countList(
  keeper: CounterWorker,
  reading: ReadContext,
  plan: Pick<PagePlan, 'table' | keyof Selection>,
  counted: CounterLists | null,
): Promise<number> {
  const stored = counted && (await readTotal(reading.db, counted));
  if (!counted || !stored) return countRows(reading, plan);
  if (!counted.everySite) for (const name of counted.names) keeper.noted(counted.model, name, stored.pending);
  return stored.total;
}

/** One page of a list whose total is known, from the nearer end: past the middle, the list is read backwards. */
export async function readPage(
  reading: ReadContext,
  plan: PagePlan,
  total: number,
  projection: Projection,
): Promise<AnswerRow[]> {
  const { offset } = plan;
  if (offset >= total) return [];
  const limit = Math.min(plan.limit, total - offset);
  const behind = total - offset - limit;
  if (plan.filtered && total <= maxSorted) {
    return readRows(reading, { ...plan, limit, sorted: true }, projection);
  }
  const page = await spreadOverSites(reading.db, { ...plan, limit }, Math.min(offset, behind) + limit, total);
  return offset <= behind
    ? readRows(reading, page, projection)
    : readBackwards(reading, page, behind, projection);
}

async function readBackwards(
  reading: ReadContext,
  page: PagePlan,
  behind: number,
  projection: Projection,
): Promise<AnswerRow[]> {
  const order = page.order.map((key) => ({ ...key, descending: !key.descending }));
  return (await readRows(reading, { ...page, order, offset: behind }, projection)).reverse();
}
