/** Transactions: all of it or nothing, tried again a bounded number of times where another stood in the way. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Knex } from 'knex';
import { faultOf } from './database-fault.ts';

/** How often a transaction is begun at most. */
const attempts = 5;

/**
 * Runs `work` in one transaction. After a deadlock or a lock wait everything was rolled back, so that it
 * can be begun anew; the work must therefore hold nothing outside its transaction.
 */
export async function transact<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === attempts || faultOf(error)?.kind !== 'contention') throw error;
      // Random, so that two that met do not meet again.
      await wait(attempt * 10 + Math.random() * 30);
    }
  }
}
