/** Drafts of the records of values of enumerations: of new columns, and of those with a new name. */

import type { DatabaseSchema } from '../../engine/database/dialect/tables.ts';
import { type ChangedValues, changedValues } from '../../engine/features/schema/values.ts';
import { listNames } from '../../engine/kinds/scalars/enum.ts';
import type { Registry } from '../../engine/model/resource.ts';

/** The values to record: what an existing column may have from now on is for its author to say. */
export function newValues(registry: Registry, schema: DatabaseSchema): RecordedValues[] {
  return [...registry.values()].flatMap((resource) =>
    changedValues(resource, schema).flatMap(({ table, column, values, had }) => {
      const present = schema.get(table)?.columns.get(column);
      if (!present) return [{ table, column, values }];
      return present.renamedFrom !== undefined && had ? [{ table, column, values: had }] : [];
    }),
  );
}

/** The entry of a migration about a column of an enumeration. */
export type RecordedValues = Pick<ChangedValues, 'table' | 'column' | 'values'>;

/** The record in a migration of the values that these columns may have from then on. */
export function valueLines(changed: readonly RecordedValues[]): string[] {
  if (changed.length === 0) return [];
  const tables = [...new Set(changed.map(({ table }) => table))];
  return [
    '/** The values that these columns may have from now on. */',
    'export const values = {',
    ...tables.map((table) => {
      const columns = changed.filter((one) => one.table === table);
      return `  ${table}: { ${columns.map(({ column, values }) => `${column}: [${listNames(values)}]`).join(', ')} },`;
    }),
    '};',
    '',
  ];
}
