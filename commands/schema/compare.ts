/** Compares resources with their tables: finds what would otherwise fail, or be slow, at the first request. */

import type { DatabaseSchema, Index, Table } from '../../engine/database/dialect/tables.ts';
import { checkColumns, checkOpen, compareBy, type TableCheck } from '../../engine/features/schema/columns.ts';
import {
  entryTable,
  expectedColumns,
  ownerColumns,
  uniqueRules,
} from '../../engine/features/schema/expected.ts';
import { type SchemaFinding, sameNames, type TableComparison } from '../../engine/features/schema/feature.ts';
import type { UniqueRule } from '../../engine/index-name.ts';
import { isOwned, isReference } from '../../engine/kinds/kind.ts';
import { listNames } from '../../engine/kinds/scalars/enum.ts';
import { hasSearchedTexts, type Registry, type Resource } from '../../engine/model/resource.ts';
import { ownerColumn } from '../../engine/policy.ts';
import { changeCall, checkHoldings, checkRanks, checkRoom, checkValues, isDrafted } from './holdings.ts';
import { checkCounts, checkLists, checkMembers, compareDeleteRules } from './links.ts';
import { mayLackValues, reportMissing, requireIndex } from './needs.ts';
import { checkRename } from './renames.ts';

/**
 * All differences between a schema and what the resources need; empty if there are none.
 * @param registry resources whose definitions are correct in themselves
 */
export function compareWithSchema(registry: Registry, schema: DatabaseSchema): SchemaFinding[] {
  return compareBy(registry, schema, tableChecks);
}

/** Columns that are missing, or differ from their fields, without a look at indexes. */
export function compareTables(registry: Registry, schema: DatabaseSchema): SchemaFinding[] {
  return compareBy(registry, schema, [checkColumns, checkOpen, checkRoom]);
}

/** What no draft changes in existing tables, since only an author knows what becomes of rows. */
export function compareLeft(registry: Registry, schema: DatabaseSchema): SchemaFinding[] {
  const left: TableCheck = (subject) => checkHoldings(subject, (change) => !isDrafted(change));
  const own = [left, checkOpen, checkRequired];
  const all = [...own, checkReleased, checkRanks, checkValues, inEntries(own)];
  return compareBy(registry, schema, all).filter(({ key }) => key !== 'table');
}

/** Checks of the tables of entries, which these share with the table of a resource. */
function inEntries(
  checks: readonly ((subject: TableComparison, beside: readonly string[]) => void)[],
): TableCheck {
  return (subject) => {
    for (const [name, { facts, ...field }] of subject.resource.fields) {
      const table = isOwned(facts) ? subject.schema.get(facts.table) : undefined;
      if (!isOwned(facts) || !table) continue;
      const report: TableComparison['report'] = (key, ...said) =>
        subject.report(key.replace('fields.', `fields.${name}.`), ...said);
      const entries = {
        ...subject,
        resource: entryTable(subject.resource, { ...field, facts }),
        table,
        report,
      };
      for (const check of checks) check(entries, ownerColumns(facts));
    }
  };
}

const holds: TableCheck = (subject) => checkHoldings(subject);

const tableChecks: readonly TableCheck[] = [
  checkRename,
  checkColumns,
  checkOpen,
  holds,
  checkReleased,
  checkRequired,
  checkUnknownColumns,
  compareUnique,
  checkUnknownUnique,
  checkSorts,
  checkRanks,
  checkValues,
  compareFilters,
  compareSearch,
  checkLists,
  inEntries([checkColumns, checkOpen, holds, checkRequired, checkUnknownColumns]),
  checkCounts,
  compareDeleteRules,
  checkMembers,
];

/** Softly deleted rows would prevent the deletion of rows that they refer to, and no user could remove them. */
function checkReleased({ resource, table, registry, report }: TableComparison): void {
  for (const { column, key, released, holds } of expectedColumns(resource, registry)) {
    if (!released || table.columns.get(column)?.nullable !== false) continue;
    report(
      key,
      `prevents the deletion of rows that deleted rows refer to: the column “${column}” in “${resource.table}” does not allow null.`,
      holds
        ? `Write a migration: \`await ${changeCall(resource.table, column, holds, true)}\`.`
        : 'Change it in a migration.',
    );
  }
}

/** The engine never writes null there, but other programs may. */
function checkRequired({ resource, table, registry, report }: TableComparison): void {
  for (const expected of expectedColumns(resource, registry)) {
    if (!mayLackValues(expected, table)) continue;
    const { column, holds } = expected;
    const call = holds ? `: \`await ${changeCall(resource.table, column, holds, false)}\`` : '';
    report(
      expected.key,
      `is required, but its column “${expected.column}” in “${resource.table}” allows null.`,
      `Write a migration${call}, after a line that gives rows without a value one; or wrap the field in \`Nullable\`.`,
    );
  }
}

