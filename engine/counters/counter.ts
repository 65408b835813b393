/**
 * Which lists have stored counts that writes maintain, and the names of these lists.
 *
 * The total of a list is a sum over the table `tallies`. Triggers record every insert, delete and change of a counted value there
 * (`triggers.ts`). On a database with several writers, they add entries of +1 and -1, which are never changed, so that no writer
 * waits for another. From time to time these are compacted into one mark a list (`compact.ts`). On a database with one writer at
 * a time, the mark itself is changed.
 *
 * Each table has one more list, for its changes: every insert, change or delete of a row is an entry in it. Their sum differs
 * after each commit, in whatever order transactions end.
 */

import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { RowScope } from '../condition.ts';
import { dialectOf, query } from '../database/query.ts';
import { quote } from '../database/sql.ts';
import { isColumn } from '../kinds/kind.ts';
import type { FieldModel, Resource } from '../model/resource.ts';
import type { FilterIntent, RowsIntent } from '../request/parameters.ts';

/** The table of entries: list, the number to add (`n`), and whether it is the mark of its list. */
export const counterTable = 'tallies';

/** The index covers all columns for sums. Its name is that of the migration. */
const counterIndex = 'tallies_list_mark_n_index';

/**
 * The table with its index, for a select. If statistics are older than most entries, MariaDB would scan all lists for one of
 * them, and delay writers if it locks what it reads.
 */
export function countersIn(db: Knex, alias: string = counterTable): string {
  return `${quote(counterTable)} ${quote(alias)}${dialectOf(db).byIndex(counterIndex)}`;
}

/** How a resource is counted: for each site all rows, and the rows of each value of each enumeration that is a filter. */
export interface CounterModel {
  readonly path: string;
  readonly table: string;
  /** Columns of enumerations. */
  readonly fields: readonly string[];
  /**
   * Parts of the names of a site's lists: empty for the list of all rows, `field=value` for the others. No parts if only changes
   * are counted.
   */
  readonly parts: readonly string[];
  /** First part of the names of its lists. It changes when anything above changes. */
  readonly prefix: string;
}

/** The counted lists with the rows of a request. */
export interface CounterLists {
  readonly model: CounterModel;
  /** Names of the lists, without common rows; or prefixes of the names of every site's lists. */
  readonly names: readonly string[];
  readonly everySite: boolean;
}

/** Incremented when triggers change for the same resource: triggers and counts are then recreated. */
const way = 4;

/** With a longer name, the names of its triggers and lists would be too long. */
const maxTableName = 40;

/** How rows of a resource are counted; null if they are not: there are few, or they belong to no site. */
export function counterModelOf(
  resource: Pick<Resource, 'path' | 'table' | 'scope' | 'softDelete' | 'hung' | 'fields' | 'filters'>,
): CounterModel | null {
  const { path, table, scope, softDelete, hung, filters } = resource;
  // Which attached rows a user sees depends on the rows that they are attached to.
  if (scope !== 'site' || softDelete || hung) return null;
  const counted = [...filters.keys()].flatMap((name) => {
    const field = resource.fields.get(name);
    return field && isCountable(field) ? [field] : [];
  });
  const fields = counted.map(({ name }) => name);
  const values = counted.flatMap(({ name, values }) => [...values.keys()].map((value) => `${name}=${value}`));
  if (table.length > maxTableName || path.length > maxTableName) return null;
  const shape = createHash('sha256')
    .update(JSON.stringify([way, table, fields]))
    .digest('hex');
  return { path, table, fields, parts: ['', ...values], prefix: `${path}@${shape.slice(0, 8)}` };
}

/** Whether it is an enumeration that is never null, with values that can be part of a name. */
function isCountable({ facts, values }: FieldModel): boolean {
  if (!isColumn(facts) || facts.nullable || !facts.values) return false;
  return [...values.keys()].every((value) => /^[\w-]{1,32}$/.test(value));
}

/** How changes of a table are counted if its rows are not. */
export function changesModelOf(table: string): CounterModel | null {
  if (table.length > maxTableName) return null;
  const shape = createHash('sha256')
    .update(JSON.stringify([way, table]))
    .digest('hex');
  // The path of a resource never contains a dot.
  const path = `${table}.`;
  return { path, table, fields: [], parts: [], prefix: `${path}@${shape.slice(0, 8)}` };
}

/** Whether rows of a table are counted, and not only its changes. */
export const hasLists = ({ parts }: CounterModel): boolean => parts.length > 0;

/** The name of the list of a table's changes. */
export const changesName = ({ prefix }: CounterModel): string => `${prefix}!`;

/** The name of a list of one site; without a site, the common prefix of the names of every site's lists. */
export function counterName({ prefix }: CounterModel, part: string, siteId: number | ''): string {
  return `${prefix}/${part}/${siteId}`;
}

