/** Prepared statements of a connection. */
import type Libsql from 'libsql';
import { longestKept } from '../sql.ts';
import { withName } from './errors.ts';

/** Prepared statements per connection. Every shape of list has its own text, and a few hundred are in use. */
const preparedLimit = 500;

export interface Prepared {
  readonly statement: Libsql.Statement<unknown[]>;
  /** Whether it returns rows. Stored, since each question calls the driver's native code. */
  readonly reader: boolean;
}

/** Preparing costs more than running a usual list. By connection, since each transaction has a client of its own. */
export const prepared: WeakMap<Libsql.Database, Map<string, Prepared>> = new WeakMap();

export function prepare(connection: Libsql.Database, sql: string): Prepared {
  const cached = prepared.get(connection) ?? new Map<string, Prepared>();
  prepared.set(connection, cached);
  const known = cached.get(sql);
  if (known !== undefined) return known;
  const statement = compile(connection, sql);
  const made = { statement, reader: statement.reader };
  // A schema definition runs once.
  if (sql.length > longestKept || !/^\s*(?:select|insert|update|delete|with|begin|commit)\b/i.test(sql))
    return made;
  cached.set(sql, made);
  const [oldest] = cached.keys();
  if (cached.size > preparedLimit && oldest !== undefined) cached.delete(oldest);
  return made;
}

function compile(connection: Libsql.Database, sql: string): Prepared['statement'] {
  try {
    return connection.prepare(sql);
  } catch (error) {
    throw withName(error);
  }
}

/**
 * SQLite has neither booleans nor dates. The driver binds every JavaScript number as floating point, so that text made from 5
 * would be "5.0": whole numbers are bound as BigInt.
 */
export function bindable(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return value instanceof Date ? value.valueOf() : value;
}
