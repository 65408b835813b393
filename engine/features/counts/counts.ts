/** Counts of rows by values and periods, with sums: one request draws a chart. */

import { readTotals } from '../../counters/counter.ts';
import type { CounterWorker } from '../../counters/worker.ts';
import { isColumn } from '../../kinds/kind.ts';
import { languageOf } from '../../message.ts';
import { countChoices, sumChoices } from '../../model/groups.ts';
import type { Registry, Resource } from '../../model/resource.ts';
import type { ReadContext } from '../../read/context.ts';
import { countList } from '../../read/pages/page-rows.ts';
import type { FilterIntent, RowsIntent } from '../../request/parameters.ts';
import { planRows } from '../../request/plan.ts';
import type { Request, Response } from '../../request/request.ts';
import { narrow } from '../../search/search.ts';
import { answerOf, none } from './answer.ts';
import { type Grouped, readGroups } from './groups.ts';
import { type CountsIntent, readCountsIntent } from './intent.ts';

/** The parts that counts need. */
export interface CountParts {
  readonly registry: Registry;
  readonly counters: CounterWorker;
}

/**
 * Answers `{data: [{value, label, count, sums?}]}` for one key, `{values, labels, …}` for two, and one row `{count, sums?}`
 * without keys.
 */
export async function runCounts(
  { registry, counters }: CountParts,
  reading: ReadContext,
  request: Request,
): Promise<Response> {
  const { resource, actor } = request;
  const allowed = { choices: countChoices(resource), sums: sumChoices(resource) };
  const intent = readCountsIntent(resource, request.query, allowed);
  const { keys, sums, groups } =
    (await keptGroups(reading, counters, resource, intent)) ??
    (await countNow({ registry, counters }, reading, resource, intent));
  const data = await answerOf(groups, keys, sums, languageOf(actor.locale));
  return { status: 200, headers: {}, body: { data } };
}

async function countNow(
  { registry, counters }: CountParts,
  reading: ReadContext,
  resource: Resource,
  intent: CountsIntent,
): Promise<Grouped> {
  const { by, sums } = intent;
  if (by.length > 0 || sums.length > 0) {
    const zone = reading.viewer.site?.timezone ?? 'UTC';
    const selection = await selected(reading, resource, intent);
    return readGroups(reading, { registry, resource, by, sums, selection, zone });
  }
  const count = await countOf(counters, reading, resource, intent);
  return { keys: [], sums: [], groups: [{ values: [], names: [], count, sums: [] }] };
}

function selected({ db, viewer, storedNow }: ReadContext, resource: Resource, intent: RowsIntent) {
  return narrow(db, resource, { where: planRows(resource, intent, viewer, storedNow) }, intent);
}

/** The number of rows, of those that the reader may list. */
export async function countOf(
  counters: CounterWorker,
  reading: ReadContext,
  resource: Resource,
  intent: RowsIntent,
): Promise<number> {
  const selection = await selected(reading, resource, intent);
  const lists = counters.listsOf(resource, intent, reading.viewer.permitted('viewAny', resource));
  return countList(counters, reading, { table: resource.table, ...selection }, lists);
}

/** The groups of an enumeration from the counters that writes maintain; null if the rows must be counted now. */
async function keptGroups(
  { db, viewer }: ReadContext,
  counters: CounterWorker,
  resource: Resource,
  { by, sums, filters, words }: CountsIntent,
): Promise<Grouped | null> {
  const [key, ...more] = by;
  if (!key || more.length > 0 || sums.length > 0) return null;
  const field = resource.fields.get(key.name);
  // No counter includes rows without a value.
  const values = field && isColumn(field.facts) && !field.facts.nullable ? field.facts.values : undefined;
  if (!field || !values) return null;
  const each: FilterIntent = { name: key.name, operator: 'any', values };
  const reach = viewer.permitted('viewAny', resource);
  const lists = counters.listsOf(resource, { filters: [...filters, each], words }, reach);
  const totals = lists && (await readTotals(db, lists));
  if (!totals) return null;
  const groups = values.map((value, place) => {
    return { values: [value], names: [], count: totals[place] ?? 0, sums: [] };
  });
  const keys = [{ words: field.values, part: null, named: false, nothing: none }];
  return { keys, sums: [], groups: groups.filter(({ count }) => count > 0) };
}
