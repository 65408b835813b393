/** Compares resources with the tables they are kept in: what would otherwise fail, or crawl, at the first request. */

import type { DatabaseSchema, Index, Table } from '../database/dialect/tables.ts';
import type { UniqueRule } from '../index-name.ts';
import { listNames } from '../kinds/scalars/enum.ts';
import type { Registry, Resource } from '../model/resource.ts';
import { checkHoldings, checkRanks, checkRoom } from './compare-holdings.ts';
import { checkCounts, checkLists, checkMembers, compareDeleteRules } from './compare-links.ts';
import { expectedColumns, uniqueRules } from './expected.ts';
import { checkRename, lostTables } from './renames.ts';
import {
  mayLackValues,
  reportMissing,
  requireIndex,
  type SchemaFinding,
  sameNames,
  type TableComparison,
} from './schema.ts';
import { checkValues } from './values.ts';

/**
 * Everything in which a schema does not serve the resources; empty where all is well.
 * @param registry resources whose definitions are sound in themselves
 */
export function compareWithSchema(registry: Registry, schema: DatabaseSchema): SchemaFinding[] {
  return compare(registry, schema, tableChecks);
}

/** That of it without which requests fail: tables and columns that are not there. */
export function compareColumns(registry: Registry, schema: DatabaseSchema): SchemaFinding[] {
  return compare(registry, schema, [checkColumns]);
}

/** The same, and columns that hold something else than their fields, as far as that is told without asking for indexes. */
export function compareTables(registry: Registry, schema: DatabaseSchema): SchemaFinding[] {
  return compare(registry, schema, [checkColumns, checkRoom]);
}

type Check = (subject: TableComparison) => void;

function compare(registry: Registry, schema: DatabaseSchema, checks: readonly Check[]): SchemaFinding[] {
  const findings: SchemaFinding[] = [];
  const lost = lostTables(registry, schema);
  for (const resource of registry.values()) {
    const report: TableComparison['report'] = (key, problem, remedy, needs) =>
      findings.push({ file: resource.file, key, problem, remedy, ...(needs && { needs }) });
    const table = schema.get(resource.table);
    if (table) {
      for (const check of checks) check({ resource, table, registry, schema, report });
    } else if (lost.some(({ now }) => now === resource)) {
      for (const { table: left, by } of lost.filter(({ now }) => now === resource)) {
        report(
          'table',
          `there is no table “${resource.table}”, while “${left}” is of no definition any more, and ${by} refers to it.`,
          `Was it renamed? Say what it was called, \`renamedFrom\`. If “${left}” is gone for good, drop it in a migration first.`,
        );
      }
    } else {
      report(
        'table',
        `there is no table “${resource.table}”.`,
        'Draft its migration: npm run migration:new.',
      );
    }
  }
  return findings;
}

const tableChecks: readonly Check[] = [
  checkRename,
  checkColumns,
  checkHoldings,
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
  checkCounts,
  compareDeleteRules,
  checkMembers,
];

function checkColumns({ resource, table, registry, report }: TableComparison): void {
  for (const { column, key, nullable, released, made } of expectedColumns(resource, registry)) {
    const found = table.columns.get(column);
    if (!found) {
      report(
        key,
        `the table “${resource.table}” has no column “${column}”.`,
        `Draft its migration (\`${made}\`): npm run migration:new.`,
      );
    } else if (nullable && !released && !found.nullable) {
      report(
        key,
        `may be null, its column “${column}” may not.`,
        'Take `Nullable` away, or make the column `.nullable()`.',
      );
    }
  }
}

/** Softly deleted rows would prevent the deletion of rows that they refer to, and no user could remove them. */
function checkReleased({ resource, table, registry, report }: TableComparison): void {
  for (const { column, key, released } of expectedColumns(resource, registry)) {
    if (!released || table.columns.get(column)?.nullable !== false) continue;
    report(
      key,
      `keeps what deleted rows refer to from ever being deleted: their column “${column}” in “${resource.table}” may not be null.`,
      'Draft its migration: npm run migration:new.',
    );
  }
}

/** The engine never writes null there, and whatever else writes may. */
function checkRequired({ resource, table, registry, report }: TableComparison): void {
  for (const expected of expectedColumns(resource, registry)) {
    if (!mayLackValues(expected, table)) continue;
    report(
      expected.key,
      `is required, and its column “${expected.column}” in “${resource.table}” may be null.`,
      'Draft its migration: npm run migration:new; or wrap the field in `Nullable`.',
    );
  }
}

/** The engine writes what a definition names: a column beyond that which wants a value refuses every insert. */
function checkUnknownColumns({ resource, table, registry, report }: TableComparison): void {
  if (!resource.operations.includes('create')) return;
  const known = new Set(expectedColumns(resource, registry).map(({ column }) => column));
  for (const [column, { optional }] of table.columns) {
    if (known.has(column) || optional) continue;
    report(
      `fields.${column}`,
      `is missing, and its column in “${resource.table}” must have a value.`,
      'Declare the field (`Internal` where only hooks write it), or give the column a default.',
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
      // MariaDB and MySQL tell of a duplicate by the name of the index alone.
      report(key, `its index is called “${found.name}”, which no error is known by.`, `Call it “${index}”.`);
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
        `“${resource.table}” has a unique index on ${index.columns.join(', ')} in another form than the one declared.`,
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

/** Whether it is a unique index on what requests can set, of which the definition says nothing. */
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
  const site = scope === 'site' ? ['site_id'] : [];
  for (const [name, column] of sorts) {
    const problem = `“${table}” has no index for this order.`;
    requireIndex(subject, { table, key: `sort.${name}`, problem }, [[...site, column]]);
  }
  const column = sorts.get(defaultSort[0]?.field ?? '');
  if (site.length === 0 || column === undefined) return;
  const problem = `“${table}” has no index for this order across sites, as headquarters lists it.`;
  requireIndex(subject, { table, key: 'defaultSort', problem }, [[column]]);
}

function compareSearch({ resource, table, report }: TableComparison): void {
  if (!resource.search || table.searched) return;
  report(
    'search',
    `“${resource.table}” has no index to search by.`,
    `Add it in a migration: \`await addSearchIndex(knex, '${resource.table}')\`.`,
  );
}

function compareFilters(subject: TableComparison): void {
  const { table, scope, definition, fields, filters } = subject.resource;
  const site = scope === 'site' ? ['site_id'] : [];
  for (const name of definition.filters ?? []) {
    const isReference = fields.get(name)?.facts.kind === 'reference';
    // Choices, of which there are few, are met soon enough in the order of any list.
    if (!isReference && !filters.get(name)?.ordered) continue;
    const [one, other] = [[name], [...site, name]];
    const problem = `“${table}” has no index to find rows by it.`;
    requireIndex(
      subject,
      { table, key: `filters.${name}`, problem },
      isReference ? [one, other] : [other, one],
    );
  }
}
