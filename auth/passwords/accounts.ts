/** Accounts: the rows that a sign-in, and a change of one's own credentials, is checked against. */
import type { Knex } from 'knex';
import { sortKey } from '../../engine/values.ts';

export interface Account {
  readonly id: number;
  readonly password_hash: string;
  readonly hasTwoFactor: boolean;
}

/** The account of an e-mail address, in upper or lower case; null if no user has it, and for control characters. */
export async function findAccount(database: Knex, email: string): Promise<Account | null> {
  // They would be found, because sort keys ignore control characters.
  if (/\p{Cc}/u.test(email.trim())) return null;
  return accountOf(await rowsWhere(database, { email_key: emailKey(email) }).first());
}

/** The names of a user. */
interface Names {
  readonly email: string;
  readonly username: string;
}

/** A user's e-mail and username; null if the user is deleted. */
export async function findNames(database: Knex, userId: number): Promise<Names | null> {
  return (await database('users').where({ id: userId, live: 1 }).first('email', 'username')) ?? null;
}

export async function findAccountById(database: Knex, userId: number): Promise<Account | null> {
  return accountOf(await rowsWhere(database, { id: userId }).first());
}

/**
 * The present account, locked until the transaction ends. What was read of it before a password was compared may have changed in
 * that time.
 */
export async function lockAccount(trx: Knex, userId: number): Promise<Account | null> {
  return accountOf(await rowsWhere(trx, { id: userId }).forUpdate().first());
}

/** The form of an e-mail for looking it up: another spelling is not another address. */
export function emailKey(email: string): string {
  return sortKey(email.trim());
}

interface AccountRow {
  readonly id: number;
  readonly password_hash: string;
  readonly two_factor_confirmed_at: string | null;
}

function rowsWhere(database: Knex, where: Readonly<Record<string, string | number>>): Knex.QueryBuilder {
  return database('users')
    .where({ ...where, live: 1 })
    .select('id', 'password_hash', 'two_factor_confirmed_at');
}

function accountOf(row: AccountRow | undefined): Account | null {
  if (!row) return null;
  const { id, password_hash, two_factor_confirmed_at } = row;
  return { id: Number(id), password_hash, hasTwoFactor: two_factor_confirmed_at !== null };
}
