/** The same rules for every session, whatever the server's own are. */
import type { Connection, RowDataPacket } from 'mysql2';

const sqlMode =
  'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY';

/** Connections to MariaDB, as the server has named itself. */
const toMariaDb = new WeakSet<Connection>();

export function leadsToMariaDb(connection: Connection): boolean {
  return toMariaDb.has(connection);
}

/**
 * READ COMMITTED: no gap locks, hence fewer deadlocks, and a locking read sees what others have committed.
 *
 * @returns which server it leads to
 */
export async function prepareSession(connection: Connection): Promise<string> {
  const session = connection.promise();
  const [[server]] = await session.query<RowDataPacket[]>(
    'SELECT version() AS version, @@hostname AS host, @@port AS port',
  );
  if (/mariadb/i.test(String(server?.version))) toMariaDb.add(connection);
  await session.query(`SET SESSION time_zone = '+00:00', sql_mode = '${sqlMode}'`);
  await session.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  // Less than a query may take: whoever waits for a lock learns that it was a lock, and tries again.
  await session.query('SET SESSION innodb_lock_wait_timeout = 3');
  // Intersecting (site_id, id) with another index costs a prepared list half of its throughput. Speed, not
  // correctness: a server that does not know the switch is served all the same.
  await session.query("SET SESSION optimizer_switch = 'index_merge_intersection=off'").catch(() => {});
  return `${server?.host}:${server?.port}`;
}

/** Lets what is read wait for what has been written on other nodes of a cluster. Only nodes of Galera know it. */
export async function readWithCare(connection: Connection): Promise<void> {
  await connection
    .promise()
    .query('SET SESSION wsrep_sync_wait = 1')
    .catch(() => {});
}
