/** Counts of rows by a field or by a part of a date: one request draws a chart. */

import { type Static, Type } from '@sinclair/typebox';
import { DateTime } from 'luxon';
import type { Condition, Sql } from '../condition.ts';
import { readTotals } from '../counters/read.ts';
import type { CounterWorker } from '../counters/worker.ts';
import type { Dialect } from '../database/dialect/dialect.ts';
import { dialectOf, query } from '../database/query.ts';
import { columnOf, conditionSql, quote } from '../database/sql.ts';
import { exactly } from '../json-schema.ts';
import { base } from '../model/expression.ts';
import { type Counted, countChoices, countedBy } from '../model/groups.ts';
import type { FieldModel, Registry, Resource } from '../model/resource.ts';
import { type CountsIntent, readCountsIntent } from '../request/counts-intent.ts';
import type { FilterIntent } from '../request/parameters.ts';
import { planRows } from '../request/plan.ts';
import type { Request, Response } from '../request/request.ts';
import { narrow } from '../search/search.ts';
import { show } from '../values.ts';
import type { ReadContext } from './context.ts';

/** What counts are made with. */
export interface CountParts {
  readonly registry: Registry;
  readonly counters: CounterWorker;
}

/** Answers `{data: [{value, count}]}`: enumerations in their order, dates in time, other values by count. */
export async function runCounts(
  { registry, counters }: CountParts,
  reading: ReadContext,
  request: Request,
): Promise<Response> {
  const { resource, actor } = request;
  const intent = readCountsIntent(resource, request.query, countChoices(resource));
  const kept = await keptCounts(reading, counters, resource, intent, actor);
  if (kept) return { status: 200, headers: {}, body: { data: kept } };
  const planned = planRows(resource, intent, actor, reading.storedNow);
  const where = await narrow(reading.db, resource, planned, intent.words);
  const field = resource.fields.get(intent.by);
  const counts =
    intent.part && field
      ? await countByDate(reading, resource, field, where, intent.part, actor.site?.timezone ?? 'UTC')
      : await countByValue(reading, resource, countedBy(registry, resource, intent.by, reading), where);
  return { status: 200, headers: {}, body: { data: counts } };
}

/** How many rows have a value. */
export const countShape = exactly({
  value: Type.Unsafe<unknown>({
    type: ['string', 'integer', 'boolean', 'null'],
    description: 'A value of what is counted by; of a part of a date, its first day.',
  }),
  count: Type.Integer({ minimum: 1 }),
});

type Count = Static<typeof countShape>;

/** Counts by an enumeration whose rows are counted as they are written; null where they have to be counted now. */
async function keptCounts(
  { db }: ReadContext,
  counters: CounterWorker,
  resource: Resource,
  { by, filters, words }: CountsIntent,
  actor: Request['actor'],
): Promise<Count[] | null> {
  const facts = resource.fields.get(by)?.facts;
  // Rows without a value are in no list.
  if (facts?.kind !== 'enum' || facts.nullable || !facts.values) return null;
  const each: FilterIntent = { name: by, operator: 'any', values: facts.values };
  const reach = actor.permitted('viewAny', resource);
  const lists = counters.listsOf(resource, { filters: [...filters, each], words }, reach);
  const totals = lists && (await readTotals(db, lists));
  return (
    totals &&
    facts.values
      .map((value, place) => ({ value, count: totals[place] ?? 0 }))
      .filter(({ count }) => count > 0)
  );
}

async function countByValue(
  { db }: ReadContext,
  resource: Resource,
  { value, joins, kind, values }: Counted,
  where: Condition,
): Promise<Count[]> {
  const condition = conditionSql(where, base);
  const rows = await query(db, {
    text:
      `select ${value.text} as ${quote('value')}, count(*) as ${quote('count')} from ${quote(resource.table)} ` +
      `${quote(base)}${joins.text} where ${condition.text} group by 1 order by 2 desc, 1`,
    bindings: [...value.bindings, ...joins.bindings, ...condition.bindings],
  });
  const counts = rows.map((row) => ({ value: show(kind, row.value), count: Number(row.count) }));
  if (!values) return counts;
  const place = (one: Count) => values.indexOf(String(one.value));
  return counts.sort((a, b) => place(a) - place(b));
}