/**
 * The counted lists with exactly the rows of an intent, if they exist: of one site or every site, unfiltered or filtered by
 * values of one enumeration, or without one of its values.
 */
export function counterListsOf(
  model: CounterModel | null,
  intent: RowsIntent,
  reach: RowScope,
): CounterLists | null {
  if (model === null || !hasLists(model) || intent.words.length > 0) return null;
  const [siteFilter, ...moreSites] = intent.filters.filter(({ name }) => name === 'site_id');
  const [own, ...more] = intent.filters.filter(({ name }) => name !== 'site_id');
  const within = partsWithin(model, reach);
  const site = singleSite(within?.reach ?? reach, siteFilter);
  const parts = own ? listParts(model, own) : (within?.parts ?? ['']);
  if (own && within) return null;
  if (more.length > 0 || moreSites.length > 0 || site === null || parts === null) return null;
  const names = parts.map((part) => counterName(model, part, site === 'every' ? '' : site));
  return { model, names, everySite: site === 'every' };
}

function listParts({ fields }: CounterModel, { name, operator, values }: FilterIntent): string[] | null {
  if (operator !== 'any' || !fields.includes(name)) return null;
  // No list includes rows without a value.
  if (values.length === 0 || values.some((value) => typeof value !== 'string')) return null;
  return [...new Set(values)].map((value) => `${name}=${value}`);
}

/** A reach that asks for some values of one enumeration beside the site: the parts with them, and the reach without. */
function partsWithin(
  { fields, parts }: CounterModel,
  reach: RowScope,
): { reach: RowScope; parts: string[] } | null {
  if (typeof reach === 'string' || reach.op !== 'and') return null;
  const [site, values, ...more] = reach.of;
  if (!site || values?.op !== 'not' || values.of.op !== 'eq' || more.length > 0) return null;
  const { column, value } = values.of;
  if (!fields.includes(column)) return null;
  // Every row has one of the values.
  const others = parts.filter((part) => part.startsWith(`${column}=`) && part !== `${column}=${value}`);
  return others.length > 0 ? { reach: site, parts: others } : null;
}

/** The only site of the requested rows; null in more complex cases. */
function singleSite(reach: RowScope, filter: FilterIntent | undefined): number | 'every' | null {
  if (reach === 'all') {
    if (!filter) return 'every';
    const [value] = filter.values;
    return filter.operator === 'any' && filter.values.length === 1 && typeof value === 'number'
      ? value
      : null;
  }
  if (reach === 'none' || filter || reach.op !== 'eq' || reach.column !== 'site_id') return null;
  return typeof reach.value === 'number' ? reach.value : null;
}

/** The entries of one list, or of the lists of every site. */
const listCondition = ({ everySite }: CounterLists): string =>
  everySite ? '(`list` > ? and `list` < ?)' : '`list` = ?';

/** The bindings for the entries of all lists, in order. In the order of characters, a colon follows the digits. */
const boundsOf = ({ names, everySite }: CounterLists): string[] =>
  names.flatMap((name) => (everySite ? [name, `${name}:`] : [name]));

/** A sum, and the number of entries that are not yet compacted into it. */
interface CounterTotal {
  readonly total: number;
  readonly pending: number;
}

/** The number of rows of lists; null if the database does not count this resource (yet). */
export async function readTotal(db: Knex, lists: CounterLists): Promise<CounterTotal | null> {
  // An entry with the name of the resource means that every row has been counted.
  const rows = await query(db, {
    text:
      'select coalesce(sum(`n`), 0) as `total`, count(*) - coalesce(sum(`mark`), 0) as `loose`, ' +
      `exists (select 1 from ${countersIn(db, 'r')} where \`r\`.\`list\` = ?) as \`ready\` from ${countersIn(db)} ` +
      `where ${lists.names.map(() => listCondition(lists)).join(' or ')}`,
    bindings: [lists.model.prefix, ...boundsOf(lists)],
  });
  const [row] = rows;
  if (!row || Number(row.ready) === 0) return null;
  return { total: Number(row.total), pending: Number(row.loose) };
}

/** The number of rows of each list; null as in `readTotal`. */
export async function readTotals(db: Knex, lists: CounterLists): Promise<readonly number[] | null> {
  const { names, model } = lists;
  const sums = names.map(
    (_, place) =>
      ` union all select ${place} as \`place\`, coalesce(sum(\`n\`), 0) as \`total\` from ${countersIn(db)} where ${listCondition(lists)}`,
  );
  const rows = await query(db, {
    text: `select -1 as \`place\`, count(*) as \`total\` from ${countersIn(db)} where \`list\` = ?${sums.join('')}`,
    bindings: [model.prefix, ...boundsOf(lists)],
  });
  const totals = new Map(rows.map((row) => [Number(row.place), Number(row.total)]));
  if (!totals.get(-1)) return null;
  return names.map((_, place) => totals.get(place) ?? 0);
}
