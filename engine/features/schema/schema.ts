/** Shared parts of the checks of a schema. */

import type { Finding } from '../../check/report.ts';
import type { DatabaseSchema, Table } from '../../database/dialect/tables.ts';
import type { Registry, Resource } from '../../model/resource.ts';

/** An index that a definition needs. */
export interface NeededIndex {
  readonly table: string;
  /** In the order of the index. */
  readonly columns: readonly string[];
  readonly unique: boolean;
}

/**
 * A finding about a schema, with the index that would fix it, if any: people read the words, a draft migration uses the index.
 */
export interface SchemaFinding extends Finding {
  readonly needs?: NeededIndex;
}

/** What a check examines, and where it reports errors. */
export interface TableComparison {
  readonly resource: Resource;
  readonly table: Table;
  readonly registry: Registry;
  readonly schema: DatabaseSchema;
  report(key: string, problem: string, remedy: string, needs?: NeededIndex): void;
}

/** Whether two lists of names are equal, in the same order. */
export function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, place) => one === b[place]);
}
