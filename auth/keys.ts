/** Keys made from APP_KEY, one for each purpose, so that two uses never share a key. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

type Purpose = 'session cookie' | 'csrf token' | 'two-factor secret' | 'recovery code' | 'key check';

/**
 * The keys of a purpose: 32 bytes each, in the order of the application keys.
 * HKDF (RFC 5869) keeps them independent: what one of them signs says nothing about another.
 */
export function deriveKeys(appKeys: readonly Buffer[], purpose: Purpose): readonly Buffer[] {
  return appKeys.map((key) => Buffer.from(hkdfSync('sha256', key, '', `millwright ${purpose}`, 32)));
}

/** HMAC-SHA256 of a text with the first key, as 43 characters of base64url. */
export function sign(keys: readonly Buffer[], text: string): string {
  const [key] = keys;
  if (!key) throw new Error('At least one application key is needed.');
  return mac(key, text);
}

/** Whether a signature was made over the text with any of the keys, the earlier ones included. */
export function verify(keys: readonly Buffer[], text: string, signature: string): boolean {
  return keys.some((key) => sameText(mac(key, text), signature));
}

function mac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Compares in a time that does not depend on how many characters were right. */
function sameText(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}
