/** Compares what resources say of further tables (pairs, counts, delete rules, members) with those tables. */
import type { ColumnReference } from '../database/dialect/content.ts';
import type { AggregateFacts, PairCountFacts, ReferencesFacts, WordsFacts } from '../kinds/field.ts';
import { listNames } from '../kinds/scalars/enum.ts';
import { type Registry, type Resource, resourceAt } from '../model/resource.ts';
import { referenceLine } from './column-type.ts';
import { deletionIn } from './compare-holdings.ts';
import { pairReference } from './expected.ts';
import { requireColumns, requireIndex, sameNames, type TableComparison } from './schema.ts';

/** Tables that hold many references or words of a row: each once, and found from either side. */
export function checkLists(subject: TableComparison): void {
  for (const [name, { facts }] of subject.resource.fields) {
    if (facts.kind !== 'references' && facts.kind !== 'words') continue;
    const [own, other] = pairOf(facts);
    const table = requireColumns(subject, `fields.${name}`, facts.table, [own, other]);
    if (!table) continue;
    const { report } = subject;
    if (
      !table.indexes.some(
        ({ unique, columns }) => unique && sameNames([...columns].sort(), [own, other].sort()),
      )
    ) {
      report(
        `fields.${name}`,
        `“${facts.table}” does not keep a pair from being there twice.`,
        `Add it in a migration: \`t.primary([${listNames([own, other])}])\`.`,
      );
    }
    const wanted = new Map<string, ColumnReference>([
      [own, { table: subject.resource.table, onDelete: 'CASCADE' }],
    ]);
    if (facts.kind !== 'words') wanted.set(other, pairReference(facts, subject.registry));
    for (const [column, to] of wanted) {
      const refers = table.columns.get(column)?.refers;
      if (refers === undefined || (refers?.table === to.table && refers.onDelete === to.onDelete)) continue;
      const isOther = refers?.table !== to.table;
      const line = `changeColumn(knex, '${facts.table}', (t) => ${referenceLine(column, to)}.notNullable()${isOther ? ", { only: 'false' }" : ''})`;
      report(
        `fields.${name}`,
        `“${column}” of “${facts.table}” refers to ${inWords(refers, isOther)}, and is to refer to ${inWords(to, isOther)}.`,
        `Change that in a migration${isOther ? ', which stops where there are pairs' : ''}: \`await ${line}\`.`,
      );
    }
    // Words are looked for where they are filtered by, other rows also when they are to be deleted.
    const lookedFor = facts.kind === 'references' || subject.resource.filters.has(name);
    for (const column of lookedFor ? [own, other] : [own]) {
      const problem = `“${facts.table}” has no index to find pairs by ${column}.`;
      requireIndex(subject, { table: facts.table, key: `fields.${name}`, problem }, [[column]]);
    }
  }
}

function pairOf(facts: ReferencesFacts | WordsFacts): [string, string] {
  return [facts.own, facts.kind === 'words' ? facts.column : facts.other];
}

export function checkCounts(subject: TableComparison): void {
  for (const [name, { facts }] of subject.resource.fields) {
    if (facts.kind !== 'aggregate' && facts.kind !== 'pairs') continue;
    const key = `fields.${name}`;
    requireLookup(subject, key, tableOf(facts, subject.registry), facts.foreign, furtherOf(facts));
    if (facts.kind !== 'pairs') continue;
    const { through, distinct, site } = facts;
    const siteColumns = site === undefined ? [] : [site];
    if (through && distinct) requireColumns(subject, key, through.table, ['id', distinct, ...siteColumns]);
    else requireColumns(subject, key, facts.table, siteColumns);
  }
}

/** Columns that a count reads in the table it counts in, beside the one it looks rows up by. */
function furtherOf(facts: AggregateFacts | PairCountFacts): string[] {
  const further =
    facts.kind === 'aggregate' ? facts.sum : facts.through ? facts.through.column : facts.distinct;
  return further === undefined ? [] : [further];
}

function tableOf(facts: AggregateFacts | PairCountFacts, registry: Registry): string {
  return facts.kind === 'pairs' ? facts.table : resourceAt(registry, facts.of).table;
}

function inWords(refers: ColumnReference | null, isOther: boolean): string {
  if (refers === null) return 'nothing';
  return `“${refers.table}”${isOther ? '' : ` with ${deletionIn(refers)}`}`;
}

/** Rows that hold others in place are looked for at each delete; and none does of which nothing is said. */
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
      `keeps a row that “${table}” refers to, and the foreign key of “${column}” ${does} those rows, which no rule, journal or count is told of.`,
      `Change that in a migration: \`await changeColumn(knex, '${table}', (t) => reference(t, '${column}', '${own}').${schema.get(table)?.columns.get(column)?.nullable ? 'nullable' : 'notNullable'}())\`; or take it out of \`restrictDelete\`.`,
    );
  }
  for (const { name, facts } of resource.references) {
    const isOwn = facts.kind === 'reference' && name in definition.fields;
    if (!isOwn || !concernsDeletes(resourceAt(registry, facts.to), own, name)) continue;
    requireLookup(subject, `fields.${name}`, own, name);
  }
  // What a row that is kept is referred to by stays as it is; what a hook judges is its business, and a table with versions that of a definition.
  if (softDelete || definition.guards?.delete || definition.hooks?.beforeDelete) return;
  for (const [name, { columns }] of schema) {
    for (const [column, { refers }] of columns) {
      if (refers?.table !== own || refers.onDelete !== null || columns.has('version')) continue;
      if (concernsDeletes(resource, name, column) || isListOf(resource, name)) continue;
      report(
        'restrictDelete',
        `rows of “${name}” keep these from being deleted, by their column “${column}”, and no definition says what they are.`,
        `Add \`{ table: '${name}', column: '${column}', what: '…' }\`.`,
      );
    }
  }
}

/** Whether a table holds lists of the rows of a resource. */
function isListOf({ fields }: Resource, table: string): boolean {
  return [...fields.values()].some(({ facts }) => 'own' in facts && facts.table === table);
}

/** Whether rows of a table hold those of a resource in place by a column, or let go of them. */
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
  const problem = `“${name}” has no index to find rows by ${column}.`;
  requireIndex(subject, { table: name, key, problem }, [[column]]);
}
