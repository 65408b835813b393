/** Switches webhooks off whose receiver is gone, or has been failing for long. */
import type { Knex } from 'knex';
import { dialectOf, query, run } from '../../../engine/database/query.ts';
import { transact } from '../../../engine/database/transaction.ts';
import type { Actor } from '../../../engine/policy.ts';
import type { WriteParts } from '../../../engine/write/context.ts';
import { hookContext } from '../../../engine/write/hook-context.ts';
import { runWrite } from '../../../engine/write/unit-of-work.ts';
import { deliveryTable } from './deliveries.ts';

/** How long a webhook may fail, in seconds. */
const failingSeconds = 72 * 3600;

interface StoppedWebhook {
  readonly webhookId: number;
  readonly siteId: number;
}

/** Within a transaction that has locked the webhook. */
export type SwitchOff = (trx: Knex, webhook: StoppedWebhook, reason: 'gone' | 'failing') => Promise<void>;

export interface WritingParts {
  readonly db: Knex;
  readonly parts: WriteParts;
  /** The service itself at a site, within a transaction; null if the site does not exist. */
  systemActor(db: Knex, siteId: number): Promise<Actor | null>;
}

/** Recorded in the history of the webhook like a manual change. Waiting deliveries fail. */
export function createSwitchOff({ parts, systemActor }: Omit<WritingParts, 'db'>): SwitchOff {
  return async (trx, { webhookId, siteId }, reason) => {
    const actor = await systemActor(trx, siteId);
    if (!actor) return;
    await run(trx, {
      text:
        `update ${deliveryTable} set status = 'failed', next_attempt_at = null, holder = null, ` +
        `updated_at = ${dialectOf(trx).moment()} where webhook_id = ? and status = 'pending'`,
      bindings: [webhookId],
    });
    const signal = new AbortController().signal;
    const asking = { db: trx, actor, now: new Date(), requestId: null, signal };
    await runWrite(parts, asking, async (writing) => {
      const rows = hookContext(writing).rows<StoppedRow>('webhooks');
      await rows.change([await rows.of(webhookId)], { active: false, disabled_reason: reason });
    });
  };
}

interface StoppedRow {
  readonly id: number;
  readonly active: boolean;
  readonly disabled_reason: 'gone' | 'failing' | null;
}

/** Switches off webhooks that have been failing for too long. */
export async function stopFailing({ db }: WritingParts, switchOff: SwitchOff): Promise<void> {
  const failing = `active = 1 and failing_since <= ${dialectOf(db).moment(-failingSeconds)}`;
  const found = await query(db, { text: `select id from webhooks where ${failing}`, bindings: [] });
  for (const { id } of found) {
    await transact(db, async (trx) => {
      const [webhook] = await query(trx, {
        text: `select site_id from webhooks where id = ? and ${failing}${dialectOf(trx).lock('update')}`,
        bindings: [Number(id)],
      });
      if (!webhook) return;
      await switchOff(trx, { webhookId: Number(id), siteId: Number(webhook.site_id) }, 'failing');
    });
  }
}

/** The state of a database's webhooks, for `npm run doctor`. */
interface Standing {
  /** Those whose attempts fail, and those that were switched off because of it. */
  readonly failing: readonly { readonly id: number; readonly name: string }[];
  /** The secret of each, in stored form. */
  readonly sealed: readonly { readonly id: number; readonly secret: string }[];
}

export async function readWebhooks(db: Knex): Promise<Standing> {
  const rows = await query(db, {
    text: 'select id, name, failing_since, disabled_reason, sealed_secret from webhooks order by id',
    bindings: [],
  });
  return {
    failing: rows
      .filter(({ failing_since, disabled_reason }) => failing_since !== null || disabled_reason !== null)
      .map(({ id, name }) => ({ id: Number(id), name: String(name) })),
    sealed: rows.map(({ id, sealed_secret }) => ({ id: Number(id), secret: String(sealed_secret) })),
  };
}
