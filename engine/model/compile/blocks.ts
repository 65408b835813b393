/** Makes ready what a definition says of rows that hold its own in place. */
import type { Described, Loaded } from '../../check/subject.ts';
import type { Catalogues } from '../../definition/words.ts';
import { say } from '../../message.ts';
import { resourceTitle } from '../labels.ts';
import { type DeleteBlock, isDivided } from '../resource.ts';
import { referencesTo } from './dependents.ts';

export function buildBlocks(
  { file, definition }: Loaded,
  definitions: ReadonlyMap<string, Described>,
  catalogues: Catalogues,
): DeleteBlock[] {
  return (definition.restrictDelete ?? []).map((rule): DeleteBlock => {
    if (typeof rule !== 'string') {
      const { table, column, what, one = what } = rule;
      const pair = referencesTo(definition, definitions).find(
        (each) => each.owner && each.table === table && each.column === column,
      );
      return {
        ...{ table, column, one: say(one).text, many: say(what).text, divided: false },
        owner: pair?.owner ?? null,
        counted: pair?.by.softDelete ? 'live' : 'all',
      };
    }
    const [path = '', column = ''] = rule.split('.');
    const other = definitions.get(path)?.definition;
    if (!other) throw new Error(`${file}: there is no resource ${path}.`);
    return {
      ...{ table: other.table, column, owner: null, ...resourceTitle(other, catalogues) },
      counted: other.softDelete ? 'live' : 'all',
      divided: isDivided(definition.scope, other.scope),
    };
  });
}
