/** Compiles the references that prevent a delete, or are released by it. */
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
    { by, field, table, column, owner, cleared, required }: Reference,
    counted: DeleteBlock['counted'] = by.softDelete ? 'live' : 'all',
  ): DeleteBlock => {
    const divided = isDivided(definition.scope, by.scope);
    const goes = required && by.scope === 'own';
    const from = { table, column, by: { path: by.path, field }, owner };
    return { ...from, cleared, counted, divided, goes, ...resourceTitle(by, catalogues) };
  };
  const holding = references.filter(
    ({ by, field, onDelete = isKept ? 'unlink' : 'restrict' }) =>
      by.scope !== 'own' && onDelete === 'restrict' && !(by.hung && field === 'site_id'),
  );
  const rules = definition.restrictDelete ?? [];
  return {
    dependents: references.map((one) => blockOf(one)),
    blocks: [
      ...holding.map((one) => blockOf(one)),
      ...rules.map(({ table, column, what, one = what }): DeleteBlock => {
        const titles = { one: say(one).text, many: say(what).text };
        const plain = { by: null, owner: null, counted: 'all', divided: false } as const;
        return { table, column, ...titles, ...plain, cleared: false, goes: false };
      }),
    ],
    released: references.flatMap((one) => {
      const isOwn = one.by.scope === 'own';
      // Rows that are deleted and kept remain valid targets of references; personal rows are deleted with their person anyway.
      if (isKept && !(isOwn && one.field === 'user_id')) return [];
      if (isOwn || one.onDelete === 'unlink') return [blockOf(one, 'all')];
      return one.by.softDelete ? [blockOf(one, 'gone')] : [];
    }),
  };
}
