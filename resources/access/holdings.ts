/** Which permissions people hold at which sites, in what their roles come to there. */
import type { Knex } from 'knex';
import type { HookContext } from '../../engine/index.ts';

/** Id of a site → names of the permissions held there. A site where nothing is held is not among them. */
export type Holdings = ReadonlyMap<number, ReadonlySet<string>>;

const nothing: ReadonlySet<string> = new Set();

/**
 * What a user holds, at every site.
 *
 * @param locked whether it stays so until the transaction ends
 */
export async function holdingsOf(
  { db, services }: Pick<HookContext, 'db' | 'services'>,
  userId: number,
  locked = false,
): Promise<Holdings> {
  const query = db('memberships')
    .join('sites', 'sites.id', 'memberships.site_id')
    .join('membership_roles', 'membership_roles.membership_id', 'memberships.id')
    .join('role_permissions', 'role_permissions.role_id', 'membership_roles.role_id')
    .where('memberships.user_id', userId)
    .select('memberships.site_id', 'sites.is_headquarters', 'role_permissions.permission');
  const rows: { site_id: number; is_headquarters: number; permission: string }[] = await (locked
    ? query.forShare()
    : query);
  const granted = new Map<number, { atHeadquarters: boolean; names: Set<string> }>();
  for (const { site_id, is_headquarters, permission } of rows) {
    const at = granted.get(site_id) ?? { atHeadquarters: is_headquarters === 1, names: new Set() };
    granted.set(site_id, at);
    at.names.add(permission);
  }
  const held = [...granted].map(
    ([siteId, { names, atHeadquarters }]) =>
      [siteId, services.heldPermissions(names, atHeadquarters)] as const,
  );
  return new Map(held.filter(([, names]) => names.size > 0));
}

/** What each of some roles holds, as stored: names and perhaps `*`. */
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

/** What somebody may hand on or touch at a site. */
export type Authority = (siteId: number) => ReadonlySet<string>;

/**
 * What the actor holds at any site; while they work at the headquarters, what they hold there beside it. Never one in
 * place of the other: leaving a site would else give somebody more power over it.
 *
 * Asked anew and locked, as what the request began with may have been taken away since.
 */
export async function authorityOf(
  context: Pick<HookContext, 'db' | 'services' | 'actor'>,
): Promise<Authority> {
  const { id, site } = context.actor;
  // The service itself hands on nothing.
  if (id === null) return () => nothing;
  const own = await holdingsOf(context, id, true);
  const everywhere = (site?.is_headquarters && own.get(site.id)) || nothing;
  return (siteId) => new Set([...(own.get(siteId) ?? nothing), ...everywhere]);
}

/** The first of some permissions that is not among those held; undefined where all are. */
export function firstLacking(wanted: Iterable<string>, held: ReadonlySet<string>): string | undefined {
  return [...wanted].find((name) => !held.has(name));
}
