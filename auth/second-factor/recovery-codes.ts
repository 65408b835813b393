/** Recovery codes: what a user types when their second factor is out of reach. Each works once. */
import { randomInt } from 'node:crypto';
import { deriveKeys, sign } from '../keys.ts';

/** No letters that are read as digits, or as each other: 31 signs, ten of them are 49 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeCount = 8;

/** Eight new codes, each `xxxxx-xxxxx`. */
export function makeRecoveryCodes(): string[] {
  const group = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: codeCount }, () => `${group()}-${group()}`);
}

/**
 * The hash under which a code is kept: a MAC with a key that is not in the database, and bound to its user.
 * Without the key a stolen table cannot be searched, although a code is shorter than a key would be.
 * @param code as typed: capitals and blanks do not matter
 */
export function hashRecoveryCode(appKeys: readonly Buffer[], userId: number, code: string): string {
  const typed = code.replace(/\s/g, '').toLowerCase();
  return sign(deriveKeys(appKeys, 'recovery code'), `${userId} ${typed}`);
}
