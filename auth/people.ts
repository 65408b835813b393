/** The people who sign in, as the database knows them: who they are, where they work, what they were granted. */
import type { Knex } from 'knex';
import { sortKey, storedNow } from '../engine/codec.ts';
import { endSessions } from './session-rows.ts';

export interface Site {
  readonly id: number;
  readonly name: string;
  readonly timezone: string;
  readonly is_headquarters: boolean;
}

export interface Person {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly full_name: string;
  readonly email: string;
  readonly locale: string;
  /** Where the person works now; null for somebody who belongs to no site. */
  readonly site: Site | null;
  /** Names of the roles at that site, sorted. */
  readonly roles: readonly string[];
  /** What those roles hold, as stored: names and perhaps `*`. */
  readonly granted: ReadonlySet<string>;
}

/** What a login is checked against. */
export interface Account {
  readonly id: number;
  readonly password_hash: string;
  readonly hasTwoFactor: boolean;
}

interface SiteRow {
  site_id: number | null;
  site_name: string;
  timezone: string;
  is_headquarters: number | boolean;
  membership_id: number | null;
}

const siteColumns = [
  'sites.id as site_id',
  'sites.name as site_name',
  'sites.timezone',
  'sites.is_headquarters',
  'memberships.id as membership_id',
];

/**
 * Somebody with their current site, roles and permissions, read anew: what was taken away holds at the next
 * request. Two queries, three for somebody whose current site is none of theirs.
 * @returns null for a user who does not exist or was deleted
 */
export async function findPerson(database: Knex, userId: number): Promise<Person | null> {
  const row = await database('users')
    // Through the membership: a site that the person was taken from is not theirs, whatever the row still says.
    .leftJoin('memberships', (on) =>
      on.on('memberships.user_id', 'users.id').andOn('memberships.site_id', 'users.current_site_id'),
    )
    .leftJoin('sites', 'sites.id', 'memberships.site_id')
    .where({ 'users.id': userId, 'users.live': 1 })
    .first(
      'users.id',
      'users.username',
      'users.first_name',
      'users.last_name',
      'users.full_name',
      'users.email',
      'users.locale',
      ...siteColumns,
    );
  if (!row) return null;
  const at: SiteRow | undefined = row.site_id === null ? (await siteRowsOf(database, userId))[0] : row;
  const grants = at?.membership_id ? await grantsOf(database, at.membership_id) : [];
  return {
    id: Number(row.id),
    username: row.username,
    first_name: row.first_name,
    last_name: row.last_name,
    full_name: row.full_name,
    email: row.email,
    locale: row.locale,
    site: at ? siteOf(at) : null,
    roles: [...new Set(grants.map(({ name }) => name))].sort(),
    granted: new Set(grants.flatMap(({ permission }) => permission ?? [])),
  };
}

/** The sites of a user, by name. */
export async function sitesOf(database: Knex, userId: number): Promise<Site[]> {
  return (await siteRowsOf(database, userId)).map(siteOf);
}

/** The account of an e-mail address, whatever its case; null where nobody has it. */
export async function findAccount(database: Knex, email: string): Promise<Account | null> {
  return accountWhere(database, { email_key: emailKey(email) });
}

export async function findAccountById(database: Knex, userId: number): Promise<Account | null> {
  return accountWhere(database, { id: userId });
}

/** The e-mail as it is looked up: no other spelling of it is another address. */
export function emailKey(email: string): string {
  return sortKey(email.trim());
}

async function accountWhere(
  database: Knex,
  where: Readonly<Record<string, string | number>>,
): Promise<Account | null> {
  const row = await database('users')
    .where({ ...where, live: 1 })
    .first('id', 'password_hash', 'two_factor_confirmed_at');
  return row
    ? {
        id: Number(row.id),
        password_hash: row.password_hash,
        hasTwoFactor: row.two_factor_confirmed_at !== null,
      }
    : null;
}

/** Changes somebody's own row. Their version moves with it, so that the ETag of the user says so. */
export async function updatePerson(
  database: Knex,
  userId: number,
  changes: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  await database('users')
    .where({ id: userId, live: 1 })
    .update({ ...changes, version: database.raw('version + 1'), updated_at: storedNow() });
}

/**
 * Gives somebody another password and ends their sessions, logins that wait for a code included: those notice that
 * the hash has changed.
 */
export async function setPassword(trx: Knex, userId: number, passwordHash: string): Promise<void> {
  await updatePerson(trx, userId, { password_hash: passwordHash });
  await endSessions(trx, userId);
}

async function siteRowsOf(database: Knex, userId: number): Promise<SiteRow[]> {
  return database('memberships')
    .join('sites', 'sites.id', 'memberships.site_id')
    .where('memberships.user_id', userId)
    .orderBy(['sites.name_key', 'sites.id'])
    .select(...siteColumns);
}

async function grantsOf(
  database: Knex,
  membershipId: number,
): Promise<{ name: string; permission: string | null }[]> {
  return database('membership_roles')
    .join('roles', 'roles.id', 'membership_roles.role_id')
    .leftJoin('role_permissions', 'role_permissions.role_id', 'roles.id')
    .where('membership_roles.membership_id', membershipId)
    .select('roles.name', 'role_permissions.permission');
}

function siteOf(row: SiteRow): Site {
  return {
    id: Number(row.site_id),
    name: row.site_name,
    timezone: row.timezone,
    is_headquarters: Number(row.is_headquarters) === 1,
  };
}
