/** Makes fields. */
import { Type } from '../typebox.ts';
import { type Facts, type Field, factsKey, type Made, type Tag } from './facts.ts';
import type { Wording } from './wording.ts';

export { type Field, factsOf, type Tag } from './facts.ts';

/** The options of a field, as its author wrote them; undefined for an object that is no field. */
export function optionsOf(field: object): Made | undefined {
  const facts: unknown = Reflect.get(field, factsKey);
  return typeof facts === 'object' && facts !== null ? Reflect.get(facts, 'made') : undefined;
}

/** Merges a JSON Schema and the facts into one object. @param made constructor and arguments of a new field */
export function make<Value, Tags extends Tag>(
  schema: Record<string, unknown>,
  facts: Facts,
  made: Made | undefined = facts.made,
): Field<Value, Tags> {
  return { ...Type.Unsafe<Value>(schema), [factsKey]: made ? { ...facts, made } : facts };
}

/** The constructor and its arguments. */
export const madeBy = (by: string, ...given: readonly (object | undefined)[]): Made => ({
  by,
  options: Object.assign({}, ...given),
});

/** The named options that were given. An option that was left out has no key. */
export const keep = <O extends object>(options: O, names: readonly (keyof O)[]): Partial<O> =>
  Object.fromEntries(
    names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  ) as Partial<O>;

/** Options that most constructors have. */
export interface Common<Value> extends Wording {
  readonly default?: Value;
}

/** The tag of a field whose options have a default. */
export type Defaulted<O> = O extends { readonly default: unknown } ? 'default' : never;

/** Whether a create must contain it. */
export const isNeeded = (facts: Facts): boolean =>
  !facts.nullable && !facts.optional && !('default' in facts);

/** The default of a field that is never empty; undefined for other fields. */
export function plainDefault({ nullable, default: usual }: Facts): Facts['default'] {
  return nullable ? undefined : usual;
}
