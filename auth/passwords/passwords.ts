/** Hashes passwords with bcrypt, and compares them in a time that does not tell whose they are. */
import { hash } from 'node:crypto';
import type { Signal } from '../../engine/signal.ts';
import { compose } from '../../engine/values.ts';
import { runPasswordJob } from './pool.ts';
import { takeOwnTurn } from './turns.ts';

/** bcrypt's cost: each step doubles the work. OWASP asks for at least 10. */
export const passwordCost = 10;
/** bcrypt ignores everything after this length. */
export const maxPasswordBytes = 72;

/** The length that bcrypt counts, in bytes. */
export function passwordLength(password: string): number {
  // One form for texts that look alike, so that `é` typed on another system is the same password.
  return Buffer.byteLength(compose(password));
}

/**
 * The bcrypt hash of a password, computed off the event loop, in turn with others.
 * @param who the person who asks for it, if that is known
 * @param signal checked when its turn has come: the hash is not computed if the caller has left
 * @throws RangeError on more than 72 bytes: bcrypt would silently ignore the rest
 * @throws Failure when too many passwords wait already: 429 if all of them are of that person, otherwise 503
 */
export async function hashPassword(
  password: string,
  cost: number = passwordCost,
  who: number | null = null,
  signal?: Signal,
): Promise<string> {
  if (passwordLength(password) > maxPasswordBytes) throw new RangeError('A password has at most 72 bytes.');
  return takeOwnTurn(who, async () => {
    signal?.throwIfAborted();
    return String(await runPasswordJob({ text: compose(password), cost }));
  });
}

/**
 * The hash to compare with if there is no hash. It has the form of a hash and costs as much, but no password matches it. A user
 * who has not chosen a password has it. It is a constant, so that the first login of an unknown e-mail takes as long as any
 * other.
 */
export function nobodysHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'nobody'.padEnd(53, '.')}`;
}

/**
 * Whether a password matches a hash, computed off the event loop. Without a hash (an unknown e-mail) the answer is no, after the
 * same work: the time must not tell which addresses have an account. Call it within a turn (`passwords/turns.ts`): calls outside
 * of one do not wait.
 */
export async function passwordMatches(
  password: string,
  hash: string | null,
  cost: number = passwordCost,
): Promise<boolean> {
  const against = hash ?? nobodysHash(cost);
  const matched = await runPasswordJob({ text: compose(password), hash: against });
  // A longer password, cut at 72 bytes, would match its own beginning.
  return matched === true && hash !== null && passwordLength(password) <= maxPasswordBytes;
}

/** Whether a hash was made at a lower cost than the present one. */
export function isWeakerThan(hash: string, cost: number): boolean {
  return Number(/^\$2[abxy]\$(\d\d)\$/.exec(hash)?.[1] ?? 0) < cost;
}

/** Identifies a hash without showing it. A pending login stores this to notice that the password has changed. */
export function fingerprint(passwordHash: string): string {
  return hash('sha256', passwordHash, 'base64url').slice(0, 22);
}
