/** The permissions that people hold at sites: the union of their roles there. */
import type { Knex } from 'knex';
import type { HookContext } from '../../engine/index.ts';

/** Id of a site → names of the permissions held there. Sites without permissions are left out. */
type Holdings = ReadonlyMap<number, ReadonlySet<string>>;

type Context = Pick<HookContext, 'db' | 'services'>;
const nothing: ReadonlySet<string> = new Set();

/**
 * What a user holds, at every site.
 *
 * @param locked locks it until the transaction ends
 */
async function holdingsOf(context: Context, userId: number, locked = false): Promise<Holdings> {
  return (await holdingsOfUsers(context, [userId], { locked })).get(userId) ?? new Map();
}

/**
 * What some users hold, by user id. Users without permissions are left out.
 *
 * @param options `siteId` limits it to that site; `locked` as above
 */
export async function holdingsOfUsers(
  { db, services }: Context,
  userIds: readonly number[],
  { siteId, locked }: { readonly siteId?: number; readonly locked?: boolean },
): Promise<ReadonlyMap<number, Holdings>> {
  const query = db('memberships')
    .join('sites', 'sites.id', 'memberships.site_id')
    .join('membership_roles', 'membership_roles.membership_id', 'memberships.id')
    .join('role_permissions', 'role_permissions.role_id', 'membership_roles.role_id')
    .whereIn('memberships.user_id', [...userIds])
    .where(siteId === undefined ? {} : { 'memberships.site_id': siteId })
    .select(
      'memberships.user_id',
      'memberships.site_id',
      'sites.is_headquarters',
      'role_permissions.permission',
    );
  const rows: readonly GrantedRow[] = await (locked ? query.forShare() : query);
  const held = new Map<number, Map<number, ReadonlySet<string>>>();
  for (const [userId, own] of groupBy(rows, ({ user_id }) => user_id)) {
    for (const [site, granted] of groupBy(own, ({ site_id }) => site_id)) {
      const names = new Set(granted.map(({ permission }) => permission));
      const permissions = services.heldPermissions(names, granted[0]?.is_headquarters === 1);
      if (permissions.size === 0) continue;
      held.set(userId, (held.get(userId) ?? new Map()).set(site, permissions));
    }
  }
  return held;
}

interface GrantedRow {
  readonly user_id: number;
  readonly site_id: number;
  readonly is_headquarters: number;
  readonly permission: string;
}

function groupBy<Row>(rows: readonly Row[], key: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

/** The memberships (`m`) by which people can work at a site: by a role there they may view its maintenances. */
export function workersOf(db: Knex): Knex.QueryBuilder {
  return db('memberships as m')
    .join('users as u', 'u.id', 'm.user_id')
    .join('membership_roles as mr', 'mr.membership_id', 'm.id')
    .join('role_permissions as rp', 'rp.role_id', 'mr.role_id')
    .where('u.live', 1)
    .whereIn('rp.permission', workingPermissions);
}

/** Of some people, those who can work at a site. */
export async function workersAmong(db: Knex, siteId: number, ids: readonly number[]): Promise<number[]> {
  const still = workersOf(db)
    .where('m.site_id', siteId)
    .whereIn('m.user_id', [...ids]);
  const found: number[] =
    ids.length > 0 ? await still.distinct().orderBy('m.user_id').pluck('m.user_id') : [];
  return found.map(Number);
}

/** Each of these is enough to work at a site. */
export const workingPermissions: readonly string[] = ['maintenance.view', '*'];

/** The permissions of some roles, as stored: names and possibly `*`. */
export async function permissionsOfRoles(
  db: Knex,
  roleIds: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const rows: { role_id: number; permission: string }[] = await db('role_permissions')
    .whereIn('role_id', [...roleIds])
    .select('role_id', 'permission');
  const roles = new Map(roleIds.map((id) => [id, new Set<string>()]));
  for (const { role_id, permission } of rows) roles.get(role_id)?.add(permission);
  return roles;
}

/** What a user may grant or change at a site. */
type Authority = (siteId: number) => ReadonlySet<string>;

/**
 * What the actor holds at any site; while they work at the headquarters, also what they hold there. Both apply together:
 * otherwise, leaving a site could give a user more power over it.
 *
 * Read again and locked, because permissions may have been revoked since the request began. Not locked if they are only shown.
 */
export async function authorityOf(
  context: Context & Pick<HookContext, 'actor'>,
  locked = true,
): Promise<Authority> {
  const { id, site } = context.actor;
  // The service itself grants nothing.
  if (id === null) return () => nothing;
  const own = await holdingsOf(context, id, locked);
  const everywhere = (site?.is_headquarters && own.get(site.id)) || nothing;
  return (siteId) => new Set([...(own.get(siteId) ?? nothing), ...everywhere]);
}

/** The first of some permissions that is not held; undefined if all are. */
export function firstLacking(wanted: Iterable<string>, held: ReadonlySet<string>): string | undefined {
  return [...wanted].find((name) => !held.has(name));
}
