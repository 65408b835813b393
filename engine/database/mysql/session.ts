/** The same rules for every session, independent of the server's settings. */
import type { Connection, PrepareStatementInfo, RowDataPacket } from 'mysql2';
import { isMariaDb, isOfGroup, isOn } from './server.ts';

const sqlMode =
  'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY';

/** The state of a connection to MariaDB or MySQL. */
export interface Session {
  /** As the server identified itself. */
  readonly mariaDb: boolean;
  /** Whether it is a node of a Galera cluster. */
  readonly galera: boolean;
  /** By text. The driver's own cache computes a key from the whole text for every query. */
  readonly statements: Map<string, PrepareStatementInfo>;
  /** Whether it is in a transaction, as the server reported with its last answer without rows. */
  inTransaction: boolean;
}

const sessions = new WeakMap<object, Session>();

/** @throws if the connection has not been prepared */
export function sessionOf(connection: Connection): Session {
  const session = sessions.get(connection);
  if (!session) throw new Error('This connection has not been prepared.');
  return session;
}

/** The session of a connection to any database: null for SQLite. */
export function findSession(connection: object): Session | null {
  return sessions.get(connection) ?? null;
}

/**
 * READ COMMITTED: no gap locks, hence fewer deadlocks, and a locking read sees what others have committed.
 *
 * @param patience milliseconds after which a query is aborted: a second later the server ends it, too, so that a hanging host
 *   does
 *   not keep it; undefined for never
 */
export async function prepareSession(connection: Connection, patience?: number): Promise<void> {
  const session = connection.promise();
  // In a form that every server accepts: not all have `wsrep_on`.
  const [rows] = await session.query<RowDataPacket[]>(
    "SHOW VARIABLES WHERE variable_name IN ('version', 'wsrep_on', 'group_replication_group_name')",
  );
  const server = new Map(rows.map((row) => [String(row.Variable_name).toLowerCase(), String(row.Value)]));
  const group = isOfGroup(server);
  const mariaDb = isMariaDb(server.get('version'));
  const galera = isOn(server.get('wsrep_on'));
  sessions.set(connection, {
    mariaDb,
    galera,
    statements: new Map(),
    inTransaction: false,
  });
  await session.query(`SET SESSION time_zone = '+00:00', sql_mode = '${sqlMode}'`);
  if (patience !== undefined) {
    const limit = mariaDb
      ? `max_statement_time = ${patience / 1000 + 1}`
      : `max_execution_time = ${patience + 1000}`;
    // Other software with the same protocol that has no such limit is used without it.
    await session.query(`SET SESSION ${limit}`).catch(() => {});
  }
  await session.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  // Shorter than the query timeout, so that waiting for a lock ends with a lock error, and is retried.
  await session.query('SET SESSION innodb_lock_wait_timeout = 3');
  // Intersecting (site_id, id) with another index costs a prepared list half of its throughput. MySQL considers an index with an
  // additional column as good as that of the order, and sorts its result. This is about speed, not correctness: a server that
  // does not know a switch is used anyway.
  const off = ['index_merge_intersection=off', ...(mariaDb ? [] : ['skip_scan=off'])];
  await session.query(`SET SESSION optimizer_switch = '${off.join(',')}'`).catch(() => {});
  // A new primary first applies the transactions that the previous one has confirmed.
  if (group) await session.query("SET SESSION group_replication_consistency = 'BEFORE_ON_PRIMARY_FAILOVER'");
  // One address may lead to different nodes at different times, for example through a proxy: every read waits for the writes on
  // other nodes.
  if (galera) await session.query('SET SESSION wsrep_sync_wait = 1');
}
