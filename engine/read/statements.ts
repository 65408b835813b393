/** The SQL texts of reads, made once per shape. The same text is always the same string, which drivers find prepared. */

import type { Knex } from 'knex';
import type {} from '../condition.ts';
import { type DatabaseRow, dialectOf } from '../database/query.ts';
import { columnOf, longestKept, quote } from '../database/sql.ts';
import { type Cache, createCache, follows } from '../memoize.ts';
import { base } from '../model/expression.ts';
import type { Projection, Reader, SelectedValues } from '../model/projection.ts';
import type { Viewer } from '../policy.ts';
import type { Stored } from '../values.ts';
import type { AnswerRow, ReadContext } from './context.ts';

/**
 * How rows come from the database. `packed`: each row as one JSON array in a text, because a driver does much work per column.
 * `plain`: column by column.
 */
export type RowForm = 'packed' | 'plain';

/** The maximum number of values of a packed row: an SQLite function takes at most 127 arguments. */
const maxPacked = 127;

/** The form for a single row, or for `many` rows of a page. */
export function rowForm(db: Knex, { selected }: Projection, many: boolean): RowForm {
  return selected.length > maxPacked || (many && !dialectOf(db).packsPages) ? 'plain' : 'packed';
}

/** What is prepared once per projection. The engine caches projections; this has the same lifetime. */
interface PreparedRead {
  /** The select lists. */
  readonly heads: Readonly<Record<RowForm, string>>;
  readonly joins: string;
  /** Expressions with bindings, in order. */
  readonly bound: Projection['selected'];
  /** Keys of the answer, in order. Keys without a reader are read for a whole page at once. */
  readonly columns: readonly { readonly key: string; readonly read: Reader['read'] | undefined }[];
  /** An answer with all values null, to be copied and filled. */
  readonly blank: AnswerRow;
  readonly texts: Readonly<Record<RowForm, Cache<string>>>;
  versioned?: Projection;
  versionedRows?: Projection;
}

/**
 * The maximum number of cached texts per projection and form. It limits memory against unusual filters. Values are bindings and
 * never in a text, so nothing needs to be invalidated.
 */
const maxTexts = 200;
/** Texts depend neither on the moment nor on the viewer; only their bindings do. */
const anyMoment = '2000-01-01 00:00:00.000';
const anybody: Viewer = { site: null };

/** What is prepared once per projection. */
export const preparedRead = follows((projection: Projection): PreparedRead => {
  const readers = new Map(projection.readers.map(({ key, read }) => [key, read]));
  const texts = projection.selected.map((sql) => sql(anyMoment, anybody).text);
  return {
    heads: {
      packed: `json_array(${texts.join(', ')}) as ${quote('packed')}`,
      plain: texts.map((text, place) => `${text} as ${quote(`c${place}`)}`).join(', '),
    },
    joins: projection.joins
      .map(({ alias, table, on }) => ` left join ${quote(table)} ${quote(alias)} on ${on}`)
      .join(''),
    bound: projection.selected.filter((sql) => sql(anyMoment, anybody).bindings.length > 0),
    columns: projection.keys.map((key) => ({ key, read: readers.get(key) })),
    blank: blankOf(projection.keys),
    texts: { packed: createCache(maxTexts), plain: createCache(maxTexts) },
  };
});

/**
 * An object parsed from JSON has a fixed layout. Its copies are as fast to fill and to serialize as object literals. Keys added
 * one by one make a dictionary, which costs twice as much.
 */
function blankOf(keys: readonly string[]): AnswerRow {
  return JSON.parse(JSON.stringify(Object.fromEntries(keys.map((key) => [key, null]))));
}

/** The text of a statement on a projection. `shape` must identify everything that `make` adds to the head and the joins. */
export function keptText(
  projection: Projection,
  form: RowForm,
  shape: string,
  make: (head: string, joins: string) => string,
): string {
  const { heads, joins, texts } = preparedRead(projection);
  if (shape.length > longestKept) return make(heads[form], joins);
  return texts[form].get(shape, () => make(heads[form], joins));
}

/** The values of rows in a form. */
export function valuesIn(rows: readonly DatabaseRow[], form: RowForm): SelectedValues[] {
  return form === 'packed' ? rows.map(({ packed }) => JSON.parse(String(packed))) : rows.map(Object.values);
}

/** The bindings of a projection's head. */
export function headBindings(
  projection: Projection,
  { storedNow, viewer }: Pick<ReadContext, 'storedNow' | 'viewer'>,
): Stored[] {
  return preparedRead(projection).bound.flatMap((sql) => [...sql(storedNow, viewer).bindings]);
}

/** The projection with the row's version at the end, for its ETag. */
export function withVersion(projection: Projection): Projection {
  const own = preparedRead(projection);
  own.versioned ??= {
    ...projection,
    selected: [...projection.selected, () => ({ text: columnOf(base, 'version'), bindings: [] })],
  };
  return own.versioned;
}

/** The key of the version in the rows of a page; no field has such a name. */
export const versionKey = '#version';

/** The projection with the version of each row under `versionKey`. */
export function withVersions(projection: Projection): Projection {
  const own = preparedRead(projection);
  const place = projection.selected.length;
  own.versionedRows ??= {
    ...withVersion(projection),
    readers: [...projection.readers, { key: versionKey, read: (row) => Number(row[place]) }],
    keys: [...projection.keys, versionKey],
  };
  return own.versionedRows;
}
