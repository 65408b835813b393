/** Rules for passwords: the new one, and the present one, with which users confirm a change of their own sign-in. */
import { type HookContext, type Message, say } from '../../engine/index.ts';

/** The sign-in data of a user. */
interface SignIn {
  readonly email: string;
  readonly username: string;
}

interface Judging extends HookContext {
  readonly previous: (SignIn & { readonly id: number; readonly password_hash: string }) | null;
  fail(field: 'password' | 'current_password', message: Message): void;
}

/** A user who chooses a password by a link has none before. */
export function judgeInvitation(
  { password, invite }: { readonly password?: string | undefined; readonly invite?: boolean | undefined },
  { previous, fail }: Judging,
): void {
  if (!previous && password !== undefined && invite === true) fail('password', say(notBoth));
}

/** Refuses a password that is easy to guess, and a change of the own password, which has its own endpoint. */
export function judgePassword(
  { password }: { readonly password?: string | undefined },
  judging: Judging,
): void {
  if (password === undefined) return;
  const { actor, previous, services, fail } = judging;
  // A person who finds an open session must not be able to set a password of their own.
  if (previous?.id === actor.id) fail('password', say(ownPassword));
  for (const problem of services.passwordProblems(password)) fail('password', problem);
}

/** Refuses a password that equals the e-mail address or the username. */
export function judgeLikeness(
  row: SignIn & { readonly password?: string | undefined },
  { services, fail }: Judging,
): void {
  const { password, email, username } = row;
  if (password === undefined || services.passwordProblems(password).length > 0) return;
  for (const problem of services.passwordProblems(password, [email, username])) fail('password', problem);
}

/** Users who change their own sign-in must know the password. An open session is not enough. */
export function judgeMissingConfirmation(
  row: SignIn & { readonly current_password?: string | undefined },
  { actor, previous, fail }: Judging,
): void {
  if (row.current_password !== undefined || previous?.id !== actor.id) return;
  if (row.email === previous.email && row.username === previous.username) return;
  fail('current_password', say(passwordMissing));
}

/** Refuses a confirmation that is not needed. */
export function judgeNeedlessConfirmation(
  { current_password: given }: { readonly current_password?: string | undefined },
  { actor, previous, fail }: Judging,
): void {
  if (given !== undefined && previous && previous.id !== actor.id)
    fail('current_password', say(passwordUnneeded));
}

/**
 * Compares the stored hash with the one that the confirmation matched before the transaction: the password must not have changed.
 */
export function judgeConfirmation(
  { confirmed_hash: hash }: { readonly confirmed_hash: string },
  { actor, previous, fail }: Judging,
): void {
  if (previous?.id !== actor.id || hash === previous.password_hash) return;
  fail('current_password', say(passwordWrong));
}

/** Removes the confirmation from the row, which never stores it. */
export function dropConfirmation(row: {
  current_password?: string | undefined;
  confirmed_hash?: string;
}): void {
  delete row.current_password;
  delete row.confirmed_hash;
}

const notBoth = say('Leave the password out where the person chooses one.');
const ownPassword = say(
  'Your own password is changed with PUT /user/password, which asks for the present one.',
);
const passwordMissing = say(
  'Your current password is required where you change your own e-mail address or username.',
);
const passwordWrong = say('This is not your current password.');
const passwordUnneeded = say(
  'Your password is asked for where you change your own e-mail address or username, not those of others.',
);
