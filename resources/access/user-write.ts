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
  readonly username: string;
  readonly password: string;
  readonly password_hash: string;
  current_password?: string | undefined;
  /** The hash that `current_password` matched; another text where it matched none. */
  confirmed_hash?: string;
  locale: string | undefined;
  memberships: readonly WantedMembership[];
}

interface UserWrite extends HookContext {
  readonly row: User & { readonly id: number | null };
  readonly previous:
    | (Pick<User, 'email' | 'username' | 'password_hash' | 'memberships'> & { readonly id: number })
    | null;
  sent(field: 'password' | 'current_password' | 'memberships'): boolean;
  fail(field: string, message: Message): void;
}

/**
 * Fills in names, language and memberships, and fails what is wrong with memberships and passwords. In an order in which a field
 * that could not be read keeps none of the others from being judged: what ends this early comes last.
 */
export async function prepareUser(write: UserWrite): Promise<void> {
  await settleMemberships(write);
  judgePassword(write);
  judgeCurrentPassword(write);
  const { row, services } = write;
  row.full_name = `${row.first_name} ${row.last_name}`;
  row.locale ??= services.locales[0];
}

async function settleMemberships(write: UserWrite): Promise<void> {
  const { db, actor, row, previous, sent } = write;
  if (!sent('memberships') && previous) return;
  const wanted = sent('memberships') ? row.memberships : ownSite(actor);
  const roles = await lockRoles(db, wanted);
  // Before any site is locked for reading: of two who both hold it so, neither could lock it for themselves.
  if (previous) await lockHeadquarters(db);
  row.memberships = await completeMemberships(write, wanted, roles);
}

function judgePassword({ actor, row, previous, services, sent, fail }: UserWrite): void {
  if (!sent('password')) return;
  // Whoever sits down at a session left open must not get a password of their own out of it.
  if (previous?.id === actor.id) fail('password', say(ownPassword));
  const problems = services.passwordProblems(row.password);
  const all =
    problems.length > 0 ? problems : services.passwordProblems(row.password, [row.email, row.username]);
  for (const problem of all) fail('password', problem);
}

/** How one signs in oneself is changed by whoever knows the password, not by whoever finds the session. */
function judgeCurrentPassword({ actor, row, previous, sent, fail }: UserWrite): void {
  if (!previous) return;
  if (!sent('current_password')) {
    const own = previous.id === actor.id;
    const same = row.email === previous.email && row.username === previous.username;
    if (own && !same) fail('current_password', say(passwordMissing));
    return;
  }
  if (previous.id !== actor.id) fail('current_password', say(passwordUnneeded));
  // Compared before the transaction: with the hash that is stored now, it must still be the same password.
  else if (row.confirmed_hash !== previous.password_hash) fail('current_password', say(passwordWrong));
  delete row.current_password;
  delete row.confirmed_hash;
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
const passwordMissing = {
  en: 'Your current password is required where you change your own e-mail address or username.',
  fr: 'Votre mot de passe actuel est obligatoire pour changer votre propre adresse e-mail ou nom d’utilisateur.',
};
const passwordWrong = {
  en: 'This is not your current password.',
  fr: 'Ce n’est pas votre mot de passe actuel.',
};
const passwordUnneeded = {
  en: 'Your password is asked for where you change your own e-mail address or username, not those of others.',
  fr: 'Votre mot de passe n’est demandé que pour votre propre adresse e-mail ou nom d’utilisateur, pas pour ceux des autres.',
};
