/** Compares resources with their tables, to find what would fail at the first request. */

import type { DatabaseSchema } from '../../database/dialect/tables.ts';
import type { Registry } from '../../model/resource.ts';
import { expectedColumns } from './expected.ts';
import { lostTables, type SchemaFinding, type TableComparison } from './feature.ts';

/** Missing tables and columns, without which requests fail. */
export function compareColumns(registry: Registry, schema: DatabaseSchema): SchemaFinding[] {
  return compareBy(registry, schema, [checkColumns, checkOpen]);
}

export type TableCheck = (subject: TableComparison) => void;

/** Runs checks on every resource with a table, and lists those without one. */
export function compareBy(
  registry: Registry,
  schema: DatabaseSchema,
  checks: readonly TableCheck[],
): SchemaFinding[] {
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

export function checkColumns({ resource, table, registry, report }: TableComparison): void {
  for (const { column, key, made } of expectedColumns(resource, registry)) {
    if (table.columns.has(column)) continue;
    const remedy = `Draft its migration (\`${made}\`): npm run migration:new.`;
    report(key, `the table “${resource.table}” has no column “${column}”.`, remedy);
  }
}

export function checkOpen({ resource, table, registry, report }: TableComparison): void {
  for (const { column, key, nullable, released } of expectedColumns(resource, registry)) {
    if (!nullable || released || table.columns.get(column)?.nullable !== false) continue;
    const remedy =
      'Take `Nullable` away, or make the column `.nullable()` in a migration, by `changeColumn`.';
    report(key, `may be null, its column “${column}” may not.`, remedy);
  }
}
