/** Transactions: all of it or nothing, tried again a bounded number of times where another stood in the way. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Signal } from '../signal.ts';
import { faultOf } from './fault.ts';
import { bindTo, clientOf } from './knex-internals.ts';
import { dialectOf, run } from './query.ts';

/**
 * How often a transaction is begun at most, and for how long (in milliseconds) it is begun anew. A lock is waited for twice
 * on MariaDB and MySQL, 3 seconds each, and once on SQLite, 5 seconds: a third time would keep one of the few connections
 * from others for long, while the client, told by a 503, can come again.
 */
const attempts = 5;
const retryTimeout = 4000;

/**
 * Runs `work` in one transaction. After a deadlock or a lock wait everything was rolled back, so that it
 * can be begun anew; the work must therefore hold nothing outside its transaction.
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
  const { trx } = bound;
  bound.signal = signal;
  try {
    await begin(trx);
    const result = await work(trx);
    await run(trx, { text: 'COMMIT;', bindings: [] });
    return result;
  } catch (error) {
    // To undo it there is always time.
    bound.signal = undefined;
    await undo(trx, connection);
    throw error;
  } finally {
    bound.signal = undefined;
    await client.releaseConnection(connection);
  }
}

async function begin(trx: Knex): Promise<void> {
  await run(trx, { text: dialectOf(trx).begin, bindings: [] });
}

/** Where SQLite has undone a transaction by itself, as it does when its disk is full, there is nothing left to undo. */
async function undo(trx: Knex, connection: Connection): Promise<void> {
  if (connection.inTransaction === false) return;
  try {
    await run(trx, { text: 'ROLLBACK;', bindings: [] });
  } catch {
    // The reason is in the error that led here. A connection of which nobody knows what it has begun serves no more.
    connection.destroy?.();
  }
}

/** What is used of a driver's connection. */
interface Connection {
  /** SQLite's alone. */
  readonly inTransaction?: boolean;
  /** MariaDB's and MySQL's alone: the pool then makes another one. */
  destroy?(): void;
}

/** A Knex whose queries all go to one connection, and the signal of the transaction that this is in. */
interface Bound {
  readonly trx: Knex;
  /**
   * In the object itself, not in a map beside it: what enters and leaves a map with each request has it laid out anew every few
   * times, and what was in its old tables, here a whole request, outlives many garbage collections.
   */
  signal: Signal | undefined;
}

/** Each is kept for as long as its connection is. */
const known = new WeakMap<Connection, Bound>();

function boundTo(db: Knex, connection: Connection): Bound {
  const one = known.get(connection);
  if (one) return one;
  const trx = bindTo(db, connection, () => made.signal?.throwIfAborted());
  const made: Bound = { trx, signal: undefined };
  known.set(connection, made);
  return made;
}
