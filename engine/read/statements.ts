/** The texts of reads, made once per shape: the same text again is the same string, which drivers find prepared. */

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
 * How rows come from the database. `packed`: each as the text of one JSON array, because a driver does much for each column
 * of an answer. `plain`: column by column.
 */
export type RowForm = 'packed' | 'plain';

/** Most values of a packed row: a function of SQLite takes no more than 127 arguments. */
const maxPacked = 127;

/** The form in which to read a single row, or `many` of a page. */
export function rowForm(db: Knex, { selected }: Projection, many: boolean): RowForm {
  return selected.length > maxPacked || (many && !dialectOf(db).packsPages) ? 'plain' : 'packed';
}

/** What is made of a projection once. Projections are kept by the engine, so this lives as long as they do. */
interface PreparedRead {
  /** What is selected. */
  readonly heads: Readonly<Record<RowForm, string>>;
  readonly joins: string;
  /** Expressions to which something is bound, in their order. */
  readonly bound: Projection['selected'];
  /** Keys of the answer, in order; without a reader those that are read for a whole page at once. */
  readonly columns: readonly { readonly key: string; readonly read: Reader['read'] | undefined }[];
  /** An answer of nulls, to be copied and filled. */
  readonly blank: AnswerRow;
  readonly texts: Readonly<Record<RowForm, Cache<string>>>;
  versioned?: Projection;
  versionedRows?: Projection;
}

/**
 * Texts that are kept of a projection in a form. It bounds what odd filters can make it hold. Values are bound, never in a text,
 * so that there is nothing to invalidate.
 */
const maxTexts = 200;
/** Texts depend neither on the moment nor on who looks, only what is bound to them. */
const anyMoment = '2000-01-01 00:00:00.000';
const anybody: Viewer = { site: null };

/** What is made of a projection once. */
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
 * Read from JSON, an object has its properties laid out once and for all, and its copies are as quick to fill and to make
 * JSON of as objects written out by hand. Keys put in one after the other make a dictionary instead, which costs twice.
 */
function blankOf(keys: readonly string[]): AnswerRow {
  return JSON.parse(JSON.stringify(Object.fromEntries(keys.map((key) => [key, null]))));
}

/** The text of a statement on a projection. `shape` stands for all that `make` puts beside the head and the joins. */
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

/** The values of rows that came in a form. */
export function valuesIn(rows: readonly DatabaseRow[], form: RowForm): SelectedValues[] {
  return form === 'packed' ? rows.map(({ packed }) => JSON.parse(String(packed))) : rows.map(Object.values);
}

/** What is bound to the head of a projection. */
export function headBindings(
  projection: Projection,
  { storedNow, viewer }: Pick<ReadContext, 'storedNow' | 'viewer'>,
): Stored[] {
  return preparedRead(projection).bound.flatMap((sql) => [...sql(storedNow, viewer).bindings]);
}

/** The projection with the row's version behind all else, which its entity tag needs. */
export function withVersion(projection: Projection): Projection {
  const own = preparedRead(projection);
  own.versioned ??= {
    ...projection,
    selected: [...projection.selected, () => ({ text: columnOf(base, 'version'), bindings: [] })],
  };
  return own.versioned;
}

/** Where the rows of a page have their version; no field has such a name. */
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
