/** Compares resources with the tables they are kept in: what would otherwise fail, or crawl, at the first request. */
import type { Finding } from './definition-error.ts';
import { columnsOf, systemFields } from './registry.ts';
import { type FieldModel, hasColumn, type Registry, type Resource, resourceAt } from './resource.ts';

/** A table as the database describes it. */
export interface Table {
  /** Columns by name. */
  readonly columns: ReadonlyMap<string, Column>;
  /** All indexes, the primary key included. */
  readonly indexes: readonly Index[];
}

export interface Column {
  readonly nullable: boolean;
  /** Whether an insert may leave it out: it has a default, is null where nothing is said, or is computed. */
  readonly optional: boolean;
}

export interface Index {
  readonly unique: boolean;
  /** In the order of the index. */
  readonly columns: readonly string[];
}

/** The tables of a database by name. */
export type Schema = ReadonlyMap<string, Table>;

interface Subject {
  readonly resource: Resource;
  readonly table: Table;
  readonly registry: Registry;
  readonly schema: Schema;
  report(key: string, problem: string, remedy: string): void;
}

/**
 * Everything in which a schema does not serve the resources; empty where all is well.
 * @param registry resources whose definitions are sound in themselves
 */
export function compareWithSchema(registry: Registry, schema: Schema): Finding[] {
  const findings: Finding[] = [];
  for (const resource of registry.values()) {
    const report: Subject['report'] = (key, problem, remedy) =>
      findings.push({ file: resource.file, key, problem, remedy });
    const table = schema.get(resource.table);
    if (!table) {
      report('table', `there is no table “${resource.table}”.`, 'Write a migration that creates it.');
      continue;
    }
    for (const check of checks) check({ resource, table, registry, schema, report });
  }
  return findings;
}

const checks: readonly ((subject: Subject) => void)[] = [
  checkColumns,
  checkNulls,
  checkSpareColumns,
  checkUnique,
  checkSorts,
  checkLookups,
  checkMembers,
];
