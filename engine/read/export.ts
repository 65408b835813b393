/** A whole list as CSV (RFC 4180), streamed in chunks: the memory does not grow with the length of the list. */

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { DateTime } from 'luxon';
import { always, and, type Comparison, type Condition, never } from '../condition.ts';
import { dialectOf } from '../database/query.ts';
import type { Model } from '../model/model.ts';
import type { Projection, SelectedValues } from '../model/projection.ts';
import type { ListPlan, OrderBy } from '../request/plan.ts';
import { listIn } from '../request/query-string.ts';
import type { Request, Response } from '../request/request.ts';
import type { Stored } from '../values.ts';
import type { AnswerRow, ReadContext } from './context.ts';
import { type ExportColumn, exportColumns } from './export-columns.ts';
import { spreadOverSites } from './pages/by-site.ts';
import { readOrdered, sortExpression } from './rows.ts';

/** Rows per query. */
const chunk = 500;
/** With many sites, the minimum average number of rows per site: the query of one site costs as much as a few dozen rows. */
const fewestOfSite = 10;
const site = 'site_id';

/**
 * Answers every row of a list plan, independent of its page and page size. Each chunk is a separate query, which runs when the
 * client has taken the previous one. A slow client blocks no connection and no other client.
 *
 * @param mayStill checks before each further chunk whether the user still has the permission. An error breaks the answer off
 * @throws errors of the first query, while an error answer is still possible
 */
export async function exportRows(
  model: Model,
  request: Request,
  plan: ListPlan,
  reading: ReadContext,
  mayStill: () => Promise<void>,
): Promise<Response> {
  const { resource, actor } = request;
  const columns = exportColumns(resource, inAskedOrder(plan.keys, request), actor.locale);
  const projection = withOrder(model.projectionOf(resource, plan.keys), plan);
  const chunks = readChunks(reading, plan, projection, mayStill);
  const first = await chunks.next();
  const all = async function* (): AsyncGenerator<AnswerRow[]> {
    if (first.done) return;
    yield first.value;
    yield* chunks;
  };
  return csvResponse(fileName(request), columns, all());
}

/** A table as a spreadsheet file, streamed in chunks of rows. */
export function csvResponse(
  filename: string,
  columns: readonly ExportColumn[],
  chunks: AsyncIterable<readonly AnswerRow[]> | Iterable<readonly AnswerRow[]>,
): Response {
  const lines = async function* (): AsyncGenerator<string> {
    // With this mark (BOM), spreadsheets read the file as UTF-8.
    yield `\uFEFF${line([columns.map(({ header }) => header)])}`;
    for await (const rows of chunks) yield line(rows.map((row) => columns.map((column) => column.cell(row))));
  };
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${filename}"`,
    },
    // A chunk is only read after the previous one was taken.
    body: Readable.from(lines(), { highWaterMark: 1 }),
  };
}

/** It contains the day at the user's site, so that next week's file has another name. */
function fileName({ resource, actor, now }: Request): string {
  const day = DateTime.fromJSDate(now, { zone: actor.site?.timezone ?? 'utc' }).toISODate();
  return `${resource.path}-${day}.csv`;
}

/** Columns of a file have the order of the requested keys, if keys were requested. */
function inAskedOrder(keys: readonly string[], { query }: Request): readonly string[] {
  const asked = listIn(query, 'fields');
  return asked ? [...new Set(asked)] : keys;
}

async function* readChunks(
  reading: ReadContext,
  plan: ListPlan,
  projection: Projection,
  mayStill: () => Promise<void>,
): AsyncGenerator<AnswerRow[], undefined> {
  const spread = await spreadOverSites(reading.db, plan, chunk, Number.POSITIVE_INFINITY);
  const walked = dialectOf(reading.db).misledByEquality ? boundToSite(spread) : spread;
  const sites = spread.sites?.length ?? 1;
  const size = Math.max(chunk, sites * fewestOfSite);
  const fewest = Math.min(3 * Math.ceil(size / sites), size);
  let share = fewest;
  let ranges = allRanges(plan.order);
  for (let range = ranges.shift(); range; range = ranges.shift()) {
    const page = { ...walked, where: and(walked.where, range), limit: size, offset: 0, share };
    const { answers, rows } = await readOrdered(reading, page, projection);
    const { length, isShort } = spread.sites
      ? inOrder(rows, share, plan)
      : { length: rows.length, isShort: false };
    if (length > 0) {
      yield answers.slice(0, length);
      // The client may have taken the previous chunk a minute ago.
      await mayStill();
    }
    const last = rows[length - 1];
    if (last && (isShort || length === size)) {
      ranges = rangesAfter(plan.order, last.slice(-plan.order.length).map(boundOf));
    }
    // One site may have many rows, and the others none.
    if (isShort) share = Math.min(2 * share, size);
    else if (length === size) share = Math.max(Math.ceil(share / 2), fewest);
    // SQLite with a fast client never waits: without this, no other request would be served until the end.
    await setImmediate();
  }
  return undefined;
}

