/**
 * Nobody gets more than they have by way of others: nobody grants a permission that they lack, and nobody
 * touches somebody who holds one that they lack.
 */

import { Failure } from '../../engine/failure.ts';
import type { HookContext } from '../../engine/index.ts';
import { say } from '../../engine/message.ts';
import { authorityOf, firstLacking, holdingsOf, permissionsOfRoles } from './holdings.ts';
import type { WantedMembership } from './memberships.ts';

type Context = Pick<HookContext, 'db' | 'services' | 'actor'>;

/** Refuses to grant, at a site, a role that holds more than the actor does there. @throws Failure 403, naming it */
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
    // From the headquarters alone are its own memberships dealt with.
    const atHeadquarters = actor.site?.is_headquarters === true && actor.site.id === siteId;
    const permission = firstLacking(services.heldPermissions(names, atHeadquarters), authority(siteId));
    if (permission) throw new Failure('forbidden', { message: say(cannotGrant, { permission }) });
  }
}

/**
 * Refuses to touch a user who holds more than the actor does, at the current site or at any of `siteIds`.
 * `everywhere` counts all sites: for a change of how somebody signs in, or of whether they can at all.
 * @throws Failure 403, naming a permission
 */
export async function checkTouches(
  context: Context,
  userId: number,
  siteIds: readonly number[] | 'everywhere',
): Promise<void> {
  const holdings = await holdingsOf(context, userId);
  const current = context.actor.site?.id;
  const authority = await authorityOf(context);
  for (const [siteId, held] of holdings) {
    if (siteIds !== 'everywhere' && siteId !== current && !siteIds.includes(siteId)) continue;
    const permission = firstLacking(held, authority(siteId));
    if (permission) throw new Failure('forbidden', { message: say(holdsMore, { permission }) });
  }
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

const cannotGrant = say('You lack the permission {permission} at that site, so you cannot grant it there.');
const holdsMore = say('This user holds the permission {permission}, which you lack at that site.');
