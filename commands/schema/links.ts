/** Compares the other tables of resources (pairs, counts, delete rules, members) with the definitions. */
import type { ColumnReference } from '../../engine/database/dialect/content.ts';
import { referenceLine } from '../../engine/features/schema/column-type.ts';
import { pairReference } from '../../engine/features/schema/expected.ts';
import { sameNames, type TableComparison } from '../../engine/features/schema/feature.ts';
import type { OwnedFacts } from '../../engine/kinds/facts.ts';
import {
  isAggregate,
  isFirst,
  isOwned,
  isPairCount,
  isPaired,
  isReference,
  isReferences,
} from '../../engine/kinds/kind.ts';
import { listNames } from '../../engine/kinds/scalars/enum.ts';
import { type Resource, resourceAt } from '../../engine/model/resource.ts';
import { deletionIn } from './holdings.ts';
import { requireColumns, requireIndex } from './needs.ts';

/** Tables with many references or words of a row: each pair once, and found from both sides. */
export function checkLists(subject: TableComparison): void {
  for (const [name, { facts }] of subject.resource.fields) {
    if (isOwned(facts)) checkEntries(subject, name, facts);
    if (!isPaired(facts)) continue;
    const { own, column: other } = facts;
    const table = requireColumns(subject, `fields.${name}`, facts.table, [own, other]);
    if (!table) continue;
    if (
      !table.indexes.some(
        ({ unique, columns }) => unique && sameNames([...columns].sort(), [own, other].sort()),
      )
    ) {
      subject.report(
        `fields.${name}`,
        `“${facts.table}” allows the same pair twice.`,
        `Add it in a migration: \`t.primary([${listNames([own, other])}])\`.`,
      );
    }
    checkRefers(subject, name, facts.table, own, ownerOf(subject));
    if (isReferences(facts))
      checkRefers(subject, name, facts.table, other, pairReference(facts, subject.registry));
    // Words need the index for filters only. Other rows also need it for deletes.
    const lookedFor = isReferences(facts) || subject.resource.filters.has(name);
    for (const column of lookedFor ? [own, other] : [own]) {
      const problem = `“${facts.table}” has no index for ${column}.`;
      requireIndex(subject, { table: facts.table, key: `fields.${name}`, problem }, [[column]]);
    }
  }
}

/** Owned entries are deleted with their row. */
const ownerOf = ({ resource }: TableComparison): ColumnReference => ({
  table: resource.table,
  onDelete: 'CASCADE',
});

/** The entries of a list are found by their row, in their order. */
function checkEntries(subject: TableComparison, name: string, { table, own, order }: OwnedFacts): void {
  const key = `fields.${name}`;
  if (!requireColumns(subject, key, table, ['id', own, order])) return;
  checkRefers(subject, name, table, own, ownerOf(subject));
  const problem = `“${table}” has no index for the entries of a row in their order.`;
  requireIndex(subject, { table, key, problem }, [[own, order]]);
}

function checkRefers(
  { schema, report }: TableComparison,
  name: string,
  table: string,
  column: string,
  to: ColumnReference,
): void {
  const refers = schema.get(table)?.columns.get(column)?.refers;
  if (refers === undefined || (refers?.table === to.table && refers.onDelete === to.onDelete)) return;
  const isOther = refers?.table !== to.table;
  const line = `changeColumn(knex, '${table}', (t) => ${referenceLine(column, to)}.notNullable())`;
  report(
    `fields.${name}`,
    `“${column}” of “${table}” refers to ${inWords(refers, isOther)}, but must refer to ${inWords(to, isOther)}.`,
    `Change that in a migration${isOther ? ', which first deletes the rows, since their ids are of others' : ''}: \`await ${line}\`.`,
  );
}

