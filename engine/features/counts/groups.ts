/** Groups of rows with their counts and sums, computed by the database in one statement. */

import { conditionOf, type Sql } from '../../condition.ts';
import type { Dialect } from '../../database/dialect/dialect.ts';
import { dialectOf, query, queryMany } from '../../database/query.ts';
import { columnOf, conditionSql, join, quote, type Selection, selectionSql } from '../../database/sql.ts';
import { invalid } from '../../failure.ts';
import { scalarOf } from '../../kinds/kind.ts';
import { day } from '../../kinds/scalars/day.ts';
import { show } from '../../kinds/scalars/scalar.ts';
import { text } from '../../kinds/scalars/text.ts';
import { say } from '../../message.ts';
import { texts } from '../../messages.ts';
import { base, displaySql } from '../../model/expression.ts';
import { type Counted, countedBy, type Summed, summedBy } from '../../model/groups.ts';
import { fieldOf, hasColumn, type Registry, type Resource } from '../../model/resource.ts';
import type { ReadContext } from '../../read/context.ts';
import { type Group, type Key, none } from './answer.ts';
import type { CountKey } from './intent.ts';
import { maxYears, offsetsIn, periodSql } from './periods.ts';

/** A chart has hundreds of groups. Days combined with references over years could have millions. */
export const maxGroups = 10_000;
/** More rows than a table can have. */
const noLimit = '9223372036854775807';

/** The groups and their keys. */
interface Grouping {
  readonly registry: Registry;
  readonly resource: Resource;
  readonly by: readonly CountKey[];
  /** Names of fields. */
  readonly sums: readonly string[];
  readonly selection: Selection;
  /** IANA name of the time zone of periods. */
  readonly zone: string;
}

/** The groups, in no order, and the metadata of their keys. */
export interface Grouped {
  readonly keys: readonly Key[];
  readonly sums: readonly Summed[];
  readonly groups: readonly Group[];
}

/** @throws Failure `validation_failed` on `by` for too many groups, or years */
export async function readGroups(reading: ReadContext, grouping: Grouping): Promise<Grouped> {
  const { registry, resource } = grouping;
  const counted: Counted[] = [];
  for (const [at, key] of grouping.by.entries()) {
    const found = countedBy(registry, resource, key.name, reading, `p${at}`);
    counted.push(key.part === null ? found : await byPeriod(reading, grouping, found, key));
  }
  const sums = grouping.sums.map((name) => summedBy(registry, resource, name, reading));
  reading.signal?.throwIfAborted();
  const rows = await query(
    reading.db,
    withNames(reading, registry, groupSql(reading, grouping, counted, sums), counted),
  );
  if (rows.length > maxGroups) throw invalid({ by: [say(texts.tooManyGroups, { limit: maxGroups })] });
  const { readSum } = dialectOf(reading.db);
  const groups = rows.map(
    (row): Group => ({
      values: counted.map(({ scalar }, at) => show(scalar, row[`value_${at}`])),
      names: counted.map((one, at) => nameIn(one, row[`name_${at}`])),
      count: Number(row.count),
      sums: sums.map((_, at) => readSum(row[`sum_${at}`])),
    }),
  );
  const keyOf = (one: Counted, at: number) =>
    countKeyOf(resource, one, grouping.by[at] ?? { name: '', part: null });
  return { keys: counted.map(keyOf), sums, groups };
}

function countKeyOf(resource: Resource, { words, target }: Counted, { name, part }: CountKey): Key {
  const called = resource.fields.get(name)?.facts.nullLabel;
  return { words, part, named: target !== null, nothing: called === undefined ? none : say(called) };
}

/** The value of a key for each row, and the names of these values. */
interface RowGroups {
  readonly key: Key;
  /** By row id. */
  readonly values: ReadonlyMap<number, unknown>;
  /** By value; null for a value that refers to no visible row. */
  readonly names: ReadonlyMap<unknown, string | null>;
}

/** @param name a filter of which each row has one value, or `id` */
export async function readRowGroups(
  reading: ReadContext,
  registry: Registry,
  resource: Resource,
  name: string,
  selection: Selection,
): Promise<RowGroups> {
  const counted = countedBy(registry, resource, name, reading, 'p0');
  const condition = selectionSql(selection, base, true);
  const head = join(numbered([counted.value], 'value'), ', ');
  const rows = {
    text:
      `select ${columnOf(base, 'id')} as ${quote('id')}, ${head.text} from ${quote(resource.table)} ${quote(base)}` +
      `${counted.joins.text} where ${condition.text}`,
    bindings: [...head.bindings, ...counted.joins.bindings, ...condition.bindings],
  };
  reading.signal?.throwIfAborted();
  const [values, names] = [new Map<number, unknown>(), new Map<unknown, string | null>()];
  const columns = ['id', 'value_0', ...(counted.target ? ['name_0'] : [])];
  const sql = withNames(reading, registry, rows, [counted]);
  await queryMany(reading.db, columns, sql, ([id, stored, name]) => {
    const value = show(counted.scalar, stored);
    values.set(Number(id), value);
    names.set(value, nameIn(counted, name));
  });
  return { key: countKeyOf(resource, counted, { name, part: null }), values, names };
}

