/** The rows of deliveries: created once per webhook and event, and sent in order per record. */
import type { Knex } from 'knex';
import { dialectOf, insert, query, run } from '../../../engine/database/query.ts';
import type { OutboxEvent } from '../../../engine/features/outbox/feature.ts';
import { storeInstant } from '../../../engine/values.ts';

export const deliveryTable = 'webhook_deliveries';
/** The work that sends them. */
export const webhookWork = 'webhooks';

/** Type of a test event. */
export const testType = 'webhook.test';

/** The data of an event for receivers. */
type Told = Omit<OutboxEvent, 'notice'>;

/** An event for a webhook. */
interface NewDelivery {
  readonly webhookId: number;
  /** Of the webhook: deliveries of a webhook for every site belong to its own site. */
  readonly siteId: number;
  readonly event: Told;
}

/** The maximum size of a body in bytes. */
const largest = 64 * 1024;

/** A body as it is sent. */
export interface Payload {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly resource: string;
    readonly id: number;
    readonly site_id: number | null;
    readonly action: string;
    readonly changes: unknown;
    readonly actor_id: number | null;
    readonly request_id: string | null;
    readonly row?: unknown;
    readonly truncated?: true;
  };
}

/** The body of an event, from its journal entry. */
export function payloadOf(event: Told): Payload {
  return {
    type: event.type,
    timestamp: event.createdAt,
    data: {
      ...{ resource: event.resource, id: event.recordId, site_id: event.siteId, action: event.action },
      ...{ changes: event.changes, actor_id: event.actorId, request_id: event.requestId },
    },
  };
}

/** A body as text, within its limit: without its changes if it would be longer, and also without its row if necessary. */
export function bodyOf(payload: Payload): string {
  const { data } = payload;
  const less = { ...data, changes: {}, truncated: true } as const;
  const least = 'row' in data ? { ...less, row: null } : less;
  for (const tried of [data, less]) {
    const body = JSON.stringify({ ...payload, data: tried });
    if (Buffer.byteLength(body) <= largest) return body;
  }
  return JSON.stringify({ ...payload, data: least });
}

/** Rows per statement. */
const insertBatch = 200;

/**
 * Creates deliveries, due at once: of each record only the first, which wakes the next one. If the first must wait for an earlier
 * delivery, this is found when it is to be sent.
 */
export async function insertDeliveries(trx: Knex, deliveries: readonly NewDelivery[]): Promise<void> {
  const now = { text: dialectOf(trx).moment(), bindings: [] };
  const lines = new Set<string>();
  const isFirst = (line: string) => !lines.has(line) && lines.add(line) !== undefined;
  const rows = deliveries.map(({ webhookId, siteId, event }) => ({
    ...{ site_id: siteId, webhook_id: webhookId, event_id: event.id, type: event.type },
    ...{ resource: event.resource, record_id: event.recordId, status: 'pending' },
    ...{
      created_by_id: event.actorId,
      attempts: 0,
      tried_before: 0,
      next_attempt_at: isFirst(`${webhookId} ${event.resource} ${event.recordId}`) ? now : null,
      payload: bodyOf(payloadOf(event)),
    },
    ...{ created_at: storeInstant(event.createdAt), updated_at: now, version: 1 },
  }));
  for (let at = 0; at < rows.length; at += insertBatch) {
    await insert(trx, deliveryTable, rows.slice(at, at + insertBatch));
  }
}

interface Line {
  readonly webhookId: number;
  readonly resource: string;
  readonly recordId: number;
}

/** Makes the next delivery of each record due, if one waits. */
export async function wakeNext(trx: Knex, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  const first = (at: number) =>
    `select * from (select id from ${deliveryTable} where webhook_id = ? and resource = ? and record_id = ? ` +
    `and status = 'pending' order by id limit 1) l${at}`;
  const rows = await query(trx, {
    text: lines.map((_, at) => first(at)).join(' union all '),
    bindings: lines.flatMap(({ webhookId, resource, recordId }) => [webhookId, resource, recordId]),
  });
  if (rows.length === 0) return;
  const now = dialectOf(trx).moment();
  await run(trx, {
    text: `update ${deliveryTable} set next_attempt_at = ${now} where next_attempt_at is null and id in (${rows.map(() => '?').join()})`,
    bindings: rows.map(({ id }) => Number(id)),
  });
}

/** The number of deliveries that wait for an attempt. */
export async function countPending(db: Knex): Promise<number> {
  const [row] = await query(db, {
    text: `select count(*) as n from ${deliveryTable} where status = 'pending'`,
    bindings: [],
  });
  return Number(row?.n);
}
