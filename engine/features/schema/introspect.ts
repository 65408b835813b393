/** Reads the tables of a database, with their columns and indexes. */
import knex, { type Knex } from 'knex';
import type { DatabaseSchema } from '../../database/dialect/tables.ts';
import { SqliteColumnCompiler } from '../../database/knex-internals.ts';
import { migrateDatabase } from '../../database/migrate.ts';
import { type Database, knexSettings, migrations } from '../../database/open.ts';
import { dialectOf } from '../../database/query.ts';
import { importModule } from '../../database/scripts/migrations.ts';
import { LibsqlClient } from '../../database/sqlite.ts';
import { isObject } from '../../json-object.ts';

/** The tables of any database with their columns and allowed values; for SQLite also with their indexes. */
export async function describeColumns(database: Database): Promise<DatabaseSchema> {
  return withValues(await dialectOf(database).describe(database));
}

/** The tables of any database with their indexes. */
export async function describeIndexes(database: Database): Promise<DatabaseSchema> {
  return dialectOf(database).describeIndexes(database);
}

/** The schema that this version's migrations make, read from a database in memory. */
export function migratedSchema(): Promise<DatabaseSchema> {
  return inMemory(async (database) => {
    await migrateDatabase(database);
    return describeColumns(database);
  });
}

/** The schema before the pending ones of this version's migrations, and the schema after them. */
export function schemasAround(
  pending: readonly string[],
): Promise<{ readonly before: DatabaseSchema; readonly after: DatabaseSchema }> {
  return inMemory(async (database) => {
    const earlier = migrations.without(pending);
    await database.migrate.latest({ migrationSource: earlier });
    const before = await withValues(await dialectOf(database).describe(database), earlier);
    await migrateDatabase(database);
    return { before, after: await describeColumns(database) };
  });
}

async function inMemory<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = openModel();
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/** Types of whole numbers in migrations → their names in MariaDB and MySQL. */
const integerTypes: Readonly<Record<string, string>> = {
  tinyint: 'tinyint',
  smallint: 'smallint',
  mediumint: 'mediumint',
  integer: 'int',
  biginteger: 'bigint',
};

class ExactColumnCompiler extends SqliteColumnCompiler {
  override getColumnType(): string {
    const [name, size] = this.args;
    // With another type than INTEGER, it would not be the row id of its table, but have a separate index.
    const word = name === 'id' ? undefined : integerTypes[this.type];
    if (this.type === 'text') return typeof size === 'string' ? size : 'text';
    if (word === undefined) return super.getColumnType();
    // The unit of the content is in a comment, which SQLite can only store in the type.
    const [comment] = this.modified.comment ?? [];
    return `${word}${this.modified.unsigned ? ' unsigned' : ''}${comment === undefined ? '' : ` "${comment}"`}`;
  }
}

class ModelClient extends LibsqlClient {
  override columnCompiler(table: unknown, column: unknown): unknown {
    return new ExactColumnCompiler(this, table, column);
  }
}

/**
 * Opens an empty database in memory, on which migrations are run to find out what they make. It declares each column like a server:
 * SQLite stores any name of a type. By default it would declare every whole number as an integer and every long text as a text.
 */
export function openModel(): Knex {
  const settings = {
    ...knexSettings({ kind: 'sqlite', path: ':memory:' }),
    client: ModelClient,
    exactTypes: true,
  };
  return knex(settings);
}

/** Values by table and column. */
type RecordedValues = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/**
 * Adds to a schema what migrations record: the values of enumerations (`export const values = { tools: { state: ['good', 'worn'] }
 * }`, from that migration on), and the former name of a table's resource (`renamed = { devices: 'tool' }`), whose permissions and
 * history have been renamed. A CHECK would contain the values too, but SQLite rebuilds a table for it, and MariaDB copies all its
 * rows; a table of values could be left incomplete by a killed run.
 *
 * @param source the migrations of this version, or some of them
 */
async function withValues(
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
