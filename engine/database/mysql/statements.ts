/** Sends statements to a server, prepared if that is worth it, and completes their answers. */
import type { Connection, FieldPacket } from 'mysql2';
import { once } from '../../memoize.ts';
import { giveWay, isSliceOver } from '../../signal.ts';
import type { QueryJob } from '../knex-internals.ts';
import { longestKept } from '../sql.ts';
import { loadDriver } from './driver.ts';
import type { Session } from './session.ts';

/** Statements that are worth preparing. Schema definitions run once, and some cannot be prepared. */
const preparable = /^\s*(?:select|insert|update|delete)\b/i;
/** Above this, a statement is a batch of rows whose text is rarely repeated. The protocol's limit is 65,535. */
const maxParameters = 1000;
/**
 * Prepared statements per connection. A server has a limit for all connections together (`max_prepared_stmt_count`, 16,382 by
 * default), which some forty of ours reach.
 */
export const maxPrepared = 500;
/** The flag of a running transaction, in the status of a server's answer. */
const inTransaction = 1;

/**
 * Runs a statement, and prepares it if necessary. If the server holds as many prepared statements as it may, the statement is sent
 * as text, and this connection gives up its oldest one, so that all connections get a share.
 */
function execute(
  connection: Connection,
  session: Session,
  sql: string,
  bindings: readonly unknown[],
  done: Done,
): void {
  const cached = session.statements;
  const values = bindings.map((value) => parameter(value, session.mariaDb));
  const known = cached.get(sql);
  if (known) {
    known.execute(values, done);
    return;
  }
  connection.prepare(sql, (error, statement) => {
    const isFull = error?.code === 'ER_MAX_PREPARED_STMT_COUNT_REACHED';
    if (error && !isFull) return done(error, undefined, undefined);
    const [oldest] = cached.keys();
    if ((isFull || cached.size >= maxPrepared) && oldest !== undefined) {
      cached.delete(oldest);
      connection.unprepare(oldest);
    }
    if (!isFull) cached.set(sql, statement);
    const send = () =>
      isFull ? sendText(connection, session, sql, bindings, done) : statement.execute(values, done);
    if (!session.galera || !session.inTransaction) return send();
    requireTransaction(connection, (lost) => (lost ? done(lost, undefined, undefined) : send()));
  });
}

/**
 * A Galera node rolls back a transaction that conflicts with another node's, and reports it in the answer to the next command. If
 * this happens while it prepares a statement, that answer is already sent, and it never reports it: the following statements
 * would run without a transaction, and the commit would succeed. So this asks the server, once for each statement of a
 * connection.
 */
function requireTransaction(connection: Connection, done: (lost: Error | null) => void): void {
  connection.query('DO 0', (error, header) => {
    if (error) return done(error);
    const lost =
      serverStatus(header) & inTransaction ? null : new Error('The server has undone the transaction.');
    done(lost && Object.assign(lost, { code: 'TRANSACTION_LOST' }));
  });
}

/** @param header the driver's answer to a statement without rows */
function serverStatus(header: unknown): number {
  const told = typeof header === 'object' && header !== null && 'serverStatus' in header;
  return told ? Number(header.serverStatus) : 0;
}

function sendText(
  connection: Connection,
  _: Session,
  sql: string,
  bindings: readonly unknown[],
  done: Done,
): void {
  connection.query({ sql, values: bindings.map(inText) }, done);
}

/** A fraction in a statement's text. Without an exponent it is a decimal, while a parameter is floating point. */
function inText(value: unknown): unknown {
  if (typeof value !== 'number' || Number.isInteger(value)) return value ?? null;
  return { toSqlString: () => value.toExponential() };
}

type Done = (error: Error | null, rows: unknown, fields: FieldPacket[] | undefined) => void;

/**
 * Sends a statement. `done` is called once, in the form of the driver.
 * @param bindings the bindings of Knex: strings, numbers, dates and null
 */
export function sendStatement(
  connection: Connection,
  session: Session,
  sql: string,
  bindings: readonly unknown[],
  done: Done,
): void {
  const prepared = bindings.length <= maxParameters && sql.length <= longestKept && preparable.test(sql);
  const carryOut = prepared ? execute : sendText;
  carryOut(connection, session, sql, bindings, (error, rows, fields) => {
    if (!error && !fields) session.inTransaction = (serverStatus(rows) & inTransaction) !== 0;
    if (!error && prepared) completeInstants(rows, fields);
    done(error, rows, fields);
  });
}

/**
 * Sends a large select, and passes on its rows as they come. The driver would make values of all that has arrived at once: so the
 * connection pauses while others run. Not prepared: it is rare, and a statement's text has moments in full.
 *
 * @param alive called after each pause
 * @param done called once, in the form of the driver, without rows
 */
export function sendRows(
  connection: Connection,
  { sql, bindings = [], taking: { columns, take } }: QueryJob & Required<Pick<QueryJob, 'taking'>>,
  alive: () => void,
  done: (error: Error | null, rows: unknown) => void,
): void {
  let places: number[] = [];
  let fault: Error | null = null;
  const goOn = () => {
    alive();
    connection.resume();
  };
  // If the connection is lost, the driver notifies only the connection.
  const end = (lost?: Error) => {
    connection.removeListener('error', end);
    done(fault ?? lost ?? null, []);
  };
  connection.once('error', end);
  const sent = connection.query({ sql, values: bindings.map(inText), rowsAsArray: true });
  sent.on('fields', (fields: readonly FieldPacket[]) => {
    places = columns.map((name) => fields.findIndex((field) => field.name === name));
  });
  sent.on('result', (row: unknown) => {
    if (Array.isArray(row)) take(places.map((at) => row[at]));
    if (!isSliceOver()) return;
    connection.pause();
    void giveWay().then(goOn);
  });
  sent.on('error', (error: Error) => {
    fault = error;
  });
  sent.on('end', () => end());
}

/** Read once: on `mysql2` these are getters that call `require` on every access, per query and value. */
const onTheWire = once(() => {
  const { Types, TypedParameter } = loadDriver();
  return { datetime: Types.DATETIME, wholeNumber: TypedParameter.BIGINT };
});

/** Below this, a whole number sent as floating point becomes text without an exponent. */
const plainBelow = 1e15;

/**
 * The driver sends every number as floating point. MySQL 8 refuses that in a LIMIT, and large numbers become 9.007e15 as text:
 * whole numbers are sent as text. MariaDB accepts other numbers unchanged, which takes the driver a sixtieth of the time: it
 * checks whole numbers by arithmetic of any length.
 */
function parameter(value: unknown, mariaDb: boolean): unknown {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return value ?? null;
  return mariaDb && Math.abs(value) < plainBelow ? value : onTheWire().wholeNumber(value);
}

/** The protocol of prepared statements omits milliseconds if they are 0: 08:00:00 means 08:00:00.000. */
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
