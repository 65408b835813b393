/** Drafts of what migrations say of the values of enumerations, and of where rows go whose value is no longer one. */

import type { Schema } from '../../database/dialect/tables.ts';
import type { Registry } from '../../model/resource.ts';
import { listNames } from '../expected.ts';
import { type ChangedValues, changedValues } from '../values.ts';
import type { Change } from './table.ts';

/** Every enumeration that the migrations do not know as it is. */
export function allChangedValues(registry: Registry, schema: Schema): ChangedValues[] {
  return [...registry.values()].flatMap((resource) => changedValues(resource, schema));
}

/** What happens to the rows of tables that are there. */
export function moveValues(changed: readonly ChangedValues[], schema: Schema): Change[] {
  return changed
    .filter(({ table, column }) => schema.get(table)?.columns.has(column))
    .map((one) => ({
      table: one.table,
      notes: one.gone.map(
        (value) =>
          `Rows of “${one.table}” may have “${value}” in “${one.column}”: \`up\` waits to be told where they go.`,
      ),
      up: one.gone.flatMap((value) => linesFor(one, value)),
      down: [],
    }));
}

function linesFor({ table, column, field }: ChangedValues, value: string): string[] {
  const rows = `await knex('${table}').where({ ${column}: '${value}' })`;
  return [
    `  throw new Error('“${table}” may have “${value}” in “${column}”, which is no value any more: write below where those rows go, then take this line out.');`,
    // Words are rows of their own, one of each: another one may be there already.
    column === field ? `  // ${rows}.update({ ${column}: '…' });` : `  // ${rows}.delete();`,
  ];
}

/** The record of a migration: what these columns may hold from there on. */
export function valueLines(changed: readonly ChangedValues[]): string[] {
  if (changed.length === 0) return [];
  const tables = [...new Set(changed.map(({ table }) => table))];
  return [
    '/** What these columns may hold from here on. */',
    'export const values = {',
    ...tables.map((table) => {
      const columns = changed.filter((one) => one.table === table);
      return `  ${table}: { ${columns.map(({ column, values }) => `${column}: [${listNames(values)}]`).join(', ')} },`;
    }),
    '};',
    '',
  ];
}
