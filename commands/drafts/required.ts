/** Drafts for existing columns that become required, or optional. */

import type { Table } from '../../engine/database/dialect/tables.ts';
import type { ExpectedColumn } from '../../engine/schema/expected.ts';
import { mayLackValues } from '../schema/needs.ts';

interface RequiredLines {
  readonly notes: readonly string[];
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** Makes columns required or optional, as their fields say (`Nullable`). */
export function changeRequired(
  name: string,
  table: Table,
  expected: readonly ExpectedColumn[],
): RequiredLines {
  const line = (column: string, required: boolean) =>
    `  await setRequired(knex, '${name}', '${column}', ${required});`;
  const closed = expected.filter((one) => mayLackValues(one, table)).map(({ column }) => column);
  const opened = expected
    .filter(({ column, nullable }) => nullable && table.columns.get(column)?.nullable === false)
    .map(({ column }) => column);
  return {
    notes: closed.map(
      (column) =>
        `“${column}” of “${name}” is now required. If rows have no value, \`up\` stops until you write one for them.`,
    ),
    up: [
      ...closed.flatMap((column) => [
        `  // await knex('${name}').whereNull('${column}').update({ ${column}: … });`,
        line(column, true),
      ]),
      ...opened.map((column) => line(column, false)),
    ],
    down: [...opened.map((column) => line(column, true)), ...closed.map((column) => line(column, false))],
  };
}
