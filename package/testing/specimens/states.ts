/** How a row comes into a state in which none begins, and which fields wait for one. */
import type { Resource } from '../../../engine/model/resource.ts';
import type { Body } from './rules.ts';

/** @returns the states on the way from a first state to the requested one; none if a row can begin in it */
export function wayTo({ definition: { states } }: Resource, wished: unknown): string[] {
  const { initial, transitions = {} } = states ?? {};
  if (!initial || typeof wished !== 'string' || initial.includes(wished)) return [];
  const ways = initial.map((one) => [one]);
  const reached = new Set(initial);
  // It grows as it is walked: the shortest way comes first.
  for (const way of ways) {
    for (const next of transitions[way.at(-1) ?? ''] ?? []) {
      if (next === wished) return [...way, next];
      if (!reached.has(next)) ways.push([...way, next]);
      reached.add(next);
    }
  }
  return [];
}

/** The first value that a row can reach, of several that a field may have. */
export function nearest<Value>(
  resource: Resource,
  name: string,
  values: readonly Value[],
): Value | undefined {
  if (resource.definition.states?.field !== name) return values[0];
  const { initial } = resource.definition.states;
  const ways = values
    .map((value) => ({ value, length: wayTo(resource, value).length }))
    .filter(({ value, length }) => length > 0 || !initial || initial.includes(String(value)));
  return (ways.toSorted((one, other) => one.length - other.length)[0] ?? { value: values[0] }).value;
}

/** The state in which a field can have a value; undefined if it always can. */
export function stateFor(resource: Resource, name: string): string | undefined {
  const { states, only = [] } = resource.definition;
  if (!states?.initial) return undefined;
  for (const { fields, beside } of only) {
    const wanted = fields.includes(name) ? beside[states.field] : undefined;
    if (!isWords(wanted) || states.initial.some((one) => wanted.includes(one))) continue;
    return nearest(resource, states.field, wanted);
  }
  return undefined;
}

/** The possible next states of a row; undefined if any state is, or the row is not known. */
export function openStates({ definition: { states } }: Resource, current: Readonly<Body> | null) {
  if (!states || !current) return undefined;
  const state = String(current[states.field]);
  return [state, ...(states.transitions[state] ?? [])];
}

/** Whether a value of `beside` is a list of words. */
export function isWords(wanted: unknown): wanted is readonly string[] {
  return Array.isArray(wanted);
}
