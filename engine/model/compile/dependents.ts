/** Finds the rows that refer to those of a resource. */
import type { Described } from '../../check/subject.ts';
import type { AnyDefinition } from '../../definition/definition.ts';
import type { Catalogues } from '../../definition/words.ts';
import { resourceTitle } from '../labels.ts';
import { type DeleteBlock, isDivided } from '../resource.ts';

/** A column that refers to rows of a resource, and the definition whose rows refer by it. */
interface Reference extends Pick<DeleteBlock, 'table' | 'column' | 'owner'> {
  readonly by: AnyDefinition;
}

/** Every column of definitions that refers to rows of one: their own, and those of their tables of pairs. */
export function referencesTo(
  { path }: AnyDefinition,
  definitions: ReadonlyMap<string, Described>,
): Reference[] {
  return [...definitions.values()].flatMap(({ definition: by, facts }) =>
    [...facts].flatMap(([name, one]): Reference[] => {
      if (one.kind === 'reference' && one.to === path) {
        return [{ by, table: by.table, column: name, owner: null }];
      }
      if (one.kind !== 'references' || one.to !== path) return [];
      return [{ by, table: one.table, column: one.other, owner: { table: by.table, column: one.own } }];
    }),
  );
}

export function buildDependents(
  definition: AnyDefinition,
  definitions: ReadonlyMap<string, Described>,
  catalogues: Catalogues,
): DeleteBlock[] {
  return referencesTo(definition, definitions).flatMap(({ by, ...place }) => {
    const block = {
      ...place,
      ...resourceTitle(by, catalogues),
      divided: isDivided(definition.scope, by.scope),
    };
    const counted = by.softDelete ? (['live', 'gone'] as const) : (['all'] as const);
    return counted.map((each) => ({ ...block, counted: each }));
  });
}
