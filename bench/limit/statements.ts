/** Prepared statements on either database, without any framework. */
import { createRequire } from 'node:module';
import type Libsql from 'libsql';
import mysql, { type PoolConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import type { ContenderSettings } from '../settings.ts';

export type Value = string | number | null;
export type Row = Readonly<Record<string, unknown>>;

export interface Statements {
  rows(sql: string, values: Value[]): Promise<readonly Row[]>;
  /** Runs a change. @returns the id of the inserted row */
  run(sql: string, values: Value[]): Promise<number>;
}

export interface Store extends Statements {
  /** Runs a transaction. */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T>;
  /** The clause that locks selected rows, if the database has one. */
  readonly forUpdate: string;
  readonly forShare: string;
}

export function openStore(database: ContenderSettings['database']): Store {
  return database.kind === 'sqlite' ? openSqlite(database.path) : openMysql(database);
}

type Executor = Pick<PoolConnection, 'execute'>;

function openMysql({ host, port, user, password, database }: Extract<Database, { kind: 'mysql' }>): Store {
  const pool = mysql.createPool({
    ...{ host, port, user, password, database },
    connectionLimit: 10,
    dateStrings: true,
    jsonStrings: true,
    maxPreparedStatements: 500,
  });
  // Without it MariaDB intersects two indexes for a prepared list, at half the throughput.
  pool.on('connection', (connection) => {
    connection.query("SET SESSION optimizer_switch = 'index_merge_intersection=off'");
  });
  const on = (executor: Executor): Statements => ({
    rows: async (sql, values) => (await executor.execute<RowDataPacket[]>(sql, values))[0],
    run: async (sql, values) => (await executor.execute<ResultSetHeader>(sql, values))[0].insertId,
  });
  return {
    ...on(pool),
    forUpdate: ' for update',
    forShare: ' lock in share mode',
    transaction: async (work) => {
      const connection = await pool.getConnection();
      try {
        await connection.query('begin');
        const result = await work(on(connection));
        await connection.query('commit');
        return result;
      } catch (error) {
        await connection.query('rollback');
        throw error;
      } finally {
        connection.release();
      }
    },
  };
}

type Database = ContenderSettings['database'];

function openSqlite(path: string): Store {
  const Driver: typeof Libsql = createRequire(import.meta.url)('libsql');
  const connection = new Driver(path);
  // Those of the service: the safety of commits is not compared.
  for (const pragma of ['busy_timeout=5000', 'journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON']) {
    connection.exec(`PRAGMA ${pragma}`);
  }
  const prepared = new Map<string, Libsql.Statement<unknown[]>>();
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? connection.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const statements: Statements = {
    rows: async (sql, values) => prepare(sql).all(values.map(bindable)) as Row[],
    run: async (sql, values) => Number(prepare(sql).run(values.map(bindable)).lastInsertRowid),
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    ...statements,
    forUpdate: '',
    forShare: '',
    // One connection: a transaction waits for the previous one.
    transaction: (work) => {
      const mine = last.then(async () => {
        connection.exec('BEGIN IMMEDIATE');
        try {
          const result = await work(statements);
          connection.exec('COMMIT');
          return result;
        } catch (error) {
          connection.exec('ROLLBACK');
          throw error;
        }
      });
      last = mine.catch(() => {});
      return mine;
    },
  };
}

/** The driver binds every number as floating point. */
function bindable(value: Value): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}
