/** Hashes passwords with bcrypt, and matches them in a time that tells nothing about whose they are. */
import { createHash } from 'node:crypto';
import bcrypt from 'bcryptjs';

/** bcrypt's cost: each step doubles the work. OWASP asks for at least 10. */
export const passwordCost = 10;
/** bcrypt reads no further than this. */
export const longestPasswordBytes = 72;

/** One form for texts that look alike, so that `é` typed on another system is the same password. */
function bytesOf(password: string): string {
  return password.normalize('NFC');
}

/** The length that bcrypt counts, in bytes. */
export function passwordLength(password: string): number {
  return Buffer.byteLength(bytesOf(password));
}

/**
 * The bcrypt hash of a password.
 * @throws RangeError on more than 72 bytes: bcrypt would silently ignore the rest
 */
export async function hashPassword(password: string, cost: number = passwordCost): Promise<string> {
  if (passwordLength(password) > longestPasswordBytes)
    throw new RangeError('A password has at most 72 bytes.');
  return bcrypt.hash(bytesOf(password), cost);
}

/** Matched where there is no hash: nobody's password, at the present cost. */
let nobodysHash: Promise<string> | undefined;

/**
 * Whether a password is the one of a hash. Without a hash (an unknown e-mail) the answer is no, after the same
 * work: the time must not tell which addresses have an account.
 */
export async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody’s password');
  const matched = await bcrypt.compare(bytesOf(password), hash ?? (await nobodysHash));
  // Cut at 72 bytes a longer password would match its own beginning.
  return matched && hash !== null && passwordLength(password) <= longestPasswordBytes;
}

/** Names a hash without showing it: a pending login holds this to notice that the password has changed. */
export function fingerprint(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22);
}
