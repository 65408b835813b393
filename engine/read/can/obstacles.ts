/** What holds rows in place, as a condition: for a whole page at once. */
import { type Condition, eq, or } from '../../condition.ts';
import type { Resource } from '../../model/resource.ts';
import { countedCondition } from '../../model/scope.ts';

/** The rows of a resource of which a delete would be refused: those that others hold, and the one with a mark that must not go. */
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