/** The engine only writes what a definition names. Another column that requires a value refuses every insert. */
function checkUnknownColumns(
  { resource, table, registry, report }: TableComparison,
  beside: readonly string[] = [],
): void {
  if (!resource.operations.includes('create')) return;
  const known = new Set([...beside, ...expectedColumns(resource, registry).map(({ column }) => column)]);
  for (const [column, { optional }] of table.columns) {
    if (known.has(column) || optional) continue;
    report(
      `fields.${column}`,
      `is missing, but its column in “${resource.table}” must have a value.`,
      'Declare the field (as `Internal` if only hooks write it), or give the column a default.',
    );
  }
}

function compareUnique({ resource, table, report }: TableComparison): void {
  for (const { columns, index, key } of uniqueRules(resource)) {
    const found = table.indexes.find((one) => one.unique && sameNames(one.columns, columns));
    if (!found) {
      const problem = `“${resource.table}” has no unique index on ${columns.join(', ')}.`;
      reportMissing(report, key, problem, { table: resource.table, columns, unique: true });
    } else if (found.name !== index) {
      // MariaDB and MySQL only report the name of the index for a duplicate.
      report(
        key,
        `its index is called “${found.name}”. Errors are not recognised by that name.`,
        `Call it “${index}”.`,
      );
    }
  }
}

/** A duplicate that only the database knows of would be answered as a fault of ours (500). */
function checkUnknownUnique({ resource, table, report }: TableComparison): void {
  for (const index of table.indexes) {
    if (!isUndeclared(resource, table, index)) continue;
    const columns = columnsWithin(table, index);
    if (resource.unique.some((rule) => sameNames(sourcesOf(rule), [...columns].sort()))) {
      report(
        'unique',
        `“${resource.table}” has a unique index on ${index.columns.join(', ')} in another form than the declared one.`,
        'Drop it: `npm run migration:new` drafts that.',
      );
      continue;
    }
    const fields = columns.filter((column) => column !== 'live').map((column) => column.replace(/_key$/, ''));
    report(
      'unique',
      `“${resource.table}” has a unique index on ${columns.join(', ')} that is not declared.`,
      `Add \`[${listNames(fields)}]\`.`,
    );
  }
}

/** Whether it is a unique index on columns that requests can set, without a declaration. */
export function isUndeclared(resource: Resource, table: Table, index: Index): boolean {
  const settable = (column: string): boolean => {
    const facts =
      resource.fields.get(column)?.facts ?? resource.fields.get(column.replace(/_key$/, ''))?.facts;
    return facts !== undefined && !facts.readOnly;
  };
  const own = columnsWithin(table, index).filter((column) => column !== 'site_id' && column !== 'live');
  if (!index.unique || own.length === 0 || !own.every(settable)) return false;
  return !resource.unique.some((rule) => sameNames(rule.columns, index.columns));
}

/** The columns of an index, those of which it has copies in their place: that of the site first. */
function columnsWithin({ columns }: Table, index: Index): string[] {
  const within = index.columns.map((column) => columns.get(column)?.copies?.of ?? column);
  return within.includes('site_id') ? [...new Set(['site_id', ...within])] : within;
}

/** The columns whose values a rule is about, in alphabetical order. */
function sourcesOf({ columns, copies }: UniqueRule): string[] {
  return columns.map((column) => copies.get(column)?.of ?? column).sort();
}

function checkSorts(subject: TableComparison): void {
  const { table, scope, sorts, defaultSort } = subject.resource;
  const owner = ownerColumn(scope);
  const first = owner === null ? [] : [owner];
  for (const [name, column] of sorts) {
    const problem = `“${table}” has no index for this order.`;
    requireIndex(subject, { table, key: `sort.${name}`, problem }, [[...first, column]]);
  }
  const column = sorts.get(defaultSort[0]?.field ?? '');
  if (owner !== 'site_id' || column === undefined) return;
  const problem = `“${table}” has no index for this order across sites, as the headquarters lists it.`;
  requireIndex(subject, { table, key: 'defaultSort', problem }, [[column]]);
}

function compareSearch({ resource, table, report }: TableComparison): void {
  if (!hasSearchedTexts(resource) || table.searched) return;
  report(
    'search',
    `“${resource.table}” has no search index.`,
    `Add it in a migration: \`await addSearchIndex(knex, '${resource.table}')\`.`,
  );
}

function compareFilters(subject: TableComparison): void {
  const { table, scope, definition, fields, filters } = subject.resource;
  const owner = ownerColumn(scope);
  const first = owner === null ? [] : [owner];
  for (const name of definition.filters ?? []) {
    const isId = isReference(fields.get(name)?.facts);
    // Choices, of which there are few, are met soon enough in the order of any list.
    if (!isId && !filters.get(name)?.ordered) continue;
    const [one, other] = [[name], [...first, name]];
    const problem = `“${table}” has no index for it.`;
    requireIndex(subject, { table, key: `filters.${name}`, problem }, isId ? [one, other] : [other, one]);
  }
}
