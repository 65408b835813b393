/** Compares what resources say of further tables (pairs, counts, delete rules, members) with those tables. */

import type { Table } from '../database/dialect/tables.ts';
import type { AggregateFacts, PairCountFacts, ReferencesFacts, WordsFacts } from '../kinds/field.ts';
import { listNames } from '../kinds/scalars/enum.ts';
import { type Registry, resourceAt } from '../model/resource.ts';
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
    const target = facts.kind === 'words' ? null : resourceAt(subject.registry, facts.to).table;
    const wanted = [
      { column: own, to: subject.resource.table, rule: ", 'CASCADE'" },
      ...(target === null ? [] : [{ column: other, to: target, rule: '' }]),
    ];
    for (const { column, to, rule } of wanted) {
      const refers = table.columns.get(column)?.refers;
      if (refers === undefined || refers?.table === to) continue;
      const line = `changeColumn(knex, '${facts.table}', (t) => reference(t, '${column}', '${to}'${rule}).notNullable(), { only: 'false' })`;
      report(
        `fields.${name}`,
        `“${column}” of “${facts.table}” refers to ${refers ? `“${refers.table}”` : 'nothing'}, and is to refer to “${to}”.`,
        `Change that in a migration, which stops where there are pairs: \`await ${line}\`.`,
      );
    }
    const rule = table.columns.get(own)?.refers;
    if (rule?.table === subject.resource.table && rule.onDelete !== 'CASCADE') {
      const line = referenceLine(facts.table, own, table, subject.resource.table, 'CASCADE');
      report(
        `fields.${name}`,
        `“${own}” of “${facts.table}” keeps a row that has pairs from being deleted: pairs are to go with their row.`,
        `Change that in a migration: \`await ${line}\`.`,
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

/** What keeps a row from being deleted is found by an index, and neither deleted nor unlinked by the database itself. */
export function compareDeleteRules(subject: TableComparison): void {
  const { resource, schema, report } = subject;
  for (const { table: name, column } of resource.blocks) {
    const key = `restrictDelete.${name}.${column}`;
    requireLookup(subject, key, name, column);
    const table = schema.get(name);
    const refers = table?.columns.get(column)?.refers;
    if (!table || refers?.table !== resource.table || refers.onDelete === null) continue;
    const does = refers.onDelete === 'CASCADE' ? 'deletes' : 'unlinks';
    report(
      key,
      `keeps a row that “${name}” refers to, and the foreign key of “${column}” ${does} those rows, which no rule, journal or count is told of.`,
      `Change that in a migration: \`await ${referenceLine(name, column, table, resource.table)}\`; or take it out of \`restrictDelete\`.`,
    );
  }
}

/** The line of a migration by which a column refers to a table with this rule. */
function referenceLine(
  name: string,
  column: string,
  { columns }: Table,
  to: string,
  rule?: 'CASCADE',
): string {
  const end = columns.get(column)?.nullable ? 'nullable' : 'notNullable';
  const given = rule ? `, '${rule}'` : '';
  return `changeColumn(knex, '${name}', (t) => reference(t, '${column}', '${to}'${given}).${end}())`;
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
