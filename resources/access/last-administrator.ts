/**
 * At least one user must remain who can correct mistakes of others: a user who may change both roles and users at the
 * headquarters.
 */
import type { Knex } from 'knex';
import { Failure, type Refusals, say, writeLocked } from '../../engine/index.ts';

/** A permission that a user has at the headquarters by a role, as the role contains it. */
export interface Grant {
  readonly user_id: number;
  readonly role_id: number;
  readonly permission: string;
}

/** Computes the future grants from the present ones. */
type Change = (grants: readonly Grant[]) => readonly Grant[];

const everything = '*';
const needed = ['role.update', 'user.update'];

/**
 * Locks the row of the headquarters. Of two writes that each remove one of the last two administrators, the second waits here and
 * then sees the result of the first. On another node of a cluster, it is rolled back and retried.
 *
 * @returns the id of the headquarters; null if there is none
 */
export function lockHeadquarters(db: Knex): Promise<number | null> {
  return findHeadquarters(db, true);
}

async function findHeadquarters(db: Knex, locked: boolean): Promise<number | null> {
  const sites = db('sites').where({ headquarters_slot: 1 });
  const found = await (locked ? sites.forUpdate() : sites).first('id');
  if (!found) return null;
  const id = Number(found.id);
  if (locked) await writeLocked(db, 'sites', [id]);
  return id;
}

/**
 * Of some users, those without whom no user could manage users and roles at the headquarters.
 *
 * @param locked whether another write that removes an administrator must wait
 * @returns 409s
 */
export async function findLastAdministrators(
  db: Knex,
  userIds: readonly number[],
  locked: boolean,
): Promise<Refusals> {
  const headquartersId = await findHeadquarters(db, locked);
  const grants = headquartersId === null ? [] : await readGrants(db, headquartersId);
  const refused = userIds.filter((id) =>
    endsWith(grants, (all) => all.filter(({ user_id }) => user_id !== id)),
  );
  return new Map(refused.map((id) => [id, noneLeft()]));
}

/**
 * Refuses a change after which no user could manage users and roles at the headquarters.
 *
 * @param headquartersId from `lockHeadquarters`
 * @throws Failure `conflict` (409)
 */
export async function keepAdministrator(
  db: Knex,
  headquartersId: number | null,
  change: Change,
): Promise<void> {
  if (headquartersId === null) return;
  if (endsWith(await readGrants(db, headquartersId), change)) throw noneLeft();
}

/** The grants at the headquarters of the required permissions. */
async function readGrants(db: Knex, headquartersId: number): Promise<readonly Grant[]> {
  return db('memberships')
    .join('users', 'users.id', 'memberships.user_id')
    .join('membership_roles', 'membership_roles.membership_id', 'memberships.id')
    .join('role_permissions', 'role_permissions.role_id', 'membership_roles.role_id')
    .where({ 'memberships.site_id': headquartersId, 'users.live': 1 })
    .whereIn('role_permissions.permission', [everything, ...needed])
    .select('memberships.user_id', 'membership_roles.role_id', 'role_permissions.permission');
}

/** Whether a change removes the last administrator. */
function endsWith(grants: readonly Grant[], change: Change): boolean {
  return hasAdministrator(grants) && !hasAdministrator(change(grants));
}

function hasAdministrator(grants: readonly Grant[]): boolean {
  const held = new Map<number, Set<string>>();
  for (const { user_id, permission } of grants) {
    held.set(user_id, (held.get(user_id) ?? new Set()).add(permission));
  }
  return [...held.values()].some((names) => names.has(everything) || needed.every((name) => names.has(name)));
}

function noneLeft(): Failure {
  return new Failure('conflict', { message: say(lastAdministrator) });
}

const lastAdministrator = say(
  'Nobody would be left who can manage users and roles at the headquarters. First give somebody else both permissions there.',
);
