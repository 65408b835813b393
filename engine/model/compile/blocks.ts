/** Makes ready what holds rows of a definition in place, and what lets go of them. */
import { type Described, type Reference, referencesTo } from '../../check/subject.ts';
import type { AnyDefinition } from '../../definition/definition.ts';
import type { Catalogues } from '../../definition/words.ts';
import { say } from '../../message.ts';
import { resourceTitle } from '../labels.ts';
import type { DeleteBlock, Resource } from '../resource.ts';
import { isDivided } from '../scope.ts';

export function buildBlocks(
  definition: AnyDefinition,
  definitions: ReadonlyMap<string, Described>,
  catalogues: Catalogues,
): Pick<Resource, 'dependents' | 'blocks' | 'released'> {
  const isKept = definition.softDelete === true;
  const references = referencesTo(definition, definitions);
  const blockOf = (
    { by, table, column, owner, cleared }: Reference,
    counted: DeleteBlock['counted'] = by.softDelete ? 'live' : 'all',
  ): DeleteBlock => {
    const divided = isDivided(definition.scope, by.scope);
    return { table, column, owner, cleared, counted, divided, ...resourceTitle(by, catalogues) };
  };
  const holding = references.filter(
    ({ onDelete = isKept ? 'unlink' : 'restrict' }) => onDelete === 'restrict',
  );
  const rules = definition.restrictDelete ?? [];
  return {
    dependents: references.map((one) => blockOf(one)),
    blocks: [
      ...holding.map((one) => blockOf(one)),
      ...rules.map(({ table, column, what, one = what }): DeleteBlock => {
        const titles = { one: say(one).text, many: say(what).text };
        return { table, column, ...titles, owner: null, counted: 'all', divided: false, cleared: false };
      }),
    ],
    // What is kept when it is deleted stays what others refer to.
    released: (isKept ? [] : references).flatMap((one) => {
      if (one.onDelete === 'unlink') return [blockOf(one, 'all')];
      return one.by.softDelete ? [blockOf(one, 'gone')] : [];
    }),
  };
}
