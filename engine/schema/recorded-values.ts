/**
 * What the migrations say of names and values. `export const renamed = { devices: 'tool' }` says that the resource of the table was
 * called `tool`: where its permissions and its history have followed, nothing else would tell.
 *
 * Of values it is what columns of enumerations may hold: `export const values = { tools: { state: ['good', 'worn'] } }`
 * of a migration holds from there on, in place of what an earlier one says of the same column.
 *
 * A value that goes from a definition may stand in rows, so that a migration has to say where those go. A CHECK on each
 * column would know the values too, but SQLite has to build a table anew for it, and MariaDB to copy all its rows; a table
 * of values would be one more thing for a killed run to leave behind. The migrations are there wherever definitions are.
 */

import type { DatabaseSchema } from '../database/dialect/tables.ts';
import { migrations } from '../database/open.ts';
import { importModule } from '../database/scripts/modules.ts';
import { isObject } from '../json-object.ts';

/** Values by table and column. */
type RecordedValues = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/**
 * A described schema, its columns with the values that migrations say they may hold.
 * @param source those of this version, or some of them
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

/** What migrations say: values by table and column, and by the table what its resource was called. */
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