/** The rows of the resource in their groups: `value_0`, `value_1`, `count`, `sum_0`, … */
function groupSql(
  { db }: ReadContext,
  { resource, selection }: Grouping,
  counted: readonly Counted[],
  sums: readonly Summed[],
): Sql {
  const condition = selectionSql(selection, base, true);
  const joins = join(
    counted.map((one) => one.joins),
    '',
  );
  const from: Sql = {
    text: ` from ${quote(resource.table)} ${quote(base)}${joins.text} where ${condition.text}`,
    bindings: [...joins.bindings, ...condition.bindings],
  };
  const values = counted.map(({ value }) => value);
  const numbers = sums.map(({ value }) => value);
  const dialect = dialectOf(db);
  if (!sums.some(({ computed }) => computed)) return grouped(values, numbers, from, dialect);
  // MariaDB cannot sum an aggregate: a subselect computes the numbers, the outer select groups them. Without a limit, MariaDB may
  // merge both selects and then refuse the result, since the numbers depend on columns that are not grouped by.
  const head = join([...numbered(values, 'value'), ...numbered(numbers, 'number')], ', ');
  const rows: Sql = {
    text: ` from (select ${head.text}${from.text} limit ${noLimit}) ${quote('rows')}`,
    bindings: [...head.bindings, ...from.bindings],
  };
  const inRows = (all: readonly unknown[], name: string) =>
    all.map((_, at): Sql => ({ text: columnOf('rows', `${name}_${at}`), bindings: [] }));
  return grouped(inRows(values, 'value'), inRows(numbers, 'number'), rows, dialect);
}

function grouped(values: readonly Sql[], numbers: readonly Sql[], from: Sql, { exactSum }: Dialect): Sql {
  const count: Sql = { text: `count(*) as ${quote('count')}`, bindings: [] };
  const head = join([...numbered(values, 'value'), count, ...numbered(numbers.map(exactSum), 'sum')], ', ');
  const places = values.map((_, at) => at + 1).join(', ');
  const tail = places === '' ? '' : ` group by ${places} limit ${maxGroups + 1}`;
  return {
    text: `select ${head.text}${from.text}${tail}`,
    bindings: [...head.bindings, ...from.bindings],
  };
}

/** Numbers expressions under a name: `value_0`. */
function numbered(all: readonly Sql[], name: string): Sql[] {
  return all.map(({ text, bindings }, at) => ({ text: `${text} as ${quote(`${name}_${at}`)}`, bindings }));
}

/** Adds the names of the rows that the values refer to. */
function withNames(
  { viewer }: ReadContext,
  registry: Registry,
  groups: Sql,
  counted: readonly Counted[],
): Sql {
  const joined = counted.flatMap(({ target }, at): { name: Sql; join: Sql }[] => {
    if (!target) return [];
    const alias = `n${at}`;
    // A list shows what its rows refer to. A site is only named to users who may see it.
    const seen = conditionSql(conditionOf(target.scope === 'self' ? viewer.visible(target) : 'all'), alias);
    const on = `${columnOf(alias, 'id')} = ${columnOf('groups', `value_${at}`)} and ${seen.text}`;
    const text = ` left join ${quote(target.table)} ${quote(alias)} on ${on}`;
    const shown = displaySql(registry, target, alias);
    const name = { ...shown, text: `, cast(${shown.text} as char) as ${quote(`name_${at}`)}` };
    return [{ name, join: { text, bindings: seen.bindings } }];
  });
  if (joined.length === 0) return groups;
  const joins = join(
    joined.map((one) => one.join),
    '',
  );
  const names = join(
    joined.map(({ name }) => name),
    '',
  );
  return {
    text: `select ${quote('groups')}.*${names.text} from (${groups.text}) ${quote('groups')}${joins.text}`,
    bindings: [...names.bindings, ...groups.bindings, ...joins.bindings],
  };
}

/** The name of the referenced row, as text; null if there is none. */
function nameIn({ target }: Counted, stored: unknown): string | null {
  if (!target || stored === null || stored === undefined) return null;
  const field = fieldOf(target, target.display);
  return String(show(hasColumn(field) ? field.facts.scalar : text, stored));
}

/** The first day of the period of a date. */
async function byPeriod(
  reading: ReadContext,
  { resource, selection, zone }: Grouping,
  counted: Counted,
  { name, part }: CountKey,
): Promise<Counted> {
  const column = columnOf(base, name);
  const isMoment = scalarOf(fieldOf(resource, name).facts)?.zoned;
  const years = isMoment ? await yearsOf(reading, resource, name, selection) : [];
  const value = periodSql(column, part ?? 'day', offsetsIn(years, zone), dialectOf(reading.db));
  return { ...counted, value, scalar: day };
}

/** The years, in UTC, of the moments in a column, ascending. */
async function yearsOf(
  { db, signal }: ReadContext,
  { table }: Resource,
  name: string,
  selection: Selection,
): Promise<number[]> {
  const column = columnOf(base, name);
  const condition = selectionSql(selection, base, true);
  const yearOf = (moment: string) => `substr(cast(${moment} as char), 1, 4)`;
  const select = async (what: string) => {
    signal?.throwIfAborted();
    const text = `select ${what} from ${quote(table)} ${quote(base)} where ${condition.text}`;
    return query(db, { text, bindings: condition.bindings });
  };
  const [ends] = await select(
    `${yearOf(`min(${column})`)} as ${quote('first')}, ${yearOf(`max(${column})`)} as ${quote('last')}`,
  );
  if (!ends || ends.first === null || ends.last === null) return [];
  const [first, last] = [Number(ends.first), Number(ends.last)];
  if (last - first < maxYears) return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  // A single wrong date can be far from all others: the years between are skipped.
  const found = await select(`distinct ${yearOf(column)} as ${quote('year')}`);
  const years = found.flatMap(({ year }) => (year === null ? [] : [Number(year)]));
  if (years.length > maxYears) {
    throw invalid({ by: [say(texts.tooManyYears, { limit: maxYears, name })] });
  }
  return years.sort((a, b) => a - b);
}
