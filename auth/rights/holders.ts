/** The people who hold permissions at a site, at this moment. */
import type { Knex } from 'knex';
import { everything } from './permissions.ts';

/** The people with a membership at the site whose roles there have all of these permissions. */
export async function findHolders(
  db: Knex,
  siteId: number,
  permissions: readonly string[],
): Promise<number[]> {
  const people = db('memberships')
    .join('users', 'users.id', 'memberships.user_id')
    .where({ 'memberships.site_id': siteId, 'users.live': 1 });
  for (const permission of permissions) {
    const held = db('membership_roles')
      .join('role_permissions', 'role_permissions.role_id', 'membership_roles.role_id')
      .whereRaw('membership_roles.membership_id = memberships.id')
      .whereIn('role_permissions.permission', [permission, everything]);
    void people.whereExists(held);
  }
  const ids: number[] = await people.orderBy('users.id').pluck('users.id');
  return ids.map(Number);
}
