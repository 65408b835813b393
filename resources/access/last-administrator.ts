/**
 * Somebody must remain who can put right what others have done: a user who may change both roles and users at
 * the headquarters.
 */
import type { Knex } from 'knex';
import { Failure, say } from '../../engine/index.ts';

/** A permission that a user has at the headquarters by a role, as the role holds it. */
export interface Grant {
  readonly user_id: number;
  readonly role_id: number;
  readonly permission: string;
}

const everything = '*';
const needed = ['role.update', 'user.update'];

/**
 * Locks the row of the headquarters. Of two writes that each take one of the last two administrators away, the second
 * waits here and then sees what the first has left.
 *
 * @returns the id of the headquarters; null where there is none
 */
export async function lockHeadquarters(db: Knex): Promise<number | null> {
  const found = await db('sites').where({ headquarters_slot: 1 }).forUpdate().first('id');
  return found ? Number(found.id) : null;
}

/**
 * Refuses a change that leaves nobody who can manage users and roles at the headquarters.
 *
 * @param headquartersId as `lockHeadquarters` gave it
 * @param change what the grants will be, made from what they are
 * @throws Failure `conflict` (409)
 */
export async function keepAdministrator(
  db: Knex,
  headquartersId: number | null,
  change: (grants: readonly Grant[]) => readonly Grant[],
): Promise<void> {
  if (headquartersId === null) return;
  const grants: Grant[] = await db('memberships')
    .join('users', 'users.id', 'memberships.user_id')
    .join('membership_roles', 'membership_roles.membership_id', 'memberships.id')
    .join('role_permissions', 'role_permissions.role_id', 'membership_roles.role_id')
    .where({ 'memberships.site_id': headquartersId, 'users.live': 1 })
    .whereIn('role_permissions.permission', [everything, ...needed])
    .select('memberships.user_id', 'membership_roles.role_id', 'role_permissions.permission');
  if (hasAdministrator(grants) && !hasAdministrator(change(grants))) {
    throw new Failure('conflict', { message: say(lastAdministrator) });
  }
}

function hasAdministrator(grants: readonly Grant[]): boolean {
  const held = new Map<number, Set<string>>();
  for (const { user_id, permission } of grants) {
    held.set(user_id, (held.get(user_id) ?? new Set()).add(permission));
  }
  return [...held.values()].some((names) => names.has(everything) || needed.every((name) => names.has(name)));
}

const lastAdministrator = say(
  'Nobody would be left who can change users and roles at the headquarters. Give somebody else both permissions there first.',
);
