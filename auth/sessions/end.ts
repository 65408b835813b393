/** How sessions are found in their table without their cookies, and ended. */

import { hash } from 'node:crypto';
import type { Knex } from 'knex';
import { endLinks } from '../links/links.ts';
import { updatePerson } from '../rights/people.ts';

/**
 * The name of a session's row. Rows are stored by this digest of the cookie's id, so a person who reads the table gets no cookie.
 */
export function sessionRowId(id: string): string {
  return hash('sha256', id, 'hex');
}

/**
 * Ends the sessions of a user on every node: for a changed password, a deleted user, a changed second factor.
 * @param exceptId the cookie's id of the session that stays, if there is one
 */
export async function endSessions(database: Knex, userId: number, exceptId?: string): Promise<void> {
  const rows = database('sessions').where({ user_id: userId });
  await (exceptId === undefined ? rows : rows.andWhereNot('id', sessionRowId(exceptId))).delete();
}

/**
 * Gives a user another password and ends their sessions, logins that wait for a code included: those notice that
 * the hash has changed. Links that were sent to them end, too.
 */
export async function setPassword(trx: Knex, userId: number, passwordHash: string): Promise<void> {
  await updatePerson(trx, userId, { password_hash: passwordHash });
  await endSessions(trx, userId);
  await endLinks(trx, userId);
}
