/** Rules of a user's passwords: the new one, and the one they confirm with who changes how they sign in themselves. */
import { type HookContext, type Message, say } from '../../engine/index.ts';

/** How one signs in. */
interface SignIn {
  readonly email: string;
  readonly username: string;
}

interface Judging extends HookContext {
  readonly previous: (SignIn & { readonly id: number; readonly password_hash: string }) | null;
  fail(field: 'password' | 'current_password', message: Message): void;
}

/** Who chooses a password by a link needs none before. */
export function judgeInvitation(
  { password, invite }: { readonly password?: string | undefined; readonly invite?: boolean | undefined },
  { previous, fail }: Judging,
): void {
  if (!previous && password !== undefined && invite === true) fail('password', say(notBoth));
}

/** Refuses a password that is easily guessed, and one's own, which is changed elsewhere. */
export function judgePassword(
  { password }: { readonly password?: string | undefined },
  judging: Judging,
): void {
  if (password === undefined) return;
  const { actor, previous, services, fail } = judging;
  // Whoever sits down at a session left open must not get a password of their own out of it.
  if (previous?.id === actor.id) fail('password', say(ownPassword));
  for (const problem of services.passwordProblems(password)) fail('password', problem);
}

/** Refuses a password that is the e-mail or the username. */
export function judgeLikeness(
  row: SignIn & { readonly password?: string | undefined },
  { services, fail }: Judging,
): void {
  const { password, email, username } = row;
  if (password === undefined || services.passwordProblems(password).length > 0) return;
  for (const problem of services.passwordProblems(password, [email, username])) fail('password', problem);
}

/** How one signs in oneself is changed by whoever knows the password, not by whoever finds the session. */
export function judgeMissingConfirmation(
  row: SignIn & { readonly current_password?: string | undefined },
  { actor, previous, fail }: Judging,
): void {
  if (row.current_password !== undefined || previous?.id !== actor.id) return;
  if (row.email === previous.email && row.username === previous.username) return;
  fail('current_password', say(passwordMissing));
}

/** Refuses a confirmation where nobody asks for one. */
export function judgeNeedlessConfirmation(
  { current_password: given }: { readonly current_password?: string | undefined },
  { actor, previous, fail }: Judging,
): void {
  if (given !== undefined && previous && previous.id !== actor.id)
    fail('current_password', say(passwordUnneeded));
}

/**
 * Compares with the hash that is stored now the one that the confirmation matched before the transaction: it must still be
 * the same password.
 */
export function judgeConfirmation(
  { confirmed_hash: hash }: { readonly confirmed_hash: string },
  { actor, previous, fail }: Judging,
): void {
  if (previous?.id !== actor.id || hash === previous.password_hash) return;
  fail('current_password', say(passwordWrong));
}

/** Takes the confirmation out of the row, which never keeps it. */
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
