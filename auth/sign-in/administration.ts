/** What an operator may do without signing in: create users, and give them back their access. */
import type { Knex } from 'knex';
import { transact } from '../../engine/database/transaction.ts';
import { isEmail } from '../../engine/kinds/email.ts';
import { render } from '../../engine/message.ts';
import { isBroken, searchText, sortKey, storedNow, tidyText } from '../../engine/values.ts';
import { findAccount, findNames } from '../passwords/accounts.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { passwordProblems } from '../passwords/rules.ts';
import { everything } from '../rights/permissions.ts';
import { readTwoFactor, removeTwoFactor } from '../second-factor/two-factor.ts';
import { endSessions, setPassword } from '../sessions/end.ts';
import type { Mailer } from '../settings.ts';

export interface NewPerson {
  readonly email: string;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly locale: string;
  /** Whether they get the role with all permissions at the headquarters. Role and headquarters are created if they do not exist. */
  readonly admin: boolean;
}

/** Why something cannot be done, in one sentence for the person at the terminal. */
class AdministrationError extends Error {
  override readonly name = 'AdministrationError';
}

/**
 * Creates a user, as `POST /users` does, when there is no one yet who could sign in and do it.
 * @returns the new user's id
 * @throws AdministrationError on a bad or taken e-mail or username, or a password that is not good enough
 */
export async function createPerson(database: Knex, person: NewPerson): Promise<number> {
  const email = required('e-mail', person.email, 255);
  if (!isEmail(email)) throw new AdministrationError(`${email} is not an e-mail address.`);
  const names = {
    username: required('username', person.username, 100),
    first_name: required('first name', person.firstName, 255),
    last_name: required('last name', person.lastName, 255),
  };
  checkPassword(person.password, [email, names.username]);
  const password_hash = await hashPassword(person.password);
  return transact(database, async (trx) => {
    await refuseTaken(trx, 'email_key', sortKey(email), `There is already a user with the e-mail ${email}.`);
    await refuseTaken(trx, 'username', names.username, `There is already a user named ${names.username}.`);
    const headquarters = person.admin ? await findOrMakeHeadquarters(trx) : null;
    const [id = 0] = await trx('users').insert({
      ...stamps(),
      ...keyed({ ...names, email }),
      full_name: `${names.first_name} ${names.last_name}`,
      password_hash,
      locale: person.locale,
      current_site_id: headquarters,
      live: 1,
      search_text: searchText([names.first_name, names.last_name, names.username, email]),
    });
    if (headquarters !== null) {
      const [membership_id] = await trx('memberships').insert({ user_id: id, site_id: headquarters });
      await trx('membership_roles').insert({ membership_id, role_id: await findOrMakeAdministrator(trx) });
    }
    return id;
  });
}

/** Gives a user another password, and ends their sessions. @throws AdministrationError */
export async function resetPassword(
  database: Knex,
  mailer: Mailer,
  email: string,
  password: string,
): Promise<void> {
  const userId = await requireAccount(database, email);
  const names = await findNames(database, userId);
  checkPassword(password, [email, names?.username ?? '']);
  const hash = await hashPassword(password);
  await transact(database, async (trx) => {
    await setPassword(trx, userId, hash);
    await mailer.queue(trx, { userId, to: names?.email ?? email, kind: 'password-changed' });
  });
}

/** Removes a user's second factor, and ends their sessions. @throws AdministrationError */
export async function resetTwoFactor(database: Knex, mailer: Mailer, email: string): Promise<void> {
  const userId = await requireAccount(database, email);
  await transact(database, async (trx) => {
    const { enabled } = await readTwoFactor(trx, userId);
    await removeTwoFactor(trx, userId);
    await endSessions(trx, userId);
    const names = await findNames(trx, userId);
    if (enabled && names) await mailer.queue(trx, { userId, to: names.email, kind: 'two-factor-off' });
  });
}

/** @throws AdministrationError if no user has the e-mail */
export async function requireAccount(database: Knex, email: string): Promise<number> {
  const account = await findAccount(database, email);
  if (!account) throw new AdministrationError(`There is no user with the e-mail ${email}.`);
  return account.id;
}

function checkPassword(password: string, names: readonly string[]): void {
  const [problem] = passwordProblems(password, names);
  if (problem) throw new AdministrationError(render(problem, 'en'));
}

function required(what: string, value: string, longest: number): string {
  if (isBroken(value)) throw new AdministrationError(`The ${what} has control characters.`);
  const text = tidyText(value);
  if (text === '') throw new AdministrationError(`The ${what} is missing.`);
  if (text.length > longest)
    throw new AdministrationError(`The ${what} has more than ${longest} characters.`);
  return text;
}

async function refuseTaken(trx: Knex, column: string, value: string, said: string): Promise<void> {
  if (
    await trx('users')
      .where({ [column]: value, live: 1 })
      .first('id')
  )
    throw new AdministrationError(said);
}

async function findOrMakeHeadquarters(trx: Knex): Promise<number> {
  const known = await trx('sites').where({ headquarters_slot: 1 }).first('id');
  if (known) return Number(known.id);
  const [id = 0] = await trx('sites').insert({
    ...stamps(),
    ...keyed({ name: 'Headquarters' }),
    is_headquarters: 1,
    headquarters_slot: 1,
    timezone: 'UTC',
    search_text: searchText(['Headquarters']),
  });
  return id;
}

async function findOrMakeAdministrator(trx: Knex): Promise<number> {
  const known = await trx('role_permissions')
    .where({ permission: everything })
    .orderBy('role_id')
    .first('role_id');
  if (known) return Number(known.role_id);
  const [id = 0] = await trx('roles').insert({
    ...stamps(),
    ...keyed({ name: 'administrator' }),
    search_text: searchText(['administrator']),
  });
  await trx('role_permissions').insert({ role_id: id, permission: everything });
  return id;
}

function stamps() {
  const now = storedNow();
  return { created_at: now, updated_at: now };
}

/** Texts with the keys they are sorted and found by. */
function keyed(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([column, value]) => [
      [column, value],
      [`${column}_key`, sortKey(value)],
    ]),
  );
}
