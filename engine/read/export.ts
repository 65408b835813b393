/** A whole list as CSV (RFC 4180), streamed chunk by chunk: its memory does not grow with its length. */

import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { DateTime } from 'luxon';
import { and, type Condition } from '../condition.ts';
import { dialectOf } from '../database/query.ts';
import type { Model } from '../model/model.ts';
import type { Projection, SelectedValues } from '../model/projection.ts';
import type { ListPlan } from '../request/plan.ts';
import { listIn } from '../request/query-string.ts';
import type { Request, Response } from '../request/request.ts';
import type { Stored } from '../values.ts';
import type { AnswerRow, ReadContext } from './context.ts';
import { type ExportColumn, exportColumns } from './export-columns.ts';
import { allRanges, rangesAfter } from './keyset.ts';
import { spreadOverSites } from './pages/by-site.ts';
import { readOrdered, sortExpression } from './rows.ts';

/** Rows read at a time. */
const chunk = 500;
/** Of many sites so many rows of each, on average: to begin with a site costs as much as a few dozen rows. */
const fewestOfSite = 10;
const site = 'site_id';

/**
 * Answers every row of a list plan. The page and its size do not matter. Each chunk is a query of its own, made when the
 * client has taken the one before: however slowly it reads, no connection and no other client waits for it.
 *
 * @param mayStill asks before each further chunk whether its reader may have it. What it throws breaks the answer off
 * @throws what the first query throws, while an error can still be answered
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

/** A table as a file for spreadsheets, streamed chunk by chunk of its rows. */
export function csvResponse(
  filename: string,
  columns: readonly ExportColumn[],
  chunks: AsyncIterable<readonly AnswerRow[]> | Iterable<readonly AnswerRow[]>,
): Response {
  const lines = async function* (): AsyncGenerator<string> {
    // The mark lets spreadsheets read UTF-8 as what it is.
    yield `\uFEFF${line([columns.map(({ header }) => header)])}`;
    for await (const rows of chunks) yield line(rows.map((row) => columns.map((column) => column.cell(row))));
  };
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${filename}"`,
    },
    // No chunk is read before the one before it has been taken.
    body: Readable.from(lines(), { highWaterMark: 1 }),
  };
}

/** With the day at the user's site: next week’s file has another name. */
function fileName({ resource, actor, now }: Request): string {
  const day = DateTime.fromJSDate(now, { zone: actor.site?.timezone ?? 'utc' }).toISODate();
  return `${resource.path}-${day}.csv`;
}

/** In a file columns have an order: that in which they were asked for, where they were. */
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
      // Its reader may have come back for this chunk a minute later.
      await mayStill();
    }
    const last = rows[length - 1];
    if (last && (isShort || length === size)) {
      ranges = rangesAfter(plan.order, last.slice(-plan.order.length).map(boundOf));
    }
    // A site may have many rows where the others have none.
    if (isShort) share = Math.min(2 * share, size);
    else if (length === size) share = Math.max(Math.ceil(share / 2), fewest);
    // SQLite and a fast reader never wait: without this no other request would be served before the end.
    await setImmediate();
  }
  return undefined;
}

/**
 * How many rows of a chunk that is put together from sites are next, for certain. After the last one of a site that gave all that
 * it was asked for, another one of it may have to come. Were each asked for a whole chunk, most of what they give would be read in vain.
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
 * The rows of one site as those from it up to it, in the order of sites first. Of an index on site and order, MariaDB now
 * and then takes an equality for all that is needed, and walks past every row that has been exported already: a tenth of
 * a million rows then takes longer than the one before. Bounds that meet it always joins with those of the chunk.
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

/** Text that a spreadsheet would take for a formula gets a quote in front (OWASP, CSV injection); a number does not. */
function line(records: readonly (readonly (string | number)[])[]): string {
  return stringify(
    records.map((record) => [...record]),
    // A break of a line within a text, or what some spreadsheets part cells by, would begin a cell that was not checked.
    { record_delimiter: 'windows', escape_formulas: true, quoted_match: /[\r\n;\t]/ },
  );
}

/** The projection with the columns of the order behind all else, from which the next chunk goes on, and before them the site where all are read. */
function withOrder(projection: Projection, plan: ListPlan): Projection {
  const keys = [...(plan.overSites === null ? [] : [{ column: site }]), ...plan.order].map(sortExpression);
  const columns = keys.map((key) => () => key);
  return { ...projection, selected: [...projection.selected, ...columns] };
}

function boundOf(value: unknown): Stored {
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}
