/** Tables that a renamed resource has left behind. */
import type { DatabaseSchema, Table } from '../../database/dialect/tables.ts';
import { formerNames } from '../../definition/definition.ts';
import { isReference } from '../../kinds/kind.ts';
import { type Registry, type Resource, resourceAt } from '../../model/resource.ts';

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
