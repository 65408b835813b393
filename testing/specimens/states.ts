/** How a row comes into a state in which none begins. */
import type { Resource } from '../../engine/model/resource.ts';

/** @returns the states to go through, from one that a row can be made in to the one that is wished; none where it can be made in that */
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
