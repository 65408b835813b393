/** Addresses that servers refuse for good: after three times in a row no more notices go there. */
import type { Knex } from 'knex';

/** As many refusals in a row as make an address a failing one. */
export const mostRefusals = 3;

/** @param address where the mail went; null for the address that the person has */
export async function countRefusal(db: Knex, userId: number, address: string | null): Promise<void> {
  await counted(db, userId, address)
    .where('email_refusals', '<', mostRefusals)
    .update({ email_refusals: db.raw('email_refusals + 1') });
}

/** A mail was taken: what was refused before it was not for good. An address that is failing stays so until it is changed. */
export async function forgetRefusals(db: Knex, userId: number, address: string | null): Promise<void> {
  await counted(db, userId, address)
    .whereBetween('email_refusals', [1, mostRefusals - 1])
    .update({ email_refusals: 0 });
}

function counted(db: Knex, userId: number, address: string | null): Knex.QueryBuilder {
  const person = db('users').where({ id: userId });
  return address === null ? person : person.where({ email: address });
}
