/** Prevents privilege escalation: no user grants a permission that they lack, or changes a user who holds one that they lack. */

import { Failure, type GuardContext, type Refusals, say } from '../../engine/index.ts';
import { authorityOf, firstLacking, holdingsOfUsers, permissionsOfRoles } from './holdings.ts';
import type { WantedMembership } from './memberships.ts';

type Context = Omit<GuardContext, 'locked'>;

/** Refuses to grant, at a site, a role with more permissions than the actor has there. @throws Failure 403, naming it */
export async function checkGrants(
  context: Context,
  before: readonly WantedMembership[],
  after: readonly WantedMembership[],
): Promise<void> {
  const { db, services, actor } = context;
  const granted = after.map(({ site_id, role_ids }) => ({
    siteId: site_id,
    roleIds: role_ids.filter((id) => !rolesAt(before, site_id).includes(id)),
  }));
  const all = new Set(granted.flatMap(({ roleIds }) => roleIds));
  if (all.size === 0) return;
  const roles = await permissionsOfRoles(db, [...all]);
  const authority = await authorityOf(context);
  for (const { siteId, roleIds } of granted) {
    const names = new Set(roleIds.flatMap((id) => [...(roles.get(id) ?? [])]));
    // Memberships of the headquarters are only changed there.
    const atHeadquarters = actor.site?.is_headquarters === true && actor.site.id === siteId;
    const permission = firstLacking(services.heldPermissions(names, atHeadquarters), authority(siteId));
    if (permission) throw new Failure('forbidden', { message: say(cannotGrant, { permission }) });
  }
}

/**
 * Refuses to change a user who holds more than the actor at any of `siteIds`. `everywhere` includes all sites: for a change of
 * the sign-in. The guard checks their permissions at the current site.
 * @throws Failure 403, naming a permission
 */
export async function checkTouches(
  context: Context,
  userId: number,
  siteIds: readonly number[] | 'everywhere',
): Promise<void> {
  if (siteIds.length === 0) return;
  const counted = (siteId: number) => siteIds === 'everywhere' || siteIds.includes(siteId);
  const refusal = (await findHigher({ ...context, locked: true }, [userId], counted)).get(userId);
  if (refusal) throw refusal;
}

/**
 * Of some users, those who hold a permission at a relevant site that the actor lacks there.
 *
 * @param siteId the only relevant site, if there is one
 * @returns 403s that name the permission
 */
export async function findHigher(
  context: GuardContext,
  userIds: readonly number[],
  counted: (siteId: number) => boolean,
  siteId?: number,
): Promise<Refusals> {
  const found = await holdingsOfUsers(context, userIds, siteId === undefined ? {} : { siteId });
  const authority = await authorityOf(context, context.locked);
  const refusals = new Map<number, Failure>();
  for (const [userId, holdings] of found) {
    const lacking = [...holdings].flatMap(([at, held]) => {
      return counted(at) ? (firstLacking(held, authority(at)) ?? []) : [];
    });
    const [permission] = lacking;
    if (permission) {
      refusals.set(userId, new Failure('forbidden', { message: say(holdsMore, { permission }) }));
    }
  }
  return refusals;
}

/** The sites whose membership differs. */
export function touchedSites(
  before: readonly WantedMembership[],
  after: readonly WantedMembership[],
): number[] {
  const sites = new Set([...before, ...after].map(({ site_id }) => site_id));
  return [...sites].filter((siteId) => rolesAt(before, siteId).join() !== rolesAt(after, siteId).join());
}

function rolesAt(memberships: readonly WantedMembership[], siteId: number): readonly number[] {
  return memberships.find(({ site_id }) => site_id === siteId)?.role_ids ?? [];
}

const cannotGrant = say(
  'You do not have the permission {permission} at that site, so you cannot grant it there.',
);
const holdsMore = say('This user has the permission {permission}, which you do not have at that site.');
