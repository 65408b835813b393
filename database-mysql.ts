/** MariaDB and MySQL through mysql2, with the same rules for every session whatever the server's own are. */
import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import type { Connection, ConnectionOptions } from 'mysql2';
import type { MysqlSettings } from './config.ts';

const require = createRequire(import.meta.url);
const Mysql2Client: typeof Knex.Client = require('knex/lib/dialects/mysql2/index.js');

const sqlMode =
  'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY';

class MysqlClient extends Mysql2Client {
  /** The name stays in the settings, where Knex's users look for it. */
  constructor(config: Knex.Config) {
    super({ ...config, client: 'mysql2' });
  }

  override async acquireRawConnection(): Promise<Connection> {
    const connection: Connection = await super.acquireRawConnection();
    try {
      await prepareSession(connection);
    } catch (error) {
      connection.destroy();
      throw error;
    }
    return connection;
  }

  /** A connection that broke in the middle of a transaction fails its next query with an error that has no code. */
  override query(connection: Connection, query: unknown): Promise<unknown> {
    const answer: Promise<unknown> = super.query(connection, query);
    return answer.catch((error: unknown) => {
      if (error instanceof Error && 'fatal' in error && error.fatal === true && !('code' in error)) {
        throw Object.assign(error, { code: 'PROTOCOL_CONNECTION_LOST' });
      }
      throw error;
    });
  }

  /** Knex's own wraps a function that gives a promise into another one, which newer Node versions warn about. */
  override async destroyRawConnection(connection: Connection): Promise<void> {
    await connection
      .promise()
      .end()
      .catch(() => connection.destroy());
  }
}

/**
 * READ COMMITTED: no gap locks, hence fewer deadlocks, and a locking read sees what others have committed.
 */
async function prepareSession(connection: Connection): Promise<void> {
  const session = connection.promise();
  await session.query(`SET SESSION time_zone = '+00:00', sql_mode = '${sqlMode}'`);
  await session.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  // Intersecting (site_id, id) with another index costs a prepared list half of its throughput. Speed, not
  // correctness: a server that does not know the switch is served all the same.
  await session.query("SET SESSION optimizer_switch = 'index_merge_intersection=off'").catch(() => {});
}

/** How Knex is set up for such a server. */
export function mysqlSettings({ host, port, user, password, database }: MysqlSettings): Knex.Config {
  const connection: Knex.MySql2ConnectionConfig & Pick<ConnectionOptions, 'jsonStrings'> = {
    host,
    port,
    user,
    password,
    database,
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    decimalNumbers: false,
    jsonStrings: true,
    connectTimeout: 5000,
  };
  return { client: MysqlClient, connection, pool: { min: 0, max: 10 } };
}
