/** Nested values, whose parts are fields. */

import { isObject } from '../../kinds/nested.ts';
import type { Field } from '../../service/metadata.ts';
import { isEmpty, isPossible } from '../../service/metadata.ts';
import { idsOf, rowsOfPart } from './references.ts';
import { usualValue, type Values } from './values.ts';

/** A nested value: a list of entries with these fields, or a single entry; null for one that must be edited as JSON. */
export interface Shape {
  readonly isList: boolean;
  readonly parts: readonly Field[];
  /** The maximum number of entries. */
  readonly most: number;
  /** Whether they are owned rows, whose order matters. */
  readonly isOrdered: boolean;
}

export function shapeOf({ parts, ordered, limits: { max_items: most } = {} }: Field): Shape | null {
  if (!parts) return null;
  // Only lists have a maximum.
  const isList = most !== undefined;
  return { isList, parts, most: most ?? Number.POSITIVE_INFINITY, isOrdered: ordered === true };
}

/** The id of an owned row: users cannot edit it. */
const entryId = 'id';

/** The parts of an entry that a form shows, by its other values. */
export const askedParts = ({ parts }: Shape, entry: Values): Field[] =>
  parts.filter((part) => !part.read_only && part.name !== entryId && isPossible(part, entry));

/** A new entry. */
export const newEntry = ({ parts }: Shape): Values =>
  Object.fromEntries(
    parts.flatMap((part) => (part.default === undefined ? [] : [[part.name, usualValue(part)]])),
  );

/** A copy, as a separate entry. */
export const copyOf = (entry: Values): Values =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => name !== entryId));

/** An entry with another value of a part. Values that are no longer possible are removed. */
export function withPart({ parts }: Shape, entry: Values, part: Field, value: unknown): Values {
  const changed = { ...entry, [part.name]: part.nullable && isEmpty(value) ? null : value };
  const gone = parts.filter((one) => !isEmpty(changed[one.name]) && !isPossible(one, changed));
  return { ...changed, ...Object.fromEntries(gone.map(({ name }) => [name, null])) };
}
/**
 * A nested value with the rows of its ids, in the form of a row's value: for people.
 * @param stored the row's present value, for known names
 */
export function withNames({ parts = [] }: Field, value: unknown, stored: unknown): unknown {
  const entries = Array.isArray(value) ? value : [value];
  const named = entries.filter(isObject).map((entry) => {
    const rows = parts.flatMap((part) => {
      if (!part.reference) return [];
      const known = rowsOfPart(stored, part);
      const found = idsOf(entry[part.name]).map(
        (id) => known.find((row) => row.id === id) ?? { id, name: `#${id}` },
      );
      return [[part.reference.embed, found] as const];
    });
    return { ...entry, ...Object.fromEntries(rows) };
  });
  return Array.isArray(value) ? named : (named[0] ?? value);
}
