/** MariaDB and MySQL through mysql2, with the same rules for every session whatever the server's own are. */

import type { Knex } from 'knex';
import type { Connection, ConnectionOptions } from 'mysql2';
import { Mysql2Client, type QueryJob } from '../knex-internals.ts';
import type { MysqlSettings } from '../settings.ts';
import { hostOptions } from './driver.ts';
import { prepareSession, readWithCare, sessionOf } from './session.ts';
import { maxPrepared, sendStatement } from './statements.ts';

/** Connections that one process opens at most. */
export const poolSize = 10;

/** Knex hands a client its settings and no more: the time a query may take stands among them. */
export type MysqlConfig = Knex.Config & { readonly queryTimeout?: number; readonly readOnly?: boolean };

/** What is done with a new connection. @param node the server that it leads to */
type Enter = (connection: Connection, node: string) => Promise<void>;

export class MysqlClient extends Mysql2Client {
  /** Whether the last connection came to nothing. */
  private hangs = false;
  /** The one that is tried since. */
  private trial: Promise<Connection> | null = null;

  /** The name stays in the settings, where Knex's users look for it. */
  constructor(config: MysqlConfig) {
    super({ ...config, client: 'mysql2' });
  }

  override acquireRawConnection(): Promise<Connection> {
    return this.openOneByOne(waitForCluster);
  }

  /** A server that hangs takes connections all the same, and keeps them: then one is tried at a time, for all who want one. */
  protected async openOneByOne(enter: Enter): Promise<Connection> {
    if (this.trial) await this.trial;
    const opening = this.open(enter);
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

  protected async open(enter: Enter): Promise<Connection> {
    const connection: Connection = await super.acquireRawConnection();
    try {
      const { readOnly, queryTimeout }: MysqlConfig = this.config;
      await enter(connection, await prepareSession(connection, queryTimeout));
      if (readOnly) await connection.promise().query('SET SESSION TRANSACTION READ ONLY');
    } catch (error) {
      connection.destroy();
      throw withCode(error);
    }
    return connection;
  }

  override query(connection: Connection, query: unknown): Promise<unknown> {
    const answer: Promise<unknown> = super.query(connection, query);
    return answer.catch((error: unknown) => {
      throw withCode(error);
    });
  }

  /** Knex's own wraps a function that gives a promise into another one, which newer Node versions warn about. */
  override async destroyRawConnection(connection: Connection): Promise<void> {
    await connection
      .promise()
      .end()
      .catch(() => connection.destroy());
  }

  /**
   * Prepared statements, which cost a fifth less than text. A database that was frozen or cut off in the middle of
   * a query may never answer: after a while the connection is given up, and the caller gets an error.
   */
  async _query(connection: Connection, job: QueryJob): Promise<QueryJob> {
    if (!job.sql) throw new Error('The query is empty');
    const { sql, bindings = [] } = job;
    const session = sessionOf(connection);
    job.response = await new Promise((resolve, reject) => {
      // From the settings, not a field: a transaction's client is made without the constructor.
      const patience = timeoutOf(this.config);
      const end = () => dropConnection(connection, reject);
      const timer = patience && setTimeout(end, patience);
      session.giveUp = end;
      sendStatement(connection, session, sql, bindings, (error, rows, fields) => {
        clearTimeout(timer);
        session.giveUp = null;
        return error ? reject(error) : resolve([rows, fields]);
      });
    });
    return job;
  }
}

/** A connection that broke in the middle of a transaction, or while it was made ready, fails what is sent next with an error without code. */
export function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || !('fatal' in error) || error.fatal !== true) return error;
  // The driver's promises copy a code that is not there.
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

/**
 * One address may lead to a node of a cluster now and to another one next, as a proxy does: whatever is read waits for what has been
 * written on the others.
 */
async function waitForCluster(connection: Connection): Promise<void> {
  if (sessionOf(connection).galera) await readWithCare(connection);
}

/** How long a server may take to let somebody in, in milliseconds. */
const connectMs = 4000;

/** How Knex is set up for such a server. */
export function mysqlSettings(settings: MysqlSettings, connectTimeout: number = connectMs): MysqlConfig {
  const { hosts, user, password, database } = settings;
  const connection: Knex.MySql2ConnectionConfig &
    Pick<ConnectionOptions, 'jsonStrings' | 'maxPreparedStatements'> = {
    ...hostOptions(hosts[0]),
    user,
    password,
    database,
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
    decimalNumbers: false,
    jsonStrings: true,
    connectTimeout,
    // The driver closes the oldest of its own accord: not one that is kept here.
    maxPreparedStatements: 2 * maxPrepared,
  };
  return { client: MysqlClient, connection, pool: { min: 0, max: poolSize } };
}
