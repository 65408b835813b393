/** The texts of reads, made once per shape: the same text again is the same string, which drivers find prepared. */

import type { Scalar } from './condition.ts';
import { base } from './expression.ts';
import type { Projection, Reader } from './projection.ts';
import type { AnswerRow } from './read.ts';
import { columnOf, quote } from './sql.ts';

/** What is made of a projection once. Projections are kept by the engine, so this lives as long as they do. */
interface Prepared {
  /** What is selected. */
  readonly head: string;
  readonly joins: string;
  /** Expressions whose values depend on the moment, in their order. */
  readonly timed: Projection['selected'];
  /** Keys of the answer, in order; without a reader those that are read for a whole page at once. */
  readonly columns: readonly { readonly key: string; readonly read: Reader['read'] | undefined }[];
  /** An answer of nulls, to be copied and filled. */
  readonly blank: AnswerRow;
  readonly texts: Map<string, string>;
  versioned?: Projection;
}

/**
 * Most texts that are kept of a projection; one more empties the shelf. It bounds what odd filters can make it hold. Values are
 * bound, never in a text, so that there is nothing to invalidate.
 */
const mostTexts = 200;
const shelf = new WeakMap<Projection, Prepared>();
/** Texts do not depend on the moment, only what is bound to them. */
const anyMoment = '2000-01-01 00:00:00.000';

/** What is made of a projection once. */
export function prepared(projection: Projection): Prepared {
  const known = shelf.get(projection);
  if (known) return known;
  const readers = new Map(projection.readers.map(({ key, read }) => [key, read]));
  const made: Prepared = {
    head: projection.selected.map(({ name, sql }) => `${sql(anyMoment).text} as ${quote(name)}`).join(', '),
    joins: projection.joins
      .map(({ alias, table, on }) => ` left join ${quote(table)} ${quote(alias)} on ${on}`)
      .join(''),
    timed: projection.selected.filter(({ sql }) => sql(anyMoment).bindings.length > 0),
    columns: projection.keys.map((key) => ({ key, read: readers.get(key) })),
    blank: blankOf(projection.keys),
    texts: new Map(),
  };
  shelf.set(projection, made);
  return made;
}

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
  shape: string,
  make: (head: string, joins: string) => string,
): string {
  const { head, joins, texts } = prepared(projection);
  const known = texts.get(shape);
  if (known !== undefined) return known;
  const text = make(head, joins);
  if (texts.size >= mostTexts) texts.clear();
  texts.set(shape, text);
  return text;
}

/** What is bound to the head of a projection. */
export function headBindings(projection: Projection, storedNow: string): Scalar[] {
  return prepared(projection).timed.flatMap(({ sql }) => [...sql(storedNow).bindings]);
}

/** The projection with the row's version, which its entity tag needs. */
export function withVersion(projection: Projection): Projection {
  const own = prepared(projection);
  own.versioned ??= {
    ...projection,
    selected: [
      ...projection.selected.filter(({ name }) => name !== 'version'),
      { name: 'version', sql: () => ({ text: columnOf(base, 'version'), bindings: [] }) },
    ],
  };
  return own.versioned;
}
