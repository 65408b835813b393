/** The people who sign in, as the database has them: names, current site, permissions. */

import type { Knex } from 'knex';
import type { Dialect } from '../../engine/database/dialect/dialect.ts';
import { dialectOf } from '../../engine/database/query.ts';
import { memoize } from '../../engine/memoize.ts';
import { storedNow } from '../../engine/values.ts';
import { packed, packedReader } from '../packed-row.ts';

interface Site {
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
  /** The site where the person works now; null for a person without a site. */
  readonly site: Site | null;
  /** The permissions of their roles at that site, as stored: names and perhaps `*`. */
  readonly granted: ReadonlySet<string>;
}

interface SiteRow {
  readonly site_id: number | null;
  readonly site_name: string;
  readonly timezone: string;
  readonly is_headquarters: number | boolean;
}

const siteColumns = [
  'sites.id as site_id',
  'sites.name as site_name',
  'sites.timezone',
  'sites.is_headquarters',
  'memberships.id as membership_id',
];

/** A person's row with their current site and their permissions there, as one of the queries below reads it. */
export interface PersonRow extends SiteRow {
  readonly person_id: number | null;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly full_name: string;
  readonly email: string;
  readonly locale: string;
  /** A JSON array, or the text of one; null for none. */
  readonly permissions: readonly string[] | string | null;
}

/**
 * The columns of a `PersonRow`, to be packed and selected behind `personJoins`. Permissions come in the same row: a query
 * costs more than everything that is done with what it gives. What they need not know is not in it: this is asked for
 * every request.
 */
export function personColumns({ jsonList }: Dialect): Readonly<Record<keyof PersonRow, string>> {
  return {
    person_id: 'u.id',
    username: 'u.username',
    first_name: 'u.first_name',
    last_name: 'u.last_name',
    full_name: 'u.full_name',
    email: 'u.email',
    locale: 'u.locale',
    site_id: 's.id',
    site_name: 's.name',
    timezone: 's.timezone',
    is_headquarters: 's.is_headquarters',
    permissions:
      `(select ${jsonList('rp.permission')} from membership_roles mr join role_permissions rp on rp.role_id = mr.role_id ` +
      'where mr.membership_id = m.id)',
  };
}

/** Through the membership: a site that the person was taken from is not theirs, even if the row still names it. */
export const personJoins =
  'left join memberships m on m.user_id = u.id and m.site_id = u.current_site_id ' +
  'left join sites s on s.id = m.site_id';

/** The number of people that are kept, each for one state of their row. */
const maxPeople = 1000;

const findRow = packedReader((row: PersonRow) => ({ row, person: personAt(row) }), maxPeople);

/**
 * A person with their current site, roles and permissions. They are read each time, so a permission that is taken away is gone at
 * the next request. One query; three if the person does not belong to their current site.
 * @returns null for a user who does not exist or was deleted
 */
export async function findPerson(database: Knex, userId: number): Promise<Person | null> {
  const found = await findRow(database, {
    text: `select ${packed(personColumns(dialectOf(database)))} from users u ${personJoins} where u.id = ? and u.live = 1`,
    bindings: [userId],
  });
  return found && (found.person ?? personElsewhere(database, found.row));
}

/** A person at one of their sites, which need not be the current one. @returns null if the person is deleted or does not belong to the site */
export async function findPersonAt(database: Knex, userId: number, siteId: number): Promise<Person | null> {
  const found = await findRow(database, {
    text:
      `select ${packed(personColumns(dialectOf(database)))} from users u join memberships m on m.user_id = u.id and m.site_id = ? ` +
      'join sites s on s.id = m.site_id where u.id = ? and u.live = 1',
    bindings: [siteId, userId],
  });
  return found?.person ?? null;
}

/** The person of a row, if they are at one of their sites; otherwise null. */
export function personAt(row: PersonRow): Person | null {
  if (row.person_id === null || row.site_id === null) return null;
  return makePerson(row, row, wordsOf(row.permissions));
}

/** The person of a row who does not belong to their current site: they are at their first site. Null if there is no person. */
export async function personElsewhere(database: Knex, row: PersonRow): Promise<Person | null> {
  if (row.person_id === null) return null;
  const [site] = await siteRowsOf(database, Number(row.person_id));
  return makePerson(row, site, await grantsOf(database, site?.membership_id ?? null));
}

function makePerson(
  { person_id, username, first_name, last_name, full_name, email, locale }: PersonRow,
  site: SiteRow | undefined,
  granted: ReadonlySet<string>,
): Person {
  return {
    id: Number(person_id),
    ...{ username, first_name, last_name, full_name, email, locale },
    site: site ? siteOf(site) : null,
    granted,
  };
}

/** Lists get the very same set, by which others recognize that nothing has changed. */
const setOf = memoize((json): ReadonlySet<string> => new Set<string>(JSON.parse(json)), 1000);

/** The words of a JSON array, which one database embeds in the row and another as text. */
function wordsOf(list: readonly string[] | string | null): ReadonlySet<string> {
  return setOf(typeof list === 'string' ? list : JSON.stringify(list ?? []));
}

/** The sites of a user, by name. */
export async function sitesOf(database: Knex, userId: number): Promise<Site[]> {
  return (await siteRowsOf(database, userId)).map(siteOf);
}

/** Names of the roles of a user at a site, sorted by letter. */
export async function rolesOf(database: Knex, userId: number, siteId: number): Promise<string[]> {
  const names: string[] = await database('memberships')
    .join('membership_roles', 'membership_roles.membership_id', 'memberships.id')
    .join('roles', 'roles.id', 'membership_roles.role_id')
    .where({ 'memberships.user_id': userId, 'memberships.site_id': siteId })
    .pluck('roles.name');
  return names.sort();
}

/** Changes a person's own row. Its version changes, too, and so does the ETag of the user. */
export async function updatePerson(
  database: Knex,
  userId: number,
  changes: Readonly<Record<string, string | number | null>>,
): Promise<void> {
  await database('users')
    .where({ id: userId, live: 1 })
    .update({ ...changes, version: database.raw('version + 1'), updated_at: storedNow() });
}

async function siteRowsOf(database: Knex, userId: number): Promise<(SiteRow & { membership_id: number })[]> {
  return database('memberships')
    .join('sites', 'sites.id', 'memberships.site_id')
    .where('memberships.user_id', userId)
    .orderBy(['sites.name_key', 'sites.id'])
    .select(...siteColumns);
}

async function grantsOf(database: Knex, membershipId: number | null): Promise<ReadonlySet<string>> {
  if (membershipId === null) return new Set();
  const permissions: string[] = await database('membership_roles')
    .join('role_permissions', 'role_permissions.role_id', 'membership_roles.role_id')
    .where('membership_roles.membership_id', membershipId)
    .pluck('role_permissions.permission');
  return new Set(permissions);
}

function siteOf(row: SiteRow): Site {
  return {
    id: Number(row.site_id),
    name: row.site_name,
    timezone: row.timezone,
    is_headquarters: Number(row.is_headquarters) === 1,
  };
}

/** Time zones of all sites, by their ids. */
export async function readZones(database: Knex): Promise<Readonly<Record<string, string>>> {
  const rows: { id: number; timezone: string }[] = await database('sites')
    .orderBy('id')
    .select('id', 'timezone');
  return Object.fromEntries(rows.map(({ id, timezone }) => [id, timezone]));
}
