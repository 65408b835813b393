/** The webhook services for hooks of resources, which import no webhook code. */
import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { sealSecret } from '../../../auth/index.ts';
import { dialectOf, query, run } from '../../../engine/database/query.ts';
import type { Registry } from '../../../engine/model/resource.ts';
import { deliveryTable, insertDeliveries, testType, wakeNext } from './deliveries.ts';
import type { AddressGuard, UrlProblem } from './guard.ts';
import { type HeardResource, heardResources } from './patterns.ts';
import { newSecret, secretOwner } from './signature.ts';

declare module '../../../engine/kinds/services.ts' {
  interface Services {
    readonly webhooks: WebhookServices;
  }
}

interface WebhookServices {
  /** Why a webhook cannot have an address; null if it can. */
  urlProblem(url: string): UrlProblem | null;
  /** The resources with events for webhooks, with the kinds of events of each. */
  heard(): readonly HeardResource[];
  newSecret(): string;
  /** A secret in stored form. */
  seal(webhookId: number, secret: string): string;
  /** Sends a test event. @returns the id of the delivery */
  sendTest(
    db: Knex,
    webhook: { readonly id: number; readonly site_id: number },
    actorId: number | null,
    now: string,
  ): Promise<number>;
  /** Makes waiting or failed deliveries due. @param since in stored form; null for all @returns how many they are */
  deliverAgain(db: Knex, webhookId: number, since: string | null): Promise<number>;
  /** Makes one delivery due, in any state. */
  redeliver(db: Knex, id: number, webhookId: number): Promise<void>;
  /** Deletes deliveries and wakes those that waited for them. */
  forget(db: Knex, ids: readonly number[]): Promise<void>;
}

interface ServiceParts {
  readonly guard: AddressGuard;
  readonly appKeys: readonly Buffer[];
  readonly registry: Registry;
  /** Called when deliveries are due after the end of the transaction. */
  due(): void;
}

export function createWebhookServices({ guard, appKeys, registry, due }: ServiceParts): WebhookServices {
  return {
    urlProblem: guard.problem,
    heard: () => heardResources(registry),
    newSecret,
    seal: (id, secret) => sealSecret(appKeys, secret, secretOwner(id)),
    sendTest: async (db, { id, site_id: siteId }, actorId, now) => {
      const event = {
        id: `evt_${randomBytes(18).toString('base64url')}`,
        ...{ type: testType, resource: 'webhook', recordId: id, action: 'test', siteId, actorId },
        ...{ changes: {}, requestId: null, createdAt: now },
      };
      await insertDeliveries(db, [{ webhookId: id, siteId, event }]);
      due();
      const [row] = await query(db, {
        text: `select id from ${deliveryTable} where webhook_id = ? and event_id = ?`,
        bindings: [id, event.id],
      });
      return Number(row?.id);
    },
    deliverAgain: async (db, webhookId, since) => {
      const from = since === null ? '' : ' and created_at >= ?';
      const bindings = [webhookId, ...(since === null ? [] : [since])];
      const count = await change(db, `status in ('pending', 'failed')${from} and holder is null`, bindings);
      due();
      return count;
    },
    redeliver: async (db, id, webhookId) => {
      await change(db, 'id = ? and holder is null', [webhookId, id]);
      due();
    },
    forget: async (db, ids) => {
      if (ids.length === 0) return;
      const marks = ids.map(() => '?').join();
      const rows = await query(db, {
        text: `select webhook_id, resource, record_id from ${deliveryTable} where status = 'pending' and id in (${marks})`,
        bindings: [...ids],
      });
      await run(db, { text: `delete from ${deliveryTable} where id in (${marks})`, bindings: [...ids] });
      for (const row of rows) {
        const recordId = Number(row.record_id);
        await wakeNext(db, [{ webhookId: Number(row.webhook_id), resource: String(row.resource), recordId }]);
      }
    },
  };
}

/** Makes deliveries of a webhook due now, except one that is being delivered. @returns how many they are */
async function change(db: Knex, where: string, bindings: readonly (string | number)[]): Promise<number> {
  const now = dialectOf(db).moment();
  const response = await run(db, {
    text:
      `update ${deliveryTable} set status = 'pending', next_attempt_at = ${now}, tried_before = attempts, delivered_at = null, updated_at = ${now} ` +
      `where webhook_id = ? and ${where}`,
    bindings: [...bindings],
  });
  return dialectOf(db).affectedRowsOf(response);
}
