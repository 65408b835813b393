/** Transactions: all of it or nothing, tried again a bounded number of times where another stood in the way. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Knex } from 'knex';
import { faultOf } from './database-fault.ts';

/** How often a transaction is begun at most, and for how long (in milliseconds) it is begun anew. */
const attempts = 5;
const patience = 4000;

/**
 * Runs `work` in one transaction. After a deadlock or a lock wait everything was rolled back, so that it
 * can be begun anew; the work must therefore hold nothing outside its transaction.
 */
export async function transact<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const began = Date.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      const last = attempt === attempts || Date.now() - began > patience;
      if (last || faultOf(error)?.kind !== 'contention') throw error;
      // Random, so that two that met do not meet again.
      await wait(attempt * 10 + Math.random() * 30);
    }
  }
}
