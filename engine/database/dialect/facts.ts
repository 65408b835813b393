/** Information about a database for its operator. Read-only. */

import { poolSize } from '../mysql/client.ts';
import { isMariaDb } from '../mysql/server.ts';
import { type Database, isSqlite } from '../open.ts';
import { query } from '../query.ts';
import { quote } from '../sql.ts';

/** The maximum number of connections of one process to a server. */
export const connectionsOfProcess = poolSize;

/** Settings of a server that affect the service. Settings that the server does not know are left out. */
const serverVariables = [
  'character_set_connection',
  'innodb_autoinc_lock_mode',
  'innodb_flush_log_at_trx_commit',
  'innodb_ft_max_token_size',
  'innodb_ft_min_token_size',
  'log_bin',
  'log_bin_trust_function_creators',
  'max_connections',
  'read_only',
  'sql_mode',
  'sync_binlog',
  'time_zone',
];

export interface ServerFacts {
  /** In its own form, e.g. `11.8.3-MariaDB`. */
  readonly version: string;
  /** By name, with the values of this session. */
  readonly settings: ReadonlyMap<string, string>;
  readonly collation: string;
  /** Tables that do not use InnoDB, or whose texts are not utf8mb4. */
  readonly strange: readonly string[];
  /** Tables whose search index has the computed column of the other kind of server, as after importing its dump. */
  readonly misread: readonly string[];
  /** Bytes of tables and indexes, as the server estimates them. */
  readonly size: number;
}

/** The facts of a MariaDB or MySQL server. */
export async function readServerFacts(database: Database): Promise<ServerFacts> {
  const [about] = await query(database, {
    text:
      'select version() as `version`, default_collation_name as `collation` ' +
      'from information_schema.schemata where schema_name = database()',
    bindings: [],
  });
  const settings = await query(database, {
    text: `show variables where variable_name in (${serverVariables.map((name) => `'${name}'`).join(', ')})`,
    bindings: [],
  });
  const tables = await query(database, {
    text:
      'select table_name as `name`, engine as `engine`, table_collation as `collation`, ' +
      'data_length + index_length as `bytes` from information_schema.tables ' +
      "where table_schema = database() and table_type = 'BASE TABLE' order by table_name",
    bindings: [],
  });
  const searched = await query(database, {
    text:
      'select table_name as `name`, generation_expression as `expression` from information_schema.columns ' +
      "where table_schema = database() and column_name = 'search_grams' order by table_name",
    bindings: [],
  });
  // How each kind of server marks its finding: see `migrations/columns/search.ts`.
  const mariaDb = isMariaDb(String(about?.version));
  const isMisread = ({ expression }: (typeof searched)[number]) =>
    String(expression).includes('$1') === mariaDb;
  const isStrange = ({ engine, collation }: (typeof tables)[number]) =>
    engine !== 'InnoDB' || !String(collation).startsWith('utf8mb4');
  return {
    version: String(about?.version),
    settings: new Map(settings.map((row) => [String(row.Variable_name), String(row.Value)])),
    collation: String(about?.collation),
    strange: tables.filter(isStrange).map(({ name }) => String(name)),
    misread: searched.filter(isMisread).map(({ name }) => String(name)),
    size: tables.reduce((sum, { bytes }) => sum + Number(bytes ?? 0), 0),
  };
}

/** Whether the user of the connection may create triggers in its database, by its own grants. */
export async function mayMakeTriggers(database: Database): Promise<boolean> {
  if (isSqlite(database)) return true;
  // Names of databases in grants are patterns.
  const own = "privilege_type = 'TRIGGER'";
  const rows = await query(database, {
    text:
      `select 1 as \`one\` from information_schema.user_privileges where ${own} union all ` +
      `select 1 from information_schema.schema_privileges where ${own} and database() like table_schema`,
    bindings: [],
  });
  return rows.length > 0;
}

interface FileFacts {
  readonly version: string;
  /** `wal`, as the service sets it. */
  readonly journal: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes in free pages. */
  readonly unused: number;
}

/** The facts of an embedded database. */
export async function readFileFacts(database: Database): Promise<FileFacts> {
  const [row] = await query(database, {
    text:
      'select sqlite_version() as `version`, j.journal_mode as `journal`, p.page_count * s.page_size as `size`, ' +
      'f.freelist_count * s.page_size as `unused` from pragma_journal_mode j, pragma_page_count p, ' +
      'pragma_page_size s, pragma_freelist_count f',
    bindings: [],
  });
  return {
    version: String(row?.version),
    journal: String(row?.journal),
    size: Number(row?.size),
    unused: Number(row?.unused),
  };
}

/** The damage of an embedded database, in SQLite's words; null if its pages are intact. It reads the whole file. */
export async function findDamage(database: Database): Promise<string | null> {
  const [row] = await query(database, {
    text: 'select quick_check as `said` from pragma_quick_check(1)',
    bindings: [],
  });
  return row?.said === 'ok' ? null : String(row?.said);
}

/** The highest id of a table: an upper bound of its number of rows, from the primary key alone. */
export async function highestId(database: Database, table: string): Promise<number> {
  const [row] = await query(database, {
    text: `select max(${quote('id')}) as \`most\` from ${quote(table)}`,
    bindings: [],
  });
  return Number(row?.most ?? 0);
}
