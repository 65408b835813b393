/** Permanently refused addresses: after three refusals in a row, no more notices are sent there. */
import type { Knex } from 'knex';

/** The number of refusals in a row after which an address counts as failing. */
export const mostRefusals = 3;

/** @param address the recipient's address; null for the person's present one */
export async function countRefusal(db: Knex, userId: number, address: string | null): Promise<void> {
  await counted(db, userId, address)
    .where('email_refusals', '<', mostRefusals)
    .update({ email_refusals: db.raw('email_refusals + 1') });
}

/** After an accepted mail, earlier refusals were not permanent. A failing address remains so until it is changed. */
export async function forgetRefusals(db: Knex, userId: number, address: string | null): Promise<void> {
  await counted(db, userId, address)
    .whereBetween('email_refusals', [1, mostRefusals - 1])
    .update({ email_refusals: 0 });
}

function counted(db: Knex, userId: number, address: string | null): Knex.QueryBuilder {
  const person = db('users').where({ id: userId });
  return address === null ? person : person.where({ email: address });
}
