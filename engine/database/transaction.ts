/** Transactions: all of it or nothing, tried again a bounded number of times where another stood in the way. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Signal } from '../signal.ts';
import { faultOf } from './fault.ts';
import { bindTo, clientOf } from './knex-internals.ts';
import { findSession, type Session } from './mysql/session.ts';
import { dialectOf, run } from './query.ts';

/**
 * How often a transaction is begun at most, and for how long (in milliseconds) it is begun anew. A lock is waited for twice
 * on MariaDB and MySQL, 3 seconds each, and once on SQLite, 5 seconds: a third time would keep one of the few connections
 * from others for long, while the client, told by a 503, can come again.
 */
const attempts = 5;
const retryTimeout = 4000;

/** A statement has been carried out by itself: what came before it in its transaction may be undone, or be there for good. */
export class TransactionOverError extends Error {
  override readonly name = 'TransactionOverError';

  constructor() {
    super(
      'A transaction was over before its end: it had lost its beginning, or a statement has committed it.',
    );
  }
}

/**
 * Runs `work` in one transaction. After a deadlock or a lock wait everything was rolled back, so that it
 * can be begun anew; the work must therefore hold nothing outside its transaction. Whatever the work makes of such an error, nothing
 * more is carried out in that transaction, and it is not committed.
 *
 * @param signal asked before every statement, the commit included: once it throws, everything is undone
 */
export async function transact<T>(db: Knex, work: (trx: Knex) => Promise<T>, signal?: Signal): Promise<T> {
  const began = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transactOnce(db, work, signal);
    } catch (error) {
      const last = attempt === attempts || Date.now() - began > retryTimeout;
      if (last || faultOf(error)?.kind !== 'contention') throw error;
      // Random, so that two that met do not meet again.
      await wait(attempt * 10 + Math.random() * 30);
    }
  }
}

/**
 * Knex makes a whole instance of itself for each transaction, at the price of five queries. Here there is one for each
 * connection of its pool, and it stays.
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

/** What is used of a driver's connection. */
interface Connection {
  /** SQLite's alone. */
  readonly inTransaction?: boolean;
  /** MariaDB's and MySQL's alone: the pool then makes another one. */
  destroy?(): void;
}

/** A Knex whose queries all go to one connection, and the transaction that this is in. */
class Bound {
  readonly trx: Knex;
  readonly #connection: Connection;
  /** Of MariaDB and MySQL. */
  readonly #session: Session | null;
  /**
   * In the object itself, not in a map beside it: what enters and leaves a map with each request has it laid out anew every few
   * times, and what was in its old tables, here a whole request, outlives many garbage collections.
   */
  #signal: Signal | undefined;
  /** Whether the session says that it is in the transaction, for as long as it is. */
  #watched = false;
  /** What has ended the transaction before its end. */
  #failure: unknown = null;
  /** The statement that is under way. */
  #running: Promise<unknown> | null = null;

  constructor(db: Knex, connection: Connection) {
    this.#connection = connection;
    this.#session = findSession(connection);
    this.trx = bindTo(db, connection, (send) => this.#carryOut(send));
  }

  async begin(signal: Signal | undefined): Promise<void> {
    this.#signal = signal;
    await run(this.trx, { text: dialectOf(this.trx).begin, bindings: [] });
    // A server that does not say so now (a proxy may not) does not say it later either.
    this.#watched = this.#session?.inTransaction === true;
  }

  async commit(): Promise<void> {
    this.#watched = false;
    await run(this.trx, { text: 'COMMIT;', bindings: [] });
  }

  /** Where SQLite has undone a transaction by itself, as it does when its disk is full, there is nothing left to undo. */
  async undo(): Promise<void> {
    // To undo it there is always time.
    this.release();
    if (this.#connection.inTransaction === false) return;
    try {
      await run(this.trx, { text: 'ROLLBACK;', bindings: [] });
    } catch {
      // The reason is in the error that led here. A connection in an unknown state is not used again.
      this.#connection.destroy?.();
    }
  }

  release(): void {
    this.#signal = undefined;
    this.#watched = false;
    this.#failure = null;
  }

  /**
   * Sends a statement, unless its transaction has come to its end. Of statements that are begun together none is sent
   * before the others are answered: any of them may be what ends it.
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

  // These two are made once, not with each statement.
  readonly #answered = <T>(answer: T): T => {
    this.#running = null;
    if (!this.#watched || this.#session?.inTransaction !== false) return answer;
    this.#failure = new TransactionOverError();
    throw this.#failure;
  };

  /** What stood in the way of a transaction may have undone it, or not. */
  readonly #failed = (error: unknown): never => {
    this.#running = null;
    if (this.#connection.inTransaction === false || faultOf(error)?.kind === 'contention')
      this.#failure = error;
    throw error;
  };
}

/** Each is kept for as long as its connection is. */
const boundConnections = new WeakMap<Connection, Bound>();

function boundTo(db: Knex, connection: Connection): Bound {
  const one = boundConnections.get(connection);
  if (one) return one;
  const made = new Bound(db, connection);
  boundConnections.set(connection, made);
  return made;
}
