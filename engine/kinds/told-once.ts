/** Values that are told once. */
import { follows } from '../memoize.ts';

type FieldFacts = ReadonlyMap<string, { readonly facts: { readonly once?: true } }>;

/** A value that is told in one answer: what keeps answers, to give them again, keeps it not. */
class ToldOnce {
  readonly #value: unknown;

  constructor(value: unknown) {
    this.#value = value;
  }

  /** What the answer itself says. */
  toJSON(): unknown {
    return this.#value;
  }
}

/** An answer as JSON, without the values that it alone tells. */
export function jsonToKeep(answer: unknown): string {
  return JSON.stringify(answer, function (this: Readonly<Record<string, unknown>>, key, value: unknown) {
    return this[key] instanceof ToldOnce ? undefined : value;
  });
}

/** Of the values of fields those that are told once; null if there are none. */
export function toldOnce(
  fields: FieldFacts,
  values: Readonly<Record<string, unknown>>,
): Record<string, ToldOnce> | null {
  const told = namesOnce(fields).filter((name) => values[name] !== undefined);
  if (told.length === 0) return null;
  return Object.fromEntries(told.map((name) => [name, new ToldOnce(values[name])]));
}

/** The names of the fields that are told once. */
export const namesOnce = follows((fields: FieldFacts): readonly string[] =>
  [...fields].flatMap(([name, { facts }]) => (facts.once ? [name] : [])),
);

interface Answering {
  readonly definition: { readonly on: 'row' | 'collection' };
  readonly answer: FieldFacts | null;
}

/** Whether the journal has an entry under the name of an own action: it gives out a secret. Others write rows, which have entries of their own. */
export function isNotedByName({ definition, answer }: Answering): boolean {
  return definition.on === 'row' && answer !== null && namesOnce(answer).length > 0;
}
