/** The derived values of a user, and whether the actor may write them. */
import type { HookContext, Message } from '../../engine/index.ts';
import { checkGrants, checkTouches, touchedSites } from './escalation.ts';
import { permissionsOfRoles } from './holdings.ts';
import { type Grant, keepAdministrator, lockHeadquarters } from './last-administrator.ts';
import { completeMemberships, lockRoles } from './membership-changes.ts';
import type { WantedMembership } from './memberships.ts';

interface User {
  readonly email: string;
  readonly memberships: readonly WantedMembership[];
}

interface UserWrite extends HookContext {
  readonly row: User & { readonly id: number | null };
  readonly previous: (User & { readonly id: number }) | null;
  sent(field: 'password' | 'memberships'): boolean;
}

interface MembershipsContext extends HookContext {
  readonly previous: unknown;
  sent(field: 'memberships'): boolean;
  fail(field: `memberships.${string}`, message: Message): void;
}

/** Completes the sent memberships, or reports their errors. */
export async function settleMemberships(
  row: { memberships: readonly WantedMembership[] },
  context: MembershipsContext,
): Promise<void> {
  const { db, previous, sent } = context;
  if (!sent('memberships')) return;
  const roles = await lockRoles(db, row.memberships);
  // Before any site gets a shared lock: if two transactions both held it, neither could lock it exclusively.
  if (previous) await lockHeadquarters(db);
  row.memberships = await completeMemberships(context, row.memberships, roles);
}

/** A user created at the headquarters belongs to no site yet; created elsewhere, to that site. */
export async function firstMemberships(
  context: Omit<MembershipsContext, 'sent'>,
): Promise<readonly WantedMembership[]> {
  const { site } = context.actor;
  const own = site && !site.is_headquarters ? [{ site_id: site.id, role_ids: [] }] : [];
  return completeMemberships(context, own, new Map());
}

/**
 * Refuses to grant or remove more than the actor holds, and to remove the last administrator.
 *
 * @throws Failure 403, naming the permission; 409 on taking the last administrator's permissions away
 */
export async function checkUser(write: UserWrite): Promise<void> {
  const { db, actor, row, previous, sent } = write;
  const before = previous?.memberships ?? [];
  const after = row.memberships;
  if (previous) {
    const signIn = sent('password') || row.email !== previous.email;
    await checkTouches(write, previous.id, signIn ? 'everywhere' : touchedSites(before, after));
  }
  await checkGrants(write, before, after);
  if (previous && sent('memberships') && actor.site?.is_headquarters) {
    await checkAdministrator(db, actor.site.id, previous.id, after);
  }
}

async function checkAdministrator(
  db: HookContext['db'],
  headquartersId: number,
  userId: number,
  after: readonly WantedMembership[],
): Promise<void> {
  const roleIds = after.find(({ site_id }) => site_id === headquartersId)?.role_ids ?? [];
  const roles = await permissionsOfRoles(db, roleIds);
  const granted = [...roles].flatMap(([role_id, permissions]) =>
    [...permissions].map((permission): Grant => ({ user_id: userId, role_id, permission })),
  );
  await keepAdministrator(db, headquartersId, (grants) => [
    ...grants.filter(({ user_id }) => user_id !== userId),
    ...granted,
  ]);
}
