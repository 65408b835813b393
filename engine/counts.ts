/** Counts of rows by a field or by a part of a date: one request draws a chart. */
import { DateTime } from 'luxon';
import { show, type ValueKind } from './codec.ts';
import type { Condition } from './condition.ts';
import { base, derivedSql } from './expression.ts';
import type { ReferencesFacts } from './field-facts.ts';
import { readCountsIntent } from './intent.ts';
import { planRows } from './plan.ts';
import { isMysql, query } from './query.ts';
import type { Reading } from './read.ts';
import type { Request, Response } from './request.ts';
import {
  type FieldModel,
  hasColumn,
  isDerived,
  kindOf,
  type Registry,
  type Resource,
  resourceAt,
} from './resource.ts';
import { narrow } from './search.ts';
import { columnOf, conditionSql, quote, type Sql } from './sql.ts';

export const dateParts = ['day', 'week', 'month', 'year'] as const;

/** What the rows of a resource can be counted by: `status`, `zone_id`, `started_at.month`, … */
export function countChoices(resource: Resource): string[] {
  return [...resource.filters.keys()].flatMap((name) => {
    const field = resource.fields.get(name);
    if (name === 'id') return [];
    if (!field) return farReference(resource, name) || manyReferences(resource, name) ? [name] : [];
    const { kind } = field.facts;
    if (kind === 'datetime' || kind === 'date') return dateParts.map((part) => `${name}.${part}`);
    return ['enum', 'boolean', 'reference', 'derived'].includes(kind) ? [name] : [];
  });
}

/** The two steps of a filter such as `zone_id: 'material_id.zone_id'`: the row's reference, and the field beyond it. */
function farReference(resource: Resource, name: string): { reference: string; field: string } | null {
  const path = resource.definition.filtersThrough?.[name];
  const [reference = '', field] = typeof path === 'string' ? path.split('.') : [];
  if (!field || resource.fields.get(reference)?.facts.kind !== 'reference') return null;
  return { reference, field };
}

/** The references to several rows behind a filter such as `operator_id: 'operator_ids'`. */
function manyReferences(resource: Resource, name: string): ReferencesFacts | null {
  const path = resource.definition.filtersThrough?.[name];
  const facts = typeof path === 'string' ? resource.fields.get(path)?.facts : undefined;
  return facts?.kind === 'references' ? facts : null;
}

/** Answers `{data: [{value, count}]}`: enumerations in their order, dates in time, other values by count. */
export async function runCounts(registry: Registry, reading: Reading, request: Request): Promise<Response> {
  const { resource, actor } = request;
  const intent = readCountsIntent(resource, request.query, countChoices(resource));
  const planned = planRows(resource, intent, actor, reading.storedNow);
  const where = await narrow(reading.db, resource, planned, intent.words);
  const field = resource.fields.get(intent.by);
  if (!field) {
    const many = manyReferences(resource, intent.by);
    const counted = many
      ? { text: columnOf('p', many.other), bindings: [] }
      : farColumn(registry, resource, intent.by);
    const counts = await countByExpression(reading, resource, counted, 'integer', where, many);
    return { status: 200, headers: {}, body: { data: counts } };
  }
  const zone = actor.site?.timezone ?? 'UTC';
  const counts = intent.part
    ? await countByDate(reading, resource, field, where, intent.part, zone)
    : await countByValue(reading, resource, field, where);
  return { status: 200, headers: {}, body: { data: counts } };
}

interface Count {
  readonly value: unknown;
  readonly count: number;
}

/** The value of a field of the row that a reference points at. */
function farColumn(registry: Registry, resource: Resource, name: string): Sql {
  const far = farReference(resource, name);
  const facts = far && resource.fields.get(far.reference)?.facts;
  if (!far || facts?.kind !== 'reference') throw new Error(`${resource.path} cannot be counted by ${name}.`);
  const { table } = resourceAt(registry, facts.to);
  return {
    text:
      `(select ${columnOf('f', far.field)} from ${quote(table)} ${quote('f')} ` +
      `where ${columnOf('f', 'id')} = ${columnOf(base, far.reference)})`,
    bindings: [],
  };
}

async function countByValue(
  reading: Reading,
  resource: Resource,
  field: FieldModel,
  where: Condition,
): Promise<Count[]> {
  const { facts } = field;
  const expression: Sql = isDerived(facts)
    ? derivedSql(resource, facts)(reading.storedNow)
    : { text: columnOf(base, field.name), bindings: [] };
  const kind: ValueKind = isDerived(facts) ? facts.shows : hasColumn(field) ? kindOf(field) : 'text';
  const counts = await countByExpression(reading, resource, expression, kind, where);
  const values = 'values' in facts ? facts.values : undefined;
  if (!values) return counts;
  const place = ({ value }: Count) => values.indexOf(String(value));
  return counts.sort((a, b) => place(a) - place(b));
}

async function countByExpression(
  { db }: Reading,
  resource: Resource,
  expression: Sql,
  kind: ValueKind,
  where: Condition,
  many: ReferencesFacts | null = null,
): Promise<Count[]> {
  const condition = conditionSql(where, base);
  // A row counts once for each row it refers to, and as null where it refers to none.
  const pairs = many
    ? ` left join ${quote(many.table)} ${quote('p')} on ${columnOf('p', many.own)} = ${columnOf(base, 'id')}`
    : '';
  const rows = await query(db, {
    text:
      `select ${expression.text} as ${quote('value')}, count(*) as ${quote('count')} from ${quote(resource.table)} ` +
      `${quote(base)}${pairs} where ${condition.text} group by 1 order by 2 desc, 1`,
    bindings: [...expression.bindings, ...condition.bindings],
  });
  return rows.map((row) => ({ value: show(kind, row.value), count: Number(row.count) }));
}

async function countByDate(
  reading: Reading,
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
  { db }: Reading,
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
      day = localDaySql(column, offsetsBetween(first, last, zone), isMysql(db));
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
function localDaySql(column: string, offsets: readonly Offset[], mysql: boolean): Sql {
  const shift = (minutes: number): Sql =>
    mysql
      ? { text: `date(date_add(${column}, interval ? minute))`, bindings: [minutes] }
      : { text: `date(${column}, ?)`, bindings: [`${minutes} minutes`] };
  const cases = offsets.map(({ until, minutes }) => ({ until, sql: shift(minutes) }));
  const last = cases.at(-1)?.sql ?? shift(0);
  const earlier = cases.slice(0, -1);
  if (earlier.length === 0) return last;
  return {
    text: `case ${earlier.map(({ sql }) => `when ${column} < ? then ${sql.text}`).join(' ')} else ${last.text} end`,
    bindings: [...earlier.flatMap(({ until, sql }) => [until, ...sql.bindings]), ...last.bindings],
  };
}