async function countByDate(
  reading: ReadContext,
  resource: Resource,
  field: FieldModel,
  where: Condition,
  part: string,
  zone: string,
): Promise<Count[]> {
  const days = await countDays(reading, resource, field, where, zone);
  const counts = new Map<string | null, number>();
  for (const { day, count } of days) {
    const value = day === null ? null : startOf(day, part);
    counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => (a.value ?? '').localeCompare(b.value ?? ''));
}

/** The first day of the period that a day lies in: `2026-03-01` for a month, a Monday for a week. */
function startOf(day: string, part: string): string {
  const date = DateTime.fromISO(day, { zone: 'utc' });
  const unit = part === 'week' ? 'week' : part === 'month' ? 'month' : part === 'year' ? 'year' : 'day';
  return date.startOf(unit).toFormat('yyyy-MM-dd');
}

interface DayCount {
  readonly day: string | null;
  readonly count: number;
}

async function countDays(
  { db }: ReadContext,
  resource: Resource,
  field: FieldModel,
  where: Condition,
  zone: string,
): Promise<DayCount[]> {
  const column = columnOf(base, field.name);
  const condition = conditionSql(where, base);
  const from = `from ${quote(resource.table)} ${quote(base)} where ${condition.text}`;
  let day: Sql = { text: column, bindings: [] };
  if (field.facts.kind === 'datetime') {
    const rows = await query(db, {
      text: `select min(${column}) as ${quote('first')}, max(${column}) as ${quote('last')} ${from}`,
      bindings: condition.bindings,
    });
    const { first, last } = rows[0] ?? {};
    if (typeof first === 'string' && typeof last === 'string') {
      day = localDaySql(column, offsetsBetween(first, last, zone), dialectOf(db));
    }
  }
  const counted = await query(db, {
    text: `select ${day.text} as ${quote('day')}, count(*) as ${quote('count')} ${from} group by 1`,
    bindings: [...day.bindings, ...condition.bindings],
  });
  return counted.map((row) => ({
    day: row.day === null ? null : String(row.day).slice(0, 10),
    count: Number(row.count),
  }));
}

/** From when on (stored form) a zone lies how many minutes east of UTC. */
interface Offset {
  readonly until: string | null;
  readonly minutes: number;
}

/** The offsets of a zone between two stored instants, found by halving: neither database knows all zones. */
export function offsetsBetween(first: string, last: string, zone: string): Offset[] {
  const offsets: Offset[] = [];
  const end = Date.parse(`${last.replace(' ', 'T')}Z`);
  const minutesAt = (time: number) => DateTime.fromMillis(time, { zone }).offset;
  const stored = (time: number) => new Date(time).toISOString().replace('T', ' ').slice(0, 23);
  const step = 7 * 24 * 3600 * 1000;
  let time = Date.parse(`${first.replace(' ', 'T')}Z`);
  let minutes = minutesAt(time);
  while (time < end) {
    const next = Math.min(time + step, end);
    if (minutesAt(next) !== minutes) {
      let [low, high] = [time, next];
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (minutesAt(middle) === minutes) low = middle;
        else high = middle;
      }
      offsets.push({ until: stored(high), minutes });
      minutes = minutesAt(high);
      time = high;
    } else {
      time = next;
    }
  }
  return [...offsets, { until: null, minutes }];
}

/** The local day of an instant column as an expression; each offset for the instants before its end. */
function localDaySql(column: string, offsets: readonly Offset[], { localDay }: Dialect): Sql {
  const cases = offsets.map(({ until, minutes }) => ({ until, sql: localDay(column, minutes) }));
  const last = cases.at(-1)?.sql ?? localDay(column, 0);
  const earlier = cases.slice(0, -1);
  if (earlier.length === 0) return last;
  return {
    text: `case ${earlier.map(({ sql }) => `when ${column} < ? then ${sql.text}`).join(' ')} else ${last.text} end`,
    bindings: [...earlier.flatMap(({ until, sql }) => [until, ...sql.bindings]), ...last.bindings],
  };
}
