/** How a statement goes to a server, prepared where that is worth it, and what of its answer has to be completed. */
import type { Connection, FieldPacket } from 'mysql2';
import { once } from '../../memoize.ts';
import { longestKept } from '../sql.ts';
import { loadDriver } from './driver.ts';
import type { Session } from './session.ts';

/** Statements that are worth preparing; definitions of the schema run once, and some cannot be. */
const preparable = /^\s*(?:select|insert|update|delete)\b/i;
/** Beyond that a statement is a batch of rows, whose text comes back seldom; the protocol ends at 65,535. */
const maxParameters = 1000;
/** Statements kept ready per connection: ten connections stay well below what a server keeps for all (16,382). */
export const maxPrepared = 500;
/** In the status that a server gives with its answers: a transaction is under way. */
const inTransaction = 1;

/** Runs a statement, prepared before or now. */
function execute(connection: Connection, session: Session, sql: string, values: unknown[], done: Done): void {
  const cached = session.statements;
  const known = cached.get(sql);
  if (known) {
    known.execute(values, done);
    return;
  }
  connection.prepare(sql, (error, statement) => {
    if (error) return done(error, undefined, undefined);
    const [oldest] = cached.keys();
    if (cached.size >= maxPrepared && oldest !== undefined) {
      cached.delete(oldest);
      connection.unprepare(oldest);
    }
    cached.set(sql, statement);
    if (!session.galera || !session.inTransaction) return statement.execute(values, done);
    requireTransaction(connection, (lost) => {
      if (lost) return done(lost, undefined, undefined);
      statement.execute(values, done);
    });
  });
}

/**
 * A node of Galera undoes a transaction that stands in the way of another node's, and says so in the answer to the next command. Where
 * that comes to it while it prepares a statement, the answer is already sent, and it never says it: what follows would be
 * carried out by itself, and the commit be granted. So it is asked, once for each statement of a connection.
 */
function requireTransaction(connection: Connection, done: (lost: Error | null) => void): void {
  connection.query('DO 0', (error, header) => {
    if (error) return done(error);
    const lost =
      serverStatus(header) & inTransaction ? null : new Error('The server has undone the transaction.');
    done(lost && Object.assign(lost, { code: 'TRANSACTION_LOST' }));
  });
}

/** @param header what the driver says of a statement that gives no rows */
function serverStatus(header: unknown): number {
  const told = typeof header === 'object' && header !== null && 'serverStatus' in header;
  return told ? Number(header.serverStatus) : 0;
}

function sendText(connection: Connection, _: Session, sql: string, values: unknown[], done: Done): void {
  connection.query({ sql, values }, done);
}

type Done = (error: Error | null, rows: unknown, fields: FieldPacket[] | undefined) => void;

/**
 * Sends a statement. `done` is called once, as the driver does.
 * @param bindings whatever Knex has bound: strings, numbers, dates and null
 */
export function sendStatement(
  connection: Connection,
  session: Session,
  sql: string,
  bindings: readonly unknown[],
  done: Done,
): void {
  const prepared = bindings.length <= maxParameters && sql.length <= longestKept && preparable.test(sql);
  const values = bindings.map((value) => (prepared ? parameter(value, session.mariaDb) : (value ?? null)));
  const carryOut = prepared ? execute : sendText;
  carryOut(connection, session, sql, values, (error, rows, fields) => {
    if (!error && !fields) session.inTransaction = (serverStatus(rows) & inTransaction) !== 0;
    if (!error && prepared) completeInstants(rows, fields);
    done(error, rows, fields);
  });
}

/** Read once: on `mysql2` these are getters that go through `require` whenever they are asked, per query and value. */
const onTheWire = once(() => {
  const { Types, TypedParameter } = loadDriver();
  return { datetime: Types.DATETIME, wholeNumber: TypedParameter.BIGINT };
});

/** As a floating point number a whole one below this becomes text without an exponent. */
const plainBelow = 1e15;

/**
 * The driver sends every number as a floating point one. MySQL 8 refuses that in a LIMIT, and large numbers turn into
 * 9.007e15 where they become text: whole numbers go as such. MariaDB takes the others as they come, which the driver does
 * in a sixtieth of the time: it checks whole numbers by arithmetic of any length.
 */
function parameter(value: unknown, mariaDb: boolean): unknown {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return value ?? null;
  return mariaDb && Math.abs(value) < plainBelow ? value : onTheWire().wholeNumber(value);
}

/** The protocol of prepared statements leaves milliseconds out where they are 0: 08:00:00 stands for 08:00:00.000. */
function completeInstants(rows: unknown, fields: readonly FieldPacket[] | undefined): void {
  if (fields === undefined || !Array.isArray(rows)) return;
  const { datetime } = onTheWire();
  for (const { name, type, decimals } of fields) {
    if (type !== datetime || decimals !== 3) continue;
    for (const row of rows) {
      if (typeof row[name] === 'string' && row[name].length === 19) row[name] += '.000';
    }
  }
}
