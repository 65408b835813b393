/** The content of a board: which rows are requested, their columns, and the possible moves. */
import { type Query, withQuery } from '../service/call.ts';
import { namesAsked } from '../service/first/filter-ids.ts';
import {
  cardNames,
  type Field,
  isChangeable,
  neededFields,
  type Page,
  type Resource,
  type Row,
  type Value,
  wordOf,
} from '../service/metadata.ts';

/** The maximum number of rows per request; for the largest column it is less. */
const mostRows = 100;
const mostLatest = 20;

/** Filters, search and order of the board's list. */
export type Asked = Readonly<Record<string, string>>;

export interface Counts {
  readonly data: readonly { readonly value: string | null; readonly count: number }[];
}

/** The values with columns: all of the enumeration, or those of the filter. */
function valuesOf(field: Field, asked: Asked): Value[] {
  const wanted = asked[field.name]?.split(',');
  return (field.values ?? []).filter(({ value }) => !wanted || wanted.includes(String(value)));
}

/** The number of rows per column. */
export function countsPath({ path }: Resource, field: Field, { sort: _, ...asked }: Asked): string {
  return withQuery(`/${path}/counts`, { ...asked, by: field.name });
}

/** The order that the user has chosen; that with which the list opens is nobody's choice. */
const chosenSort = ({ view }: Resource, { sort }: Asked): string | undefined =>
  sort === view.start?.sort ? undefined : sort;

/** The order of cards: the chosen one, else what is late first, else that with which the list opens, else that of the service. */
function sortOf(resource: Resource, asked: Asked): string | undefined {
  const { sort, view } = resource;
  const isSortable = (name: string) => sort.fields.some((one) => one.name === name);
  return chosenSort(resource, asked) ?? view.late?.at.find(isSortable) ?? view.start?.sort;
}

/** Whether the latest rows are first in the largest column: not if they can be late, or if the user has chosen an order. */
const isByLatest = (resource: Resource, { name }: Field, asked: Asked, value: unknown): boolean =>
  chosenSort(resource, asked) === undefined &&
  !resource.view.late?.while[name]?.some((one) => String(one) === String(value));

/** The service sorts rows without a value first: a card without a date belongs behind those with one. */
function valuesFirst(rows: readonly Row[], sort: string | undefined): readonly Row[] {
  if (sort === undefined || sort.startsWith('-')) return rows;
  const [name = ''] = sort.split(',');
  const isWithout = (row: Row) => row[name] === null;
  return rows.toSorted((one, other) => Number(isWithout(one)) - Number(isWithout(other)));
}

/** The pages of a list that fill columns: the second one is only needed if the first one has all of its rows. */
export type Paths = readonly [first: string, rest?: string];

/** The parameters of the rows with a value, and of those without; null if the list cannot be asked for them, or is already. */
function valueParts({ filters }: Resource, name: string, asked: Asked): readonly [Query, Query] | null {
  const key = `${name}[null]`;
  const isOffered = filters.some((one) => one.name === name && one.operators.includes('null'));
  return isOffered && !(key in asked) ? [{ [key]: 'false' }, { [key]: 'true' }] : null;
}

/**
 * The lists that fill a board: one if all rows fit. Otherwise the largest column is requested separately, so that it leaves room for
 * the others (most rows end up in one state). Where not all rows of a list fit, those with a date are requested first.
 */
export function listPaths(resource: Resource, field: Field, asked: Asked, counts: Counts): Paths[] {
  const columns = valuesOf(field, asked)
    .map(({ value }) => ({ value: String(value), total: totalOf(counts, value) }))
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => one.total - other.total);
  const sort = sortOf(resource, asked);
  const [sortedBy = ''] = sort?.replace(/^-/, '').split(',') ?? [];
  const list = (some: typeof columns, most: number, sortBy = sort): Paths => {
    const path = (query: Query) =>
      withQuery(`/${resource.path}`, {
        ...asked,
        sort: sortBy,
        ...query,
        per_page: most,
        [field.name]: some.map(({ value }) => value).join(','),
        fields: neededFields(resource, [...cardNames(resource, field.name), field.name, sortedBy]),
        with: ['can', 'etag', ...namesAsked(resource, asked)].join(','),
      });
    const fits = sumOf(some) <= most;
    const parts =
      fits || sortBy !== sort || sort?.startsWith('-') ? null : valueParts(resource, sortedBy, asked);
    return parts ? [path(parts[0]), path(parts[1])] : [path({})];
  };
  // Without rows, the names of its filters are needed anyway.
  const largest = columns.at(-1);
  if (!largest) return namesAsked(resource, asked).length > 0 ? [[namesPath(resource, asked)]] : [];
  if (sumOf(columns) <= mostRows || columns.length === 1) return [list(columns, mostRows)];
  const isSortable = resource.sort.fields.some(({ name }) => name === 'updated_at');
  const byLatest = isSortable ? '-updated_at' : '';
  return [
    list(columns.slice(0, -1), mostRows),
    list([largest], mostLatest, isByLatest(resource, field, asked, largest.value) ? byLatest : sort),
  ];
}

const sumOf = (columns: readonly { readonly total: number }[]): number =>
  columns.reduce((sum, { total }) => sum + total, 0);

const namesPath = ({ path }: Resource, asked: Asked): string =>
  withQuery(`/${path}`, { ...asked, per_page: 1, fields: 'id', with: 'filters' });

function totalOf({ data }: Counts, value: Value['value']): number {
  return data.find((one) => one.value === value)?.count ?? 0;
}

export interface ColumnOfCards {
  readonly value: string;
  readonly label: string;
  readonly tone: Value['tone'];
  readonly total: number;
  readonly rows: readonly Row[];
  /** The list of all of them. */
  readonly to: string;
}

/** The columns of a board in the order of the enumeration, each with its requested rows. */
export function columnsOf(
  resource: Resource,
  field: Field,
  asked: Asked,
  counts: Counts,
  pages: readonly Page[],
): ColumnOfCards[] {
  const sort = sortOf(resource, asked);
  const rows = pages.flatMap(({ data }, at) =>
    at > 0 && isByLatest(resource, field, asked, data[0]?.[field.name]) ? data : valuesFirst(data, sort),
  );
  return valuesOf(field, asked).map(({ value, label, tone }) => ({
    value: String(value),
    label,
    tone,
    total: totalOf(counts, value),
    rows: rows.filter((row) => row[field.name] === value),
    to: withQuery(`/${resource.path}`, { ...asked, [field.name]: String(value) }),
  }));
}

/** The columns that a card may be moved to. */
export function waysOf({ states }: Resource, field: Field, { can, ...row }: Row): Value[] {
  if (!isChangeable(field) || !can) return [];
  const here = row[field.name];
  const ways = states?.field === field.name ? can.transitions : can.update ? allValues(field) : [];
  return ways.flatMap((way) => (way === here ? [] : (wordOf(field, way) ?? [])));
}

const allValues = ({ values = [] }: Field): string[] => values.map(({ value }) => String(value));
