/** Signatures of webhooks, by Standard Webhooks 1.0: receivers verify them with a library of their language. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A secret of 32 bytes, as its receiver is given it. */
export function newSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** What a webhook's secret is sealed for: it opens nowhere else. */
export function secretOwner(webhookId: number): string {
  return `webhook ${webhookId}`;
}

/**
 * The header `webhook-signature`: one signature for each secret, with a space between.
 * @param seconds when it is sent, since 1970; receivers refuse what is old
 */
export function sign(secrets: readonly string[], id: string, seconds: number, body: string): string {
  return secrets
    .map((secret) => createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64')))
    .map((hmac) => `v1,${hmac.update(`${id}.${seconds}.${body}`).digest('base64')}`)
    .join(' ');
}
