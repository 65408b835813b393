/** Removes what has expired: nothing reads it any more, and it has the address and browser of a person. */

import type { Knex } from 'knex';
import { databaseNow } from '../../engine/database/clock.ts';
import { dialectOf } from '../../engine/database/query.ts';
import { sweepLinks } from '../links/links.ts';

/**
 * Deletes expired sessions, counters and links. Safe on several nodes at once, also where their clocks differ: the database's
 * says what has expired.
 * @returns how many rows went
 */
export async function sweepExpired(database: Knex): Promise<number> {
  const now = database.raw(dialectOf(database).moment());
  const sessions = await database('sessions').where('expires_at', '<=', now).delete();
  const counters = await database('rate_limits')
    .where('expire', '<=', await databaseNow(database))
    .delete();
  return sessions + counters + (await sweepLinks(database));
}
