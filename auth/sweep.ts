/** Removes what has expired: nothing reads it any more, and it is somebody's address and browser. */
import type { Knex } from 'knex';
import { storedNow } from '../engine/codec.ts';

/**
 * Deletes expired sessions and counters. Safe on several nodes at once.
 * @returns how many rows went
 */
export async function sweepExpired(database: Knex, now: Date = new Date()): Promise<number> {
  const sessions = await database('sessions').where('expires_at', '<=', storedNow(now)).delete();
  const counters = await database('rate_limits').where('expire', '<=', now.getTime()).delete();
  return sessions + counters;
}
