/** Values for the fields of definitions: right ones that differ by a number, and wrong ones of every kind. */

import type { Ingredients } from '../../../engine/kinds/scalars/scalar.ts';
import { structureOf } from '../../../engine/kinds/structures/structures.ts';
import type { FieldModel, Resource } from '../../../engine/model/resource.ts';

const locales = ['fr', 'en'];

/**
 * A right value of a field that refers to nothing.
 *
 * @returns undefined for a kind of which no value follows from its declaration
 */
export function rightValue({ schema, facts }: FieldModel, given: Omit<Ingredients, 'locales'>): unknown {
  return structureOf(facts).specimen?.right?.(schema, { ...given, locales }, facts);
}

/** A value that a field must refuse. */
export interface Wrong {
  readonly what: string;
  readonly value: unknown;
}

/** Every kind of wrong value of a settable field, beside null and the empty text. */
export function wrongValues({ schema, facts }: FieldModel): Wrong[] {
  const values = [...(structureOf(facts).specimen?.wrong(schema, facts) ?? [])];
  if (Number(schema.minItems) > 0) values.push([]);
  return values.map((value) => ({ what: JSON.stringify(value).slice(0, 40), value }));
}

/** Names of fields whose values must differ between rows, and so all texts that distinguish rows. */
export function distinctFields(resource: Resource): ReadonlySet<string> {
  return new Set(['name', ...resource.unique.flatMap(({ fields }) => fields)]);
}
