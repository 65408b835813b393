/** Drafts of the records of values of enumerations, and of new values for rows whose value is removed. */

import type { DatabaseSchema } from '../../engine/database/dialect/tables.ts';
import { literal } from '../../engine/kinds/literal.ts';
import { listNames } from '../../engine/kinds/scalars/enum.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { type ChangedValues, changedValues } from '../../engine/schema/values.ts';
import type { Change } from './table.ts';

/** Every enumeration that the migrations do not know as it is. */
export function allChangedValues(registry: Registry, schema: DatabaseSchema): ChangedValues[] {
  return [...registry.values()].flatMap((resource) => changedValues(resource, schema));
}

/** A value that rows may have and no definition allows any more. */
export interface GoneValue {
  readonly table: string;
  readonly column: string;
  readonly value: string;
  /** Whether it is a row of its own, of a set of words. */
  readonly asRow: boolean;
  /** The possible new values of its rows: another value, or null for none. */
  readonly choices: readonly (string | null)[];
}

/** The new value of the rows of a removed value, as answered; undefined if it is left open. */
export type WhereRowsGo = (gone: GoneValue) => string | null | undefined;

/** The removed values of existing tables for which only a person can choose a new value. */
export function goneValues(changed: readonly ChangedValues[], schema: DatabaseSchema): GoneValue[] {
  return changed.filter((one) => isThere(one, schema)).flatMap(goneFrom);
}

/** The changes of rows of existing tables. */
export function moveValues(
  changed: readonly ChangedValues[],
  schema: DatabaseSchema,
  whereRowsGo: WhereRowsGo,
): Change[] {
  return changed
    .filter((one) => isThere(one, schema))
    .map((one) => {
      const moves = goneFrom(one).map((gone) => ({ gone, to: whereRowsGo(gone) }));
      return {
        table: one.table,
        notes: moves.map(({ gone, to }) => noteOf(gone, to)),
        up: moves.flatMap(({ gone, to }) =>
          to === undefined ? [refusal(gone), `  // ${moving(gone, '…')}`] : [`  ${moving(gone, to)}`],
        ),
        down: [],
      };
    });
}

function isThere({ table, column }: ChangedValues, schema: DatabaseSchema): boolean {
  return schema.get(table)?.columns.has(column) === true;
}

function goneFrom({ table, column, asRows, values, nullable, gone }: ChangedValues): GoneValue[] {
  // Words are rows of their own, one of each: another one may be there already.
  const choices = [...(asRows ? [] : values), ...(nullable ? [null] : [])];
  return gone.map((value) => ({ table, column, value, asRow: asRows, choices }));
}

function noteOf({ table, column, value }: GoneValue, to: string | null | undefined): string {
  if (to === undefined)
    return `Rows of “${table}” may have “${value}” in “${column}”. The migration stops until you write their new value in \`up\`.`;
  return `The migration changes rows of “${table}” with “${value}” in “${column}”: they ${to === null ? 'lose this value' : `get “${to}”`}.`;
}

function refusal({ table, column, value }: GoneValue): string {
  const told = `“${table}” may have “${value}” in “${column}”, which is no longer a value: write the new value of those rows below, then remove this line.`;
  return `  throw new Error(${literal(told)});`;
}

function moving({ table, column, value, asRow }: GoneValue, to: string | null): string {
  const rows = `await knex('${table}').where({ ${column}: ${literal(value)} })`;
  if (asRow) return `${rows}.delete();`;
  return `${rows}.update({ ${column}: ${literal(to)} });`;
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
