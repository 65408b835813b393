/** Conditions that prevent a delete, for a whole page at once. */
import { type Condition, eq, or } from '../../condition.ts';
import type { Resource } from '../../model/resource.ts';
import { countedCondition } from '../../model/scope.ts';

/** The rows of a resource that cannot be deleted: those that other rows refer to, and the one with a mark that must stay. */
export function heldCondition({ blocks, atMostOne }: Resource): Condition {
  const standing = blocks.filter(({ cleared }) => !cleared);
  const marks = atMostOne.filter(({ declared }) => declared.undeletable);
  return or(
    ...standing.map((block): Condition => {
      const { table, column } = block;
      return { op: 'exists', table, foreign: column, column: 'id', where: countedCondition(block) };
    }),
    ...marks.map(({ declared }) => eq(declared.field, 1)),
  );
}
