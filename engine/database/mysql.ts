/** MariaDB and MySQL through mysql2, with the same rules for every session whatever the server's own are. */

import type { Knex } from 'knex';
import mysql2, {
  type Connection,
  type ConnectionOptions,
  type FieldPacket,
  type PrepareStatementInfo,
  type RowDataPacket,
} from 'mysql2';
import { Mysql2Client, type QueryJob } from './knex-internals.ts';
import type { MysqlSettings } from './settings.ts';

const sqlMode =
  'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY';

/** Connections that one process opens at most. */
export const poolSize = 10;

/** Statements that are worth preparing; definitions of the schema run once, and some cannot be. */
const preparable = /^\s*(?:select|insert|update|delete)\b/i;
/** Beyond that a statement is a batch of rows, whose text comes back seldom; the protocol ends at 65,535. */
const maxParameters = 1000;
/** Statements kept ready per connection: ten connections stay well below what a server keeps for all (16,382). */
const maxPrepared = 500;
/** By text. The driver keeps its own by a key that it makes of the whole text for every query. */
const statements = new WeakMap<Connection, Map<string, PrepareStatementInfo>>();

/** Runs a statement, prepared before or now. `done` is called once, as the driver does. */
function execute(connection: Connection, sql: string, values: unknown[], done: Done): void {
  const kept = statements.get(connection) ?? new Map<string, PrepareStatementInfo>();
  const known = kept.get(sql);
  if (known) {
    known.execute(values, done);
    return;
  }
  statements.set(connection, kept);
  connection.prepare(sql, (error, statement) => {
    if (error) return done(error, undefined, undefined);
    const [oldest] = kept.keys();
    if (kept.size >= maxPrepared && oldest !== undefined) {
      kept.delete(oldest);
      connection.unprepare(oldest);
    }
    kept.set(sql, statement);
    statement.execute(values, done);
  });
}

function sendText(connection: Connection, sql: string, values: unknown[], done: Done): void {
  connection.query({ sql, values }, done);
}

type Done = (error: Error | null, rows: unknown, fields: FieldPacket[] | undefined) => void;

// Read once: on `mysql2` these are getters that go through `require` whenever they are asked, per query and value.
const { DATETIME: datetime } = mysql2.Types;
const { BIGINT: wholeNumber } = mysql2.TypedParameter;

/** Connections to MariaDB, as the server has named itself. */
const toMariaDb = new WeakSet<Connection>();
/** As a floating point number a whole one below this becomes text without an exponent. */
const plainBelow = 1e15;

/**
 * The driver sends every number as a floating point one. MySQL 8 refuses that in a LIMIT, and large numbers turn into
 * 9.007e15 where they become text: whole numbers go as such. MariaDB takes the others as they come, which the driver does
 * in a sixtieth of the time: it checks whole numbers by arithmetic of any length.
 */
function parameter(value: unknown, mariaDb: boolean): unknown {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return value ?? null;
  return mariaDb && Math.abs(value) < plainBelow ? value : wholeNumber(value);
}

class MysqlClient extends Mysql2Client {
  /** The name stays in the settings, where Knex's users look for it. */
  constructor(config: Knex.Config) {
    super({ ...config, client: 'mysql2' });
  }

  /**
   * Prepared statements, which cost a fifth less than text. A database that was frozen or cut off in the middle of
   * a query may never answer: after a while the connection is given up, and whoever waits is told.
   */
  async _query(connection: Connection, job: QueryJob): Promise<QueryJob> {
    if (!job.sql) throw new Error('The query is empty');
    const bindings = job.bindings ?? [];
    const prepared = bindings.length <= maxParameters && preparable.test(job.sql);
    const mariaDb = toMariaDb.has(connection);
    const values = bindings.map((value) => (prepared ? parameter(value, mariaDb) : (value ?? null)));
    job.response = await new Promise((resolve, reject) => {
      // From the settings, not a field: a transaction's client is made without the constructor.
      const patience = timeoutOf(this.config);
      const timer = patience && setTimeout(() => giveUp(connection, reject), patience);
      const send = prepared ? execute : sendText;
      // `values` is whatever Knex has bound: strings, numbers, dates and null.
      send(connection, job.sql, values, (error, rows, fields) => {
        clearTimeout(timer);
        if (error) return reject(error);
        if (prepared) completeInstants(rows, fields);
        return resolve([rows, fields]);
      });
    });
    return job;
  }

  override async acquireRawConnection(): Promise<Connection> {
    const connection: Connection = await super.acquireRawConnection();
    try {
      await prepareSession(connection);
      if (isForReading(this.config)) await connection.promise().query('SET SESSION TRANSACTION READ ONLY');
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

/** The protocol of prepared statements leaves milliseconds out where they are 0: 08:00:00 stands for 08:00:00.000. */
function completeInstants(rows: unknown, fields: readonly FieldPacket[] | undefined): void {
  if (fields === undefined || !Array.isArray(rows)) return;
  for (const { name, type, decimals } of fields) {
    if (type !== datetime || decimals !== 3) continue;
    for (const row of rows) {
      if (typeof row[name] === 'string' && row[name].length === 19) row[name] += '.000';
    }
  }
}

function giveUp(connection: Connection, reject: (error: Error) => void): void {
  connection.destroy();
  const error = new Error('The database gave no answer in time.');
  reject(Object.assign(error, { code: 'PROTOCOL_SEQUENCE_TIMEOUT', fatal: true }));
}

/** Knex hands a client its settings and no more: the time a query may take stands among them. */
function timeoutOf(config: Knex.Config & { queryTimeout?: number }): number | undefined {
  return config.queryTimeout;
}

/** As `openForReading` sets it. */
function isForReading(config: Knex.Config & { readOnly?: boolean }): boolean {
  return config.readOnly === true;
}

/**
 * READ COMMITTED: no gap locks, hence fewer deadlocks, and a locking read sees what others have committed.
 */
async function prepareSession(connection: Connection): Promise<void> {
  const session = connection.promise();
  const [[server]] = await session.query<RowDataPacket[]>('SELECT version() AS version');
  if (/mariadb/i.test(String(server?.version))) toMariaDb.add(connection);
  await session.query(`SET SESSION time_zone = '+00:00', sql_mode = '${sqlMode}'`);
  await session.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  // Less than a query may take: whoever waits for a lock learns that it was a lock, and tries again.
  await session.query('SET SESSION innodb_lock_wait_timeout = 3');
  // Intersecting (site_id, id) with another index costs a prepared list half of its throughput. Speed, not
  // correctness: a server that does not know the switch is served all the same.
  await session.query("SET SESSION optimizer_switch = 'index_merge_intersection=off'").catch(() => {});
}

/** How Knex is set up for such a server. */
export function mysqlSettings(settings: MysqlSettings): Knex.Config {
  const { host, port, user, password, database, tls } = settings;
  const ssl = { verifyIdentity: tls?.verifyHost ?? true, ...(tls && tls.ca !== null && { ca: tls.ca }) };
  const connection: Knex.MySql2ConnectionConfig &
    Pick<ConnectionOptions, 'jsonStrings' | 'maxPreparedStatements'> = {
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
    connectTimeout: 4000,
    // The driver closes the oldest of its own accord: not one that is kept here.
    maxPreparedStatements: 2 * maxPrepared,
    // A certificate that nobody knows ends the connection before the password is sent.
    ...(tls && { ssl }),
  };
  return { client: MysqlClient, connection, pool: { min: 0, max: poolSize } };
}
