/** Transactions: all or nothing, retried a limited number of times after a conflict. */

import type { Knex } from 'knex';
import type { Signal } from '../signal.ts';
import { againAfterConflict, faultOf } from './fault.ts';
import { bindTo, clientOf, whileTransacting } from './knex-internals.ts';
import { findSession, type Session } from './mysql/session.ts';
import { dialectOf, run } from './query.ts';

/** A statement ran outside its transaction: earlier statements of the transaction may be rolled back, or committed. */
export class TransactionOverError extends Error {
  override readonly name = 'TransactionOverError';

  constructor() {
    super(
      'A transaction was over before its end: it had lost its beginning, or a statement has committed it.',
    );
  }
}

/**
 * Runs `work` in one transaction. A deadlock or a lock timeout rolls everything back, and the work is retried; so it must keep no
 * state outside its transaction. Even if the work catches such an error, nothing more runs in that transaction, and it is not
 * committed.
 *
 * @param signal checked before every statement, including the commit: if it throws, everything is rolled back
 */
export function transact<T>(db: Knex, work: (trx: Knex) => Promise<T>, signal?: Signal): Promise<T> {
  return againAfterConflict(() => whileTransacting(db, () => transactOnce(db, work, signal)));
}

/**
 * Knex creates a whole instance for each transaction, which costs as much as five queries. Here each connection of its pool has
 * one permanent instance.
 */
async function transactOnce<T>(
  db: Knex,
  work: (trx: Knex) => Promise<T>,
  signal: Signal | undefined,
): Promise<T> {
  const client = clientOf<Connection>(db);
  const connection = await client.acquireConnection();
  const bound = boundTo(db, connection);
  try {
    await bound.begin(signal);
    const result = await work(bound.trx);
    await bound.commit();
    return result;
  } catch (error) {
    await bound.undo();
    throw error;
  } finally {
    bound.release();
    await client.releaseConnection(connection);
  }
}

/** The used part of a driver's connection. */
interface Connection {
  /** SQLite only. */
  readonly inTransaction?: boolean;
  /** MariaDB and MySQL only: the pool then opens another connection. */
  destroy?(): void;
}

/** A Knex whose queries all use one connection, and its present transaction. */
class Bound {
  readonly trx: Knex;
  readonly #connection: Connection;
  /** MariaDB and MySQL only. */
  readonly #session: Session | null;
  /**
   * A field of the object, not an entry of a map: a map that changes with each request is rehashed every few times, and what its
   * old tables refer to, here a whole request, survives many garbage collections.
   */
  #signal: Signal | undefined;
  /** Whether the session reports that it is in the transaction, as long as it is. */
  #watched = false;
  /** The error that ended the transaction early. */
  #failure: unknown = null;
  /** The running statement. */
  #running: Promise<unknown> | null = null;

  constructor(db: Knex, connection: Connection) {
    this.#connection = connection;
    this.#session = findSession(connection);
    this.trx = bindTo(db, connection, (send) => this.#carryOut(send));
  }

  async begin(signal: Signal | undefined): Promise<void> {
    this.#signal = signal;
    await run(this.trx, { text: dialectOf(this.trx).begin, bindings: [] });
    // A server that does not report it now (through a proxy, for example) does not report it later either.
    this.#watched = this.#session?.inTransaction === true;
  }

  async commit(): Promise<void> {
    this.#watched = false;
    await run(this.trx, { text: 'COMMIT;', bindings: [] });
  }

  /** If SQLite has rolled back a transaction by itself, as on a full disk, there is nothing left to do. */
  async undo(): Promise<void> {
    // A rollback is never aborted.
    this.release();
    if (this.#connection.inTransaction === false) return;
    try {
      await run(this.trx, { text: 'ROLLBACK;', bindings: [] });
    } catch {
      // The reason is in the error that led here. A connection in an unknown state is not reused.
      this.#connection.destroy?.();
    }
  }

  release(): void {
    this.#signal = undefined;
    this.#watched = false;
    this.#failure = null;
  }

  /**
   * Sends a statement, unless its transaction has ended. Statements that are started together are sent one after the other: any
   * of them may end the transaction.
   */
  #carryOut<T>(send: () => Promise<T>): Promise<T> {
    if (this.#running !== null) {
      const next = () => this.#carryOut(send);
      return this.#running.then(next, next);
    }
    this.#signal?.throwIfAborted();
    if (this.#failure !== null) throw this.#failure;
    const sent = send();
    this.#running = sent;
    return sent.then(this.#answered, this.#failed);
  }

  // These two are created once, not per statement.
  readonly #answered = <T>(answer: T): T => {
    this.#running = null;
    if (!this.#watched || this.#session?.inTransaction !== false) return answer;
    this.#failure = new TransactionOverError();
    throw this.#failure;
  };

  /** A conflict may have rolled back the transaction, or not. */
  readonly #failed = (error: unknown): never => {
    this.#running = null;
    if (this.#connection.inTransaction === false || faultOf(error)?.kind === 'contention')
      this.#failure = error;
    throw error;
  };
}

/** Each one has the lifetime of its connection. */
const boundConnections = new WeakMap<Connection, Bound>();

function boundTo(db: Knex, connection: Connection): Bound {
  const one = boundConnections.get(connection);
  if (one) return one;
  const made = new Bound(db, connection);
  boundConnections.set(connection, made);
  return made;
}
