/** Values for the fields of definitions: right ones that differ by a number, and wrong ones of every kind. */

import { isColumn } from '../../../engine/kinds/kind.ts';
import { type Ingredients, pick } from '../../../engine/kinds/scalars/scalar.ts';
import type { FieldModel, Resource } from '../../../engine/model/resource.ts';

const locales = ['fr', 'en'];

/**
 * A right value of a field that refers to nothing.
 *
 * @returns undefined for a kind of which no value follows from its declaration
 */
export function rightValue({ schema, facts }: FieldModel, given: Omit<Ingredients, 'locales'>): unknown {
  if (isColumn(facts)) return facts.scalar.specimen.right(schema, { ...given, locales }, facts);
  if (facts.kind !== 'words') return undefined;
  return facts.values ? [pick(facts.values, given.variant)] : [];
}

/** A value that a field must refuse. */
export interface Wrong {
  readonly what: string;
  readonly value: unknown;
}

const wrongByKind: Readonly<Record<string, readonly unknown[]>> = {
  reference: ['1', true, 0, -1, 1.5, 2 ** 31, {}, 2_147_483_646],
  references: [1, '1', ['1'], [0], [1.5], [2_147_483_646], {}],
  words: ['word', 5, [5], {}, ['\0']],
  nested: ['word', 5, {}, [5]],
};

/** Every kind of wrong value of a settable field, beside null and the empty text. */
export function wrongValues({ schema, facts }: FieldModel): Wrong[] {
  const values = isColumn(facts)
    ? [...facts.scalar.specimen.wrong(schema)]
    : [...(wrongByKind[facts.kind] ?? [])];
  if (Number(schema.minItems) > 0) values.push([]);
  if (facts.kind === 'words' && facts.values) values.push(['nonsense'], [facts.values[0], facts.values[0]]);
  return values.map((value) => ({ what: JSON.stringify(value).slice(0, 40), value }));
}

/** Names of fields whose values two rows may not share, and so every text by which rows are told apart. */
export function distinctFields(resource: Resource): ReadonlySet<string> {
  return new Set(['name', ...resource.unique.flatMap(({ fields }) => fields)]);
}
