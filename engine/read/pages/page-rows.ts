/** Reads a page of a list and its total at a cost that does not grow with the list. */

import { and } from '../../condition.ts';
import { checkpointSize } from '../../counters/compact.ts';
import type { CounterLists } from '../../counters/counter.ts';
import { beforePlace, fromPlace } from '../../counters/position.ts';
import { findStretch, isKeptOrder, readTotal } from '../../counters/read.ts';
import type { CounterWorker } from '../../counters/worker.ts';
import type { Selection } from '../../database/sql.ts';
import type { Projection } from '../../model/projection.ts';
import type { PagePlan } from '../../request/plan.ts';
import type { AnswerRow, ReadContext } from '../context.ts';
import { countRows, readRows } from '../rows.ts';
import { spreadOverSites } from './by-site.ts';

/** Up to this number, sorting the rows that a filter finds is faster than finding them in the order of a large site. */
const maxSorted = 500;

/** Up to this number, skipping rows is as fast as finding a checkpoint. */
const maxSkipped = 2 * checkpointSize;

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

/**
 * One page of a list whose total is known. A page near an end is read from that end: past the middle, the list is read backwards.
 * Other pages are read from the last checkpoint before them, if the list has checkpoints.
 */
export async function readPage(
  reading: ReadContext,
  plan: PagePlan,
  counted: CounterLists | null,
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
  if (counted && Math.min(offset, behind) > maxSkipped) {
    const rows = await readFromMark(reading, page, counted, behind, projection);
    if (rows) return rows;
  }
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

/** @returns null if this order has no checkpoints, or none is near */
async function readFromMark(
  reading: ReadContext,
  page: PagePlan,
  { model, names: [name, ...more], everySite }: CounterLists,
  behind: number,
  projection: Projection,
): Promise<AnswerRow[] | null> {
  if (name === undefined || more.length > 0 || everySite) return null;
  if (model.order === null || !isKeptOrder(model.order, page.order)) return null;
  const descending = page.order[0]?.descending === true;
  // Checkpoints count in ascending order.
  const place = descending ? behind : page.offset;
  const stretch = await findStretch(reading.db, name, {
    first: place,
    end: place + page.limit,
    near: 2 * maxSkipped,
  });
  if (!stretch) return null;
  const { from, before, to } = stretch;
  // The upper bound changes no result, but shows the database how short the range is. With the lower bound alone, MariaDB chooses
  // an index that scans the whole site.
  const within = [fromPlace(model.order, 'id', from), ...(to ? [beforePlace(model.order, 'id', to)] : [])];
  const upwards = {
    ...page,
    where: and(page.where, ...within),
    order: page.order.map((key) => ({ ...key, descending: false })),
    offset: place - before,
  };
  const rows = await readRows(reading, upwards, projection);
  return descending ? rows.reverse() : rows;
}
