/** How fields are made. */
import { Type } from '../typebox.ts';
import { type Facts, type Field, factsKey, type Made, type Tag } from './facts.ts';
import type { Wording } from './wording.ts';

export { type Field, factsOf, type Tag } from './facts.ts';

/** What a field was made of, as its author wrote it; undefined for what is no field. */
export function optionsOf(field: object): Made | undefined {
  const facts: unknown = Reflect.get(field, factsKey);
  return typeof facts === 'object' && facts !== null ? Reflect.get(facts, 'made') : undefined;
}

/** Joins a JSON Schema and the facts in one object. @param made what it was made of, where it is a new field */
export function make<Value, Tags extends Tag>(
  schema: Record<string, unknown>,
  facts: Facts,
  made: Made | undefined = facts.made,
): Field<Value, Tags> {
  return { ...Type.Unsafe<Value>(schema), [factsKey]: made ? { ...facts, made } : facts };
}

/** What a constructor was called with. */
export const madeBy = (by: string, ...given: readonly (object | undefined)[]): Made => ({
  by,
  options: Object.assign({}, ...given),
});

/** The named options that were given, so that one left out is no key at all. */
export const keep = <O extends object>(options: O, names: readonly (keyof O)[]): Partial<O> =>
  Object.fromEntries(
    names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  ) as Partial<O>;

/** What most options have. */
export interface Common<Value> extends Wording {
  readonly default?: Value;
}

/** The tag of a field whose options name a default. */
export type Defaulted<O> = O extends { readonly default: unknown } ? 'default' : never;

/** Whether a create must name it. */
export const isNeeded = (facts: Facts): boolean =>
  !facts.nullable && !facts.optional && !('default' in facts);

/** What a field that is never empty holds where it says nothing; undefined of others. */
export function plainDefault({ nullable, default: usual }: Facts): Facts['default'] {
  return nullable ? undefined : usual;
}
