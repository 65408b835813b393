/**
 * Which lists have their rows counted as they are written, and under which names.
 *
 * The total of a list and the place of a row in it are sums over the table `tallies`, in which checkpoints (marks) stand: the n of
 * one counts the rows from its own place to that of the next. Every insert, delete and change of a counted value is noted there by
 * triggers (`triggers.ts`). Where several write at once they add entries of +1 and -1, which are never changed, so that no writer waits for
 * another; now and then these are compacted into checkpoints (`compact.ts`). Where one writes at a time, the checkpoint itself is changed.
 *
 * Each table has one list more, of its changes: every row that is inserted, changed or deleted, whatever writes it, is an entry of it. What
 * they add up to is another number after each commit, in whatever order transactions end.
 */

import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { RowScope } from '../condition.ts';
import { dialectOf } from '../database/query.ts';
import { quote } from '../database/sql.ts';
import { isColumn } from '../kinds/kind.ts';
import type { FieldModel, Resource } from '../model/resource.ts';
import type { FilterIntent, RowsIntent } from '../request/parameters.ts';

/** The table of the entries: list, place (`k`, `row_id`), what to add (`n`), and whether it is a mark. */
export const counterTable = 'tallies';

/** It has all that sums and places are read from. Its name is that of the migration. */
const counterIndex = 'tallies_list_k_row_id_mark_n_index';

/**
 * The table as a select names it, with its index. By statistics that are older than most entries MariaDB would go through all lists for
 * one of them, and where it locks what it reads, delay writers.
 */
export function countersIn(db: Knex, alias: string = counterTable): string {
  return `${quote(counterTable)} ${quote(alias)}${dialectOf(db).byIndex(counterIndex)}`;
}

/** How a resource is counted: for each site all rows, and those of each value of each enumeration it is filtered by. */
export interface CounterModel {
  readonly path: string;
  readonly table: string;
  /** Columns of enumerations. */
  readonly fields: readonly string[];
  /** What stands in the names of a site's lists: nothing for that of all rows, `field=value` for the others. Empty where only changes are counted. */
  readonly parts: readonly string[];
  /** Column of the default order, followed by the id; null where places are not kept, only numbers. */
  readonly order: string | null;
  /** First part of the names of its lists; another one once anything above changes. */
  readonly prefix: string;
}

/** The counted lists whose rows a request asks for. */
export interface CounterLists {
  readonly model: CounterModel;
  /** Names of the lists, no row being in two of them, or the beginnings of the names of those of every site. */
  readonly names: readonly string[];
  readonly everySite: boolean;
}

/** Raised where triggers come to do something else for the same resource: they are made, and lists counted, anew. */
const way = 3;

/** Beyond that the names of its triggers and lists would not fit. */
const maxTableName = 40;

/** How rows of a resource are counted; null where they are not: few, or in no site. */
export function counterModelOf(
  resource: Pick<
    Resource,
    'path' | 'table' | 'scope' | 'softDelete' | 'hung' | 'fields' | 'filters' | 'defaultSort' | 'sorts'
  >,
): CounterModel | null {
  const { path, table, scope, softDelete, hung, filters, defaultSort, sorts } = resource;
  // Of what hangs on rows it depends on these which of them somebody sees.
  if (scope !== 'site' || softDelete || hung) return null;
  const counted = [...filters.keys()].flatMap((name) => {
    const field = resource.fields.get(name);
    return field && isCountable(field) ? [field] : [];
  });
  const fields = counted.map(({ name }) => name);
  const values = counted.flatMap(({ name, values }) => [...values.keys()].map((value) => `${name}=${value}`));
  const [first, ...rest] = defaultSort;
  const field = first && rest.length === 0 ? resource.fields.get(first.field) : undefined;
  const order = field && isPlace(field) ? (sorts.get(field.name) ?? null) : null;
  if (table.length > maxTableName || path.length > maxTableName) return null;
  const shape = createHash('sha256')
    .update(JSON.stringify([way, table, fields, order]))
    .digest('hex');
  return { path, table, fields, parts: ['', ...values], order, prefix: `${path}@${shape.slice(0, 8)}` };
}

/** An enumeration that every row has a value of, and whose values can be parts of a name. */
function isCountable({ facts, values }: FieldModel): boolean {
  if (!isColumn(facts) || facts.nullable || !facts.values) return false;
  return [...values.keys()].every((value) => /^[\w-]{1,32}$/.test(value));
}

/** Places are compared as text, and a row without a value has none. */
function isPlace({ facts }: FieldModel): boolean {
  return isColumn(facts) && facts.scalar.place === true && facts.nullable !== true;
}

/** How changes of a table are counted whose rows are not. */
export function changesModelOf(table: string): CounterModel | null {
  if (table.length > maxTableName) return null;
  const shape = createHash('sha256')
    .update(JSON.stringify([way, table]))
    .digest('hex');
  // No path of a resource has a dot.
  const path = `${table}.`;
  return { path, table, fields: [], parts: [], order: null, prefix: `${path}@${shape.slice(0, 8)}` };
}

/** Whether the rows of a table are counted, and not its changes alone. */
export const hasLists = ({ parts }: CounterModel): boolean => parts.length > 0;

/** The name of the list of a table's changes. They are counted downwards: of no list are so few rows that it would be divided. */
export const changesName = ({ prefix }: CounterModel): string => `${prefix}!`;

/** The name of a list of one site, or without one the beginning of the names of those of every site. */
export function counterName({ prefix }: CounterModel, part: string, siteId: number | ''): string {
  return `${prefix}/${part}/${siteId}`;
}

/** The list behind a name; null for names of another shape of the resource. */
export function parseCounterName(
  model: CounterModel,
  name: string,
): { siteId: number; field: string | null; value: string } | null {
  const [prefix, of = '', site] = name.split('/');
  if (prefix !== model.prefix || !/^\d+$/.test(site ?? '')) return null;
  const [field = '', value = ''] = of.split('=');
  return { siteId: Number(site), field: field === '' ? null : field, value };
}

/**
 * The counted lists that hold exactly the rows of an intent, if there are such: a site's or every site's, unfiltered or by
 * values of one enumeration.
 */
export function counterListsOf(
  model: CounterModel | null,
  intent: RowsIntent,
  reach: RowScope,
): CounterLists | null {
  if (model === null || !hasLists(model) || intent.words.length > 0) return null;
  const [siteFilter, ...moreSites] = intent.filters.filter(({ name }) => name === 'site_id');
  const [own, ...more] = intent.filters.filter(({ name }) => name !== 'site_id');
  const site = singleSite(reach, siteFilter);
  const parts = own ? listParts(model, own) : [''];
  if (more.length > 0 || moreSites.length > 0 || site === null || parts === null) return null;
  const names = parts.map((part) => counterName(model, part, site === 'every' ? '' : site));
  return { model, names, everySite: site === 'every' };
}

function listParts({ fields }: CounterModel, { name, operator, values }: FilterIntent): string[] | null {
  if (operator !== 'any' || !fields.includes(name)) return null;
  // No value is in no list.
  if (values.length === 0 || values.some((value) => typeof value !== 'string')) return null;
  return [...new Set(values)].map((value) => `${name}=${value}`);
}

/** The only site whose rows are asked for; null where that is not so simple. */
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
