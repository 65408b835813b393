/** What a user is to be: what follows from what was sent, and whether the actor may make them so. */
import { type HookContext, type Message, say } from '../../engine/index.ts';
import { checkGrants, checkTouches, touchedSites } from './escalation.ts';
import { permissionsOfRoles } from './holdings.ts';
import { type Grant, keepAdministrator, lockHeadquarters } from './last-administrator.ts';
import { completeMemberships, lockRoles } from './membership-changes.ts';
import type { WantedMembership } from './memberships.ts';

interface User {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  full_name: string;
  readonly password: string;
  locale: string | undefined;
  memberships: readonly WantedMembership[];
}

interface UserWrite extends HookContext {
  readonly row: User & { readonly id: number | null };
  readonly previous: (Pick<User, 'email' | 'memberships'> & { readonly id: number }) | null;
  sent(field: 'password' | 'memberships'): boolean;
  fail(field: string, message: Message): void;
}

/** Fills in names, language and memberships, and fails what is wrong with password and memberships. */
export async function prepareUser(write: UserWrite): Promise<void> {
  const { db, actor, row, previous, services, sent, fail } = write;
  row.full_name = `${row.first_name} ${row.last_name}`;
  row.locale ??= services.locales[0];
  if (sent('password')) {
    for (const problem of services.passwordProblems(row.password)) fail('password', problem);
    // Whoever sits down at a session left open must not get a password of their own out of it.
    if (previous?.id === actor.id) fail('password', say(ownPassword));
  }
  if (!sent('memberships') && previous) return;
  const wanted = sent('memberships') ? row.memberships : ownSite(actor);
  const roles = await lockRoles(db, wanted);
  // Before any site is locked for reading: of two who both hold it so, neither could lock it for themselves.
  if (previous) await lockHeadquarters(db);
  row.memberships = await completeMemberships(write, wanted, roles);
}

/** Created at the headquarters, somebody belongs nowhere yet; created elsewhere, to that site. */
function ownSite({ site }: HookContext['actor']): WantedMembership[] {
  return site && !site.is_headquarters ? [{ site_id: site.id, role_ids: [] }] : [];
}

/**
 * Refuses what would give or take more than the actor has, and what would leave nobody in charge.
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

const ownPassword = {
  en: 'Your own password is changed with PUT /user/password, which asks for the present one.',
  fr: 'Votre propre mot de passe se change avec PUT /user/password, qui demande l’actuel.',
};
