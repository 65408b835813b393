/** MariaDB and MySQL through mysql2, with the same rules for every session, independent of the server's settings. */

import type { Knex } from 'knex';
import type { Connection, ConnectionOptions } from 'mysql2';
import { awaitAnswer } from '../../signal.ts';
import { againAfterConflict } from '../fault.ts';
import { Mysql2Client, type QueryJob } from '../knex-internals.ts';
import type { MysqlSettings } from '../settings.ts';
import { hostOptions } from './driver.ts';
import { prepareSession, sessionOf } from './session.ts';
import { maxPrepared, sendRows, sendStatement } from './statements.ts';

/** The maximum number of connections of one process. */
export const poolSize = 10;

/** Knex passes only its settings to a client, so the query timeout is one of them. */
export type MysqlConfig = Knex.Config & { readonly queryTimeout?: number; readonly readOnly?: boolean };

export class MysqlClient extends Mysql2Client {
  /** Whether it belongs to a transaction: Knex sets it. */
  declare transacting?: boolean;
  /** Whether the last connection attempt failed. */
  private hangs = false;
  /** The attempt in progress since then. */
  private trial: Promise<Connection> | null = null;

  /** The name stays in the settings, where users of Knex expect it. */
  constructor(config: MysqlConfig) {
    super({ ...config, client: 'mysql2' });
  }

  /** A server that hangs still accepts connections and keeps them. Then only one attempt is made at a time, for all callers. */
  override async acquireRawConnection(): Promise<Connection> {
    if (this.trial) await this.trial;
    const opening = this.open();
    if (this.hangs) this.trial = opening;
    try {
      const connection = await opening;
      this.hangs = false;
      return connection;
    } catch (error) {
      this.hangs = true;
      throw error;
    } finally {
      if (this.trial === opening) this.trial = null;
    }
  }

  private async open(): Promise<Connection> {
    const connection: Connection = await super.acquireRawConnection();
    try {
      const { readOnly, queryTimeout }: MysqlConfig = this.config;
      await prepareSession(connection, queryTimeout);
      if (readOnly) await connection.promise().query('SET SESSION TRANSACTION READ ONLY');
    } catch (error) {
      connection.destroy();
      throw withCode(error);
    }
    return connection;
  }

  override query(connection: Connection, query: unknown): Promise<unknown> {
    const send = (): Promise<unknown> =>
      super.query(connection, query).catch((error: unknown) => {
        throw withCode(error);
      });
    // A statement on its own is a transaction on its own. Rows that were passed on are not passed on twice.
    const passesRows = typeof query === 'object' && query !== null && 'taking' in query;
    return this.transacting || passesRows ? send() : againAfterConflict(send);
  }

  /** Knex's own version wraps a function that returns a promise, which newer Node versions warn about. */
  override async destroyRawConnection(connection: Connection): Promise<void> {
    await connection
      .promise()
      .end()
      .catch(() => connection.destroy());
  }

  /**
   * Uses prepared statements, which cost a fifth less than text. A database that froze or was cut off during a query may never
   * answer: after a timeout the connection is abandoned, and the caller gets an error.
   */
  async _query(connection: Connection, job: QueryJob): Promise<QueryJob> {
    if (!job.sql) throw new Error('The query is empty');
    const { sql, bindings = [], taking } = job;
    const session = sessionOf(connection);
    const answered = taking ? undefined : awaitAnswer();
    const response = new Promise((resolve, reject) => {
      // From the settings, not a field: a transaction's client is created without the constructor.
      const patience = timeoutOf(this.config);
      const end = () => dropConnection(connection, reject);
      const timer = patience === undefined ? undefined : setTimeout(end, patience);
      const done = (error: Error | null, rows: unknown, fields?: unknown) => {
        clearTimeout(timer);
        return error ? reject(error) : resolve([rows, fields]);
      };
      if (taking) sendRows(connection, { sql, bindings, taking }, () => timer?.refresh(), done);
      else sendStatement(connection, session, sql, bindings, done);
    });
    try {
      job.response = await response;
    } finally {
      answered?.();
    }
    return job;
  }
}

/** A connection that broke during a transaction, or while it was prepared, fails the next command with an error without code. */
export function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || !('fatal' in error) || error.fatal !== true) return error;
  // The driver's promises copy a missing code.
  const hasCode = 'code' in error && error.code !== undefined;
  return hasCode ? error : Object.assign(error, { code: 'PROTOCOL_CONNECTION_LOST' });
}

function dropConnection(connection: Connection, reject: (error: Error) => void): void {
  connection.destroy();
  const error = new Error('The database gave no answer in time.');
  reject(Object.assign(error, { code: 'PROTOCOL_SEQUENCE_TIMEOUT', fatal: true }));
}

function timeoutOf(config: MysqlConfig): number | undefined {
  return config.queryTimeout;
}

/** The maximum time for connecting to a server, in milliseconds. */
const connectMs = 4000;

/** Knex's settings for such a server. */
export function mysqlSettings(settings: MysqlSettings): MysqlConfig {
  const { user, password, database } = settings;
  const connection: Knex.MySql2ConnectionConfig &
    Pick<ConnectionOptions, 'jsonStrings' | 'maxPreparedStatements'> = {
    ...hostOptions(settings),
    user,
    password,
    database,
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    decimalNumbers: false,
    jsonStrings: true,
    connectTimeout: connectMs,
    // The driver closes the oldest statement itself. With this limit, it never closes one that is kept here.
    maxPreparedStatements: 2 * maxPrepared,
  };
  return { client: MysqlClient, connection, pool: { min: 0, max: poolSize } };
}
