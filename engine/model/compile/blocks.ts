/** Makes ready what a definition says of rows that hold its own in place. */
import type { Described, Loaded } from '../../check/subject.ts';
import type { Catalogues } from '../../definition/words.ts';
import { say } from '../../message.ts';
import { titleOf } from '../labels.ts';
import { type DeleteBlock, isDivided } from '../resource.ts';

export function buildBlocks(
  { file, definition }: Loaded,
  definitions: ReadonlyMap<string, Described>,
  catalogues: Catalogues,
): DeleteBlock[] {
  return (definition.restrictDelete ?? []).map((rule) => {
    if (typeof rule !== 'string') {
      const { table, column, what, one = what } = rule;
      return { table, column, one: say(one).text, many: say(what).text, live: false, divided: false };
    }
    const [table = '', column = ''] = rule.split('.');
    const other = [...definitions.values()].find((one) => one.definition.table === table)?.definition;
    if (!other) throw new Error(`${file}: no resource has the table ${table}.`);
    const divided = isDivided(definition.scope, other.scope);
    return { table, column, ...titleOf(other, catalogues), live: other.softDelete === true, divided };
  });
}