/**
 * How many rows of a chunk from several sites are certainly next. If a site returned as many rows as requested, another of its
 * rows may follow the last one. Requesting a whole chunk from each site would read most rows in vain.
 */
function inOrder(
  rows: readonly SelectedValues[],
  share: number,
  plan: ListPlan,
): { length: number; isShort: boolean } {
  const given = new Map<unknown, number>();
  for (const [at, row] of rows.entries()) {
    const site = row.at(-plan.order.length - 1);
    const count = (given.get(site) ?? 0) + 1;
    if (count === share) return { length: at + 1, isShort: true };
    given.set(site, count);
  }
  return { length: rows.length, isShort: false };
}

/**
 * Limits the rows of one site by a range from it to it, in the order with the site first. For an equality on an index of site and
 * order, MariaDB sometimes skips every row exported before: each chunk of a hundred thousand rows then takes longer than the
 * previous one. MariaDB always combines a range with the range of the chunk.
 */
function boundToSite(plan: ListPlan): ListPlan {
  const descending = plan.order[0]?.descending ?? false;
  const where = bounded(plan.where);
  return where === plan.where
    ? plan
    : { ...plan, where, order: [{ column: site, descending }, ...plan.order] };
}

function bounded(condition: Condition): Condition {
  if (condition.op === 'and') {
    const of = condition.of.map(bounded);
    return of.every((one, index) => one === condition.of[index]) ? condition : { op: 'and', of };
  }
  if (condition.op !== 'eq' || condition.column !== site) return condition;
  const { column, value } = condition;
  return and({ op: 'gte', column, value }, { op: 'lte', column, value });
}

/** A text that a spreadsheet would read as a formula is prefixed with a quote (OWASP, CSV injection); a number is not. */
function line(records: readonly (readonly (string | number)[])[]): string {
  return stringify(
    records.map((record) => [...record]),
    // A line break in a text, or a separator of some spreadsheets, would start a cell that was not checked.
    { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n;\t]/ },
  );
}

/** The projection with the sort columns at the end, which the next chunk needs; before them the site, if all sites are read. */
function withOrder(projection: Projection, plan: ListPlan): Projection {
  const keys = [...(plan.overSites === null ? [] : [{ column: site }]), ...plan.order].map(sortExpression);
  const columns = keys.map((key) => () => key);
  return { ...projection, selected: [...projection.selected, ...columns] };
}

function boundOf(value: unknown): Stored {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

/**
 * All rows, as consecutive ranges of an order. Rows whose first value is null come first in ascending order, and last in
 * descending order. Rows of a range are in the order of an index.
 */
export function allRanges([first]: readonly OrderBy[]): Condition[] {
  if (!first || first.column === 'id' || first.computed) return [always];
  const nulls = isNone(first);
  const values: Condition = { op: 'not', of: nulls };
  return first.descending ? [values, nulls] : [nulls, values];
}

/**
 * The rows after a given row in an order, as such ranges. The first range differs from the row only in the last column, the last
 * range in the first column. Each is one range of an index; joined by OR, no index would be used.
 *
 * @param last values of the order's columns in that row, the id last
 */
export function rangesAfter(order: readonly OrderBy[], last: readonly Stored[]): Condition[] {
  const nearestFirst = [...order.entries()].reverse();
  return nearestFirst.flatMap(([index, one]) => {
    const same = order.slice(0, index).map((key, at) => isValue(key, last[at] ?? null));
    return further(one, last[index] ?? null).map((condition) => and(...same, condition));
  });
}

function isValue(key: OrderBy, value: Stored): Condition {
  return value === null ? isNone(key) : sortCondition(key, 'eq', value);
}

/**
 * The rows after a value of one column. Null is before every value in ascending order, and after every value in descending order.
 */
function further(key: OrderBy, value: Stored): Condition[] {
  const isNull = isNone(key);
  if (value === null) return key.descending ? [] : [{ op: 'not', of: isNull }];
  if (!key.descending) return [sortCondition(key, 'gt', value)];
  const lower = sortCondition(key, 'lt', value);
  return key.column === 'id' || key.computed ? [lower] : [lower, isNull];
}

/** A condition on a sort column. */
function sortCondition({ column, computed, from }: OrderBy, op: Comparison, value: Stored): Condition {
  if (computed) return { op: 'computed', sql: computed, comparison: op, value };
  if (!from) return { op, column, value };
  const where: Condition = { op, column: from.column, value };
  return { op: 'exists', table: from.table, foreign: 'id', column: from.reference, where };
}

/** A referenced row always has a name. A row without one has no reference. */
function isNone({ column, computed, from }: OrderBy): Condition {
  return computed ? never : { op: 'null', column: from?.reference ?? column };
}
