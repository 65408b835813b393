/** Values that are revealed once, in a single answer. */
import { follows } from '../memoize.ts';

type FieldFacts = ReadonlyMap<string, { readonly facts: { readonly once?: true } }>;

/** A value that is revealed in one answer. Stored copies of the answer do not contain it. */
class ToldOnce {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  /** The value for the answer itself. */
  toJSON(): unknown {
    return this.#value;
  }
}

/** An answer as JSON, without the values that are revealed once. */
export function jsonToKeep(answer: unknown): string {
  return JSON.stringify(answer, function (this: Readonly<Record<string, unknown>>, key, value: unknown) {
    return this[key] instanceof ToldOnce ? undefined : value;
  });
}

/** Those values of fields that are revealed once; null if there are none. */
export function toldOnce(
  fields: FieldFacts,
  values: Readonly<Record<string, unknown>>,
): Record<string, ToldOnce> | null {
  const told = namesOnce(fields).filter((name) => values[name] !== undefined);
  if (told.length === 0) return null;
  return Object.fromEntries(told.map((name) => [name, new ToldOnce(values[name])]));
}

/** The names of the fields that are revealed once. */
export const namesOnce = follows((fields: FieldFacts): readonly string[] =>
  [...fields].flatMap(([name, { facts }]) => (facts.once ? [name] : [])),
);

interface Answering {
  readonly definition: { readonly on: 'row' | 'collection' };
  readonly answer: FieldFacts | null;
}

/**
 * Whether the journal records an own action by its name: it does if the action reveals a secret. Other actions write rows, which
 * have their own entries.
 */
export function isNotedByName({ definition, answer }: Answering): boolean {
  return definition.on === 'row' && answer !== null && namesOnce(answer).length > 0;
}
