/** Reads a page of a list and its total at a cost that does not grow with the list. */

import { and, seek } from '../condition.ts';
import { markSize } from '../counters/compact.ts';
import type { TallyLists } from '../counters/counter.ts';
import { beforePlace, fromPlace } from '../counters/position.ts';
import { findStretch, isKeptOrder, readTally } from '../counters/read.ts';
import type { TallyKeeper } from '../counters/worker.ts';
import type { Projection } from '../model/projection.ts';
import type { PagePlan } from '../request/plan.ts';
import type { AnswerRow, Reading } from './reading.ts';
import { countRows, readRows } from './rows.ts';

/** So many rows that a filter finds are put in order faster than they are met in a large site's order. */
const few = 500;

/** So many rows are skipped as fast as a mark is found. */
const near = 2 * markSize;

/**
 * The exact number of rows of a list: the one kept for it, or they are counted.
 *
 * @param counted the lists of the same rows that are counted as they are written, where there are such
 */
export async function countList(
  keeper: TallyKeeper,
  reading: Reading,
  plan: PagePlan,
  counted: TallyLists | null,
): Promise<number> {
  const tally = counted && (await readTally(reading.db, counted));
  if (!counted || !tally) return countRows(reading, plan.table, seek(plan.where));
  if (!counted.everySite) for (const name of counted.names) keeper.noted(counted.model, name, tally.loose);
  return tally.total;
}

/**
 * One page of a list whose total is known. From the nearer end where it is near one: past the middle the list is read
 * backwards. In between it is read from the last mark before it, where the list has marks.
 */
export async function readPage(
  reading: Reading,
  plan: PagePlan,
  counted: TallyLists | null,
  total: number,
  projection: Projection,
): Promise<AnswerRow[]> {
  const { offset } = plan;
  if (offset >= total) return [];
  const page = { ...plan, limit: Math.min(plan.limit, total - offset) };
  const behind = total - offset - page.limit;
  if (plan.filtered && total <= few) {
    return readRows(reading, { ...page, where: seek(plan.where), sorted: true }, projection);
  }
  if (counted && Math.min(offset, behind) > near) {
    const rows = await readFromMark(reading, page, counted, behind, projection);
    if (rows) return rows;
  }
  return offset <= behind
    ? readRows(reading, page, projection)
    : readBackwards(reading, page, behind, projection);
}

async function readBackwards(
  reading: Reading,
  page: PagePlan,
  behind: number,
  projection: Projection,
): Promise<AnswerRow[]> {
  const order = page.order.map(({ column, descending }) => ({ column, descending: !descending }));
  return (await readRows(reading, { ...page, order, offset: behind }, projection)).reverse();
}

/** @returns null where no mark is kept in this order, or none is near */
async function readFromMark(
  reading: Reading,
  page: PagePlan,
  { model, names: [name, ...more], everySite }: TallyLists,
  behind: number,
  projection: Projection,
): Promise<AnswerRow[] | null> {
  if (name === undefined || more.length > 0 || everySite) return null;
  if (model.order === null || !isKeptOrder(model.order, page.order)) return null;
  const descending = page.order[0]?.descending === true;
  // Marks count upwards.
  const place = descending ? behind : page.offset;
  const stretch = await findStretch(reading.db, name, {
    first: place,
    end: place + page.limit,
    near: 2 * near,
  });
  if (!stretch) return null;
  const { from, before, to } = stretch;
  // Its end adds nothing but lets the database see how short the stretch is: by its beginning alone, MariaDB takes an
  // index for it that goes through the whole site.
  const within = [fromPlace(model.order, 'id', from), ...(to ? [beforePlace(model.order, 'id', to)] : [])];
  const upwards = {
    ...page,
    where: and(page.where, ...within),
    order: page.order.map(({ column }) => ({ column, descending: false })),
    offset: place - before,
  };
  const rows = await readRows(reading, upwards, projection);
  return descending ? rows.reverse() : rows;
}
