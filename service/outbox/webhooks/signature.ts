/** Signatures of webhooks, by Standard Webhooks 1.0: receivers verify them with a library of their language. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret of 32 bytes, in the form for its receiver. */
export function newSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** The context for which a webhook's secret is encrypted: it cannot be decrypted in another. */
export function secretOwner(webhookId: number): string {
  return `webhook ${webhookId}`;
}

/**
 * The header `webhook-signature`: one signature for each secret, separated by spaces.
 * @param seconds the time of sending, since 1970; receivers refuse old ones
 */
export function sign(secrets: readonly string[], id: string, seconds: number, body: string): string {
  return secrets
    .map((secret) => createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64')))
    .map((hmac) => `v1,${hmac.update(`${id}.${seconds}.${body}`).digest('base64')}`)
    .join(' ');
}