export function checkCounts(subject: TableComparison): void {
  for (const [name, { facts }] of subject.resource.fields) {
    const key = `fields.${name}`;
    if (isAggregate(facts)) {
      const { of, foreign, sum } = facts;
      requireLookup(subject, key, resourceAt(subject.registry, of).table, foreign, sum ? [sum] : []);
    } else if (isFirst(facts)) {
      requireLookup(subject, key, resourceAt(subject.registry, facts.of).table, facts.foreign);
    } else if (isPairCount(facts)) {
      const { table, foreign, through, distinct, site } = facts;
      const read = [...(distinct ? [distinct] : []), ...(site ? [site] : [])];
      requireLookup(subject, key, table, foreign, through ? [through.column] : read);
      if (through) requireColumns(subject, key, through.table, ['id', ...read]);
    }
  }
}

function inWords(refers: ColumnReference | null, isOther: boolean): string {
  if (refers === null) return 'nothing';
  return `“${refers.table}”${isOther ? '' : ` with ${deletionIn(refers)}`}`;
}

/** Each delete looks for rows that prevent it. No other row may prevent it without a declaration. */
export function compareDeleteRules(subject: TableComparison): void {
  const { resource, registry, schema, report } = subject;
  const { softDelete, definition, table: own } = resource;
  for (const { table, column } of definition.restrictDelete ?? []) {
    const key = `restrictDelete.${table}.${column}`;
    requireLookup(subject, key, table, column);
    const refers = schema.get(table)?.columns.get(column)?.refers;
    if (refers?.table !== own || refers.onDelete === null) continue;
    const does = refers.onDelete === 'CASCADE' ? 'deletes' : 'unlinks';
    report(
      key,
      `keeps a row that “${table}” refers to, and the foreign key of “${column}” ${does} those rows, without rules, journal and counts.`,
      `Change that in a migration: \`await changeColumn(knex, '${table}', (t) => reference(t, '${column}', '${own}').${schema.get(table)?.columns.get(column)?.nullable ? 'nullable' : 'notNullable'}())\`; or take it out of \`restrictDelete\`.`,
    );
  }
  for (const { name, facts } of resource.references) {
    const isOwn = isReference(facts) && (name in definition.fields || name === 'user_id');
    if (!isOwn || !concernsDeletes(resourceAt(registry, facts.to), own, name)) continue;
    requireLookup(subject, `fields.${name}`, own, name);
  }
  // References to a row that is kept stay. A hook decides for itself, and a table with versions has its own definition.
  if (softDelete || definition.guards?.delete || definition.hooks?.beforeDelete) return;
  for (const [name, { columns }] of schema) {
    for (const [column, { refers }] of columns) {
      if (refers?.table !== own || refers.onDelete !== null || columns.has('version')) continue;
      if (concernsDeletes(resource, name, column) || isListOf(resource, name)) continue;
      report(
        'restrictDelete',
        `rows of “${name}” prevent the deletion of these rows, by their column “${column}”, and no definition names them.`,
        `Add \`{ table: '${name}', column: '${column}', what: '…' }\`.`,
      );
    }
  }
}

/** Whether a table has lists of the rows of a resource. */
function isListOf({ fields }: Resource, table: string): boolean {
  return [...fields.values()].some(({ facts }) => 'table' in facts && facts.table === table);
}

/** Whether rows of a table prevent the deletion of those of a resource by a column, or lose the reference. */
function concernsDeletes({ blocks, released }: Resource, table: string, column: string): boolean {
  return [...blocks, ...released].some((one) => one.table === table && one.column === column);
}

export function checkMembers(subject: TableComparison): void {
  const { scope } = subject.resource;
  if (typeof scope === 'string') return;
  requireLookup(subject, 'scope.members', scope.members.table, scope.members.key, ['site_id']);
}

/** A table that rows are looked up in by a column, and that has further ones. */
function requireLookup(
  subject: TableComparison,
  key: string,
  name: string,
  column: string,
  further: readonly string[] = [],
): void {
  if (!requireColumns(subject, key, name, [column, ...further])) return;
  const problem = `“${name}” has no index for ${column}.`;
  requireIndex(subject, { table: name, key, problem }, [[column]]);
}
