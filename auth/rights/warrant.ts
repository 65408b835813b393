/** What is asked within a write's transaction: whether its author is still signed in and still holds what it takes. */

import type { Sql } from '../../engine/condition.ts';
import type { Actor, Governed, Permission } from '../../engine/policy.ts';
import { everything, isGranted, permissionName } from './permissions.ts';

/** The person of a warrant: their session, and the site where they work. */
interface Bearer {
  readonly userId: number;
  readonly site: Actor['site'];
  /** Name of the session's row. */
  readonly sessionId: string;
}

const signedIn = 'select 1 from sessions e join users u on u.id = e.user_id and u.live = 1';
const holding =
  ' join memberships m on m.user_id = u.id and m.site_id = ? join membership_roles mr on mr.membership_id = m.id ' +
  'join role_permissions rp on rp.role_id = mr.role_id and rp.permission in (?, ?)';
const ofSession = ' where e.id = ? and e.user_id = ? limit 1';

/**
 * A select that gives a row while the session lasts, its user exists, and one of their roles at the site has the permission. With
 * locks, all of this stays until the transaction has ended: a write that takes a right away waits until then, and nothing is
 * written after that.
 * @param wanted null if no permission is needed; rows of one's own need none either
 */
export function warrantSql(
  { userId, site, sessionId }: Bearer,
  wanted: { readonly operation: Permission; readonly resource: Governed } | null,
): Sql {
  const own = [sessionId, userId];
  if (wanted === null || !isGranted(wanted.resource)) return { text: signedIn + ofSession, bindings: own };
  const permission = permissionName(wanted.resource, wanted.operation);
  // A user without a site has no permission: no site has the id 0.
  return { text: signedIn + holding + ofSession, bindings: [site?.id ?? 0, permission, everything, ...own] };
}
