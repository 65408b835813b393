/** Secrets at rest: AES-256-GCM under keys made from APP_KEY, each bound to the row it belongs to. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKeys } from './keys.ts';

const algorithm = 'aes-256-gcm';

/**
 * Seals a text: `v1.<nonce>.<tag>.<ciphertext>`, base64url.
 * @param owner what the secret belongs to, e.g. `user 7`: it opens nowhere else, so that a person who can write to
 *   the table cannot give their own second factor to another user
 */
export function sealSecret(appKeys: readonly Buffer[], secret: string, owner: string): string {
  const [key] = deriveKeys(appKeys, 'two-factor secret');
  if (!key) throw new Error('At least one application key is needed.');
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: 16 }).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return ['v1', ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
}

/**
 * Opens what `sealSecret` made, with whichever key fits.
 * @returns null where none does: the key was lost, or the text was tampered with or moved to another row
 */
export function openSecret(appKeys: readonly Buffer[], sealed: string, owner: string): string | null {
  const [version, ...parts] = sealed.split('.');
  const [nonce, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (version !== 'v1' || nonce?.length !== 12 || tag?.length !== 16 || !text) return null;
  for (const key of deriveKeys(appKeys, 'two-factor secret')) {
    try {
      const cipher = createDecipheriv(algorithm, key, nonce, { authTagLength: 16 });
      cipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
      return Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8');
    } catch {
      // Not encrypted with this key, or not by us: try the next key; the last result is null.
    }
  }
  return null;
}
