/** Finds resources that require each other, so that no first row could be created. */
import { isReference } from '../../kinds/kind.ts';
import type { Described, Subject } from '../subject.ts';

interface Step {
  /** The resource, and the field that requires the next one. */
  readonly path: string;
  readonly field: string;
}

export function checkCircles({ definition, others, report }: Subject): void {
  const circle = circleFrom(others, definition.path);
  // A cycle is reported once: by the first of its resources.
  if (!circle || circle.some(({ path }) => path < definition.path)) return;
  const way = circle.map(({ path, field }) => `${path}.${field}`).join(' → ');
  const key = `fields.${circle[0]?.field}`;
  report(
    key,
    `no first row could be made: ${way} → ${definition.path}.`,
    'Wrap one of these references in `Nullable`.',
  );
}

/** The shortest cycle of required references through a resource; null if there is none. */
function circleFrom(others: ReadonlyMap<string, Described>, start: string): readonly Step[] | null {
  const seen = new Set<string>();
  let ways: (readonly Step[])[] = [[]];
  const endOf = (way: readonly Step[]): string => {
    const last = way.at(-1);
    const fact = last && others.get(last.path)?.facts.get(last.field);
    return isReference(fact) ? fact.to : start;
  };
  while (ways.length > 0) {
    const next: (readonly Step[])[] = [];
    for (const way of ways) {
      const path = endOf(way);
      for (const [field, fact] of others.get(path)?.facts ?? []) {
        if (!isReference(fact) || fact.nullable) continue;
        const further = [...way, { path, field }];
        if (fact.to === start) return further;
        if (seen.has(fact.to)) continue;
        seen.add(fact.to);
        next.push(further);
      }
    }
    ways = next;
  }
  return null;
}
