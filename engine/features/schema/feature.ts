/** Compares the tables of a database with the definitions. */
import type { Finding } from '../../check/subject.ts';
import type { DatabaseSchema, Table } from '../../database/dialect/tables.ts';
import { formerNames } from '../../definition/definition.ts';
import { isReference } from '../../kinds/kind.ts';
import { type Registry, type Resource, resourceAt } from '../../model/resource.ts';
import type { Feature } from '../feature.ts';

export default { name: 'schema' } satisfies Feature;

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

/** A table without a definition, while the table of a definition refers to its rows. */
interface LostTable {
  readonly table: string;
  /** The resource that should have its rows, and whose table does not exist. */
  readonly now: Resource;
  /** `loans.tool_id`. */
  readonly by: string;
}

/**
 * Tables whose resource has probably been renamed. References to its rows would otherwise be read as references to other rows
 * with the same ids.
 */
export function lostTables(registry: Registry, schema: DatabaseSchema): LostTable[] {
  const defined = new Set([...registry.values()].flatMap(tablesOf));
  const lost = [...registry.values()].flatMap((resource) =>
    [...resource.fields.values()].flatMap(({ name, facts }): LostTable[] => {
      if (!isReference(facts)) return [];
      const now = resourceAt(registry, facts.to);
      const table = schema.get(resource.table)?.columns.get(name)?.refers?.table;
      if (table === undefined || defined.has(table) || schema.has(now.table)) return [];
      return isTold(now, table, schema.get(table)) ? [] : [{ table, now, by: `${resource.table}.${name}` }];
    }),
  );
  return lost.filter((one, at) => lost.findIndex(({ table }) => table === one.table) === at);
}

function isTold({ definition }: Resource, table: string, found: Table | undefined): boolean {
  return found === undefined || formerNames(definition)?.table === table;
}

/** The tables of a definition. */
function tablesOf({ table, fields, scope }: Resource): string[] {
  const lists = [...fields.values()].flatMap(({ facts }) => ('table' in facts ? [facts.table] : []));
  return [table, ...lists, ...(typeof scope === 'string' ? [] : [scope.members.table])];
}
