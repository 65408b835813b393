/**
 * Names and values that migrations record. `export const renamed = { devices: 'tool' }` means that the resource of the table was
 * called `tool`. Its permissions and history have been renamed, so this is the only record.
 *
 * For enumerations, migrations record the allowed values of columns. `export const values = { tools: { state: ['good', 'worn'] }
 * }` applies from that migration on, and replaces an earlier record of the same column.
 *
 * Rows may have a value that is removed from a definition, so a migration must say what replaces it. A CHECK on each column would
 * contain the values too, but SQLite rebuilds a table for it, and MariaDB copies all its rows. A table of values could be left
 * incomplete by a killed run. Migrations are available wherever definitions are.
 */

import type { DatabaseSchema } from '../database/dialect/tables.ts';
import { migrations } from '../database/open.ts';
import { importModule } from '../database/scripts/modules.ts';
import { isObject } from '../json-object.ts';

/** Values by table and column. */
type RecordedValues = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/**
 * Adds the values that migrations allow to the columns of a schema.
 * @param source the migrations of this version, or some of them
 */
export async function withValues(
  schema: DatabaseSchema,
  source: typeof migrations = migrations,
): Promise<DatabaseSchema> {
  const { said, renamed } = await readSaid(source);
  return new Map(
    [...schema].map(([name, table]) => {
      const formerly = renamed.get(name);
      const columns = [...table.columns].map(([column, facts]) => {
        const values = said.get(name)?.get(column);
        return [column, values ? { ...facts, values } : facts] as const;
      });
      return [name, { ...table, columns: new Map(columns), ...(formerly && { formerly }) }];
    }),
  );
}

/** The records of migrations: values by table and column, and the former name of the resource by table. */
interface Said {
  readonly said: RecordedValues;
  readonly renamed: ReadonlyMap<string, readonly string[]>;
}

async function readSaid(source: typeof migrations): Promise<Said> {
  const renamed = new Map<string, string[]>();
  const said = new Map<string, Map<string, readonly string[]>>();
  for (const { name: file, path } of await source.getMigrations()) {
    const { values = {}, renamed: names = {} } = await importModule(path);
    for (const [table, name] of requireEntries(names, file)) {
      renamed.set(table, [...(renamed.get(table) ?? []), String(name)]);
    }
    for (const [table, columns] of requireEntries(values, file)) {
      const known = said.get(table) ?? new Map<string, readonly string[]>();
      said.set(table, known);
      for (const [column, list] of requireEntries(columns, file)) known.set(column, namesIn(list, file));
    }
  }
  return { said, renamed };
}

function requireEntries(value: unknown, file: string): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : refuse(file);
}

function namesIn(list: unknown, file: string): readonly string[] {
  return Array.isArray(list) && list.every((name) => typeof name === 'string') ? list : refuse(file);
}

function refuse(file: string): never {
  throw new Error(`The values of migrations/${file} are to be like { tools: { state: ['good', 'worn'] } }.`);
}
