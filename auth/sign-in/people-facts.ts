/** What an operator wants to know about the users without signing in. Nothing is changed. */
import type { Knex } from 'knex';
import { dialectOf } from '../../engine/database/query.ts';
import { passwordMatches } from '../passwords/passwords.ts';
import { everything } from '../rights/permissions.ts';

/** The password of all users of the demo data, which is in the README. */
export const demoPassword = 'password';
const maxDemoPeople = 10;

interface PeopleCounts {
  readonly people: number;
  /** The people with all permissions at the headquarters. */
  readonly administrators: number;
  /** The people who can sign in, but have no role at any site. */
  readonly withoutRole: number;
  /** Sessions of people that have not expired. */
  readonly sessions: number;
}

/** Counts people and their sessions, without deleted people. */
export async function countPeople(database: Knex): Promise<PeopleCounts> {
  const living = () => database('users').whereNull('users.deleted_at');
  const roles = (query: Knex.QueryBuilder) =>
    query
      .from('memberships')
      .join('membership_roles', 'membership_roles.membership_id', 'memberships.id')
      .whereRaw('memberships.user_id = users.id');
  const administrators = living().whereExists((query) =>
    roles(query)
      .join('role_permissions', 'role_permissions.role_id', 'membership_roles.role_id')
      .join('sites', 'sites.id', 'memberships.site_id')
      .where({ 'role_permissions.permission': everything, 'sites.headquarters_slot': 1 })
      .select(database.raw('1')),
  );
  const withoutRole = living().whereNotExists((query) => roles(query).select(database.raw('1')));
  const sessions = database('sessions')
    .whereNotNull('user_id')
    .where('expires_at', '>', database.raw(dialectOf(database).moment()));
  return {
    people: await countOf(living()),
    administrators: await countOf(administrators),
    withoutRole: await countOf(withoutRole),
    sessions: await countOf(sessions),
  };
}

async function countOf(query: Knex.QueryBuilder): Promise<number> {
  const [row]: Record<string, unknown>[] = await query.count({ total: '*' });
  return Number(row?.total);
}

/** E-mails of existing users of the demo, in the order in which they were made; ten at most. */
export async function findDemoLogins(database: Knex): Promise<string[]> {
  return demoPeople(database).pluck('email');
}

/** The same, and those of them whose password is still that of the demo. */
export async function findDemoPeople(
  database: Knex,
): Promise<{ readonly all: readonly string[]; readonly open: readonly string[] }> {
  const rows: { email: string; password_hash: string }[] = await demoPeople(database).select(
    'email',
    'password_hash',
  );
  const open: string[] = [];
  for (const { email, password_hash } of rows) {
    if (await passwordMatches(demoPassword, password_hash)) open.push(email);
  }
  return { all: rows.map(({ email }) => email), open };
}

function demoPeople(database: Knex): Knex.QueryBuilder {
  return database('users')
    .where('email', 'like', '%@demo.test')
    .whereNull('deleted_at')
    .orderBy('id')
    .limit(maxDemoPeople);
}
