/** Claims the next deliveries. One process claims each of them, for less than a minute by the clock of the database. */
import type { Knex } from 'knex';
import { openSecret } from '../../../../auth/index.ts';
import { type DatabaseRow, dialectOf, query, run, writeLocked } from '../../../../engine/database/query.ts';
import { type Job, mostAtOnce, mostTaken, nothing, type Receiver, type Taken } from '../../sending.ts';
import { deliveryTable, testType } from '../deliveries.ts';
import { secretOwner } from '../signature.ts';

/** Three attempts long. */
export const leaseSeconds = 45;
/** Deliveries that one transaction examines. It is short, because other writers wait for it. */
const lookedAt = 64;

/** A claimed delivery, with what its attempt needs. */
export interface Claimed extends Job {
  readonly webhookId: number;
  readonly siteId: number;
  readonly eventId: string;
  readonly resource: string;
  readonly recordId: number;
  /** Attempts since it was last redelivered. */
  readonly tries: number;
  readonly payload: string;
  readonly url: string;
  readonly includeRow: boolean;
  /** The present one first. */
  readonly secrets: readonly string[];
}

/** Those with the fewest failures first. */
export async function findDue(db: Knex): Promise<Receiver[]> {
  const due = `d.next_attempt_at <= ${dialectOf(db).moment()}`;
  const shown = 'w.id, w.site_id, w.failures';
  const rows = await query(db, {
    text:
      `select ${shown} from webhooks w where w.active = 1 and exists (select 1 from ${deliveryTable} d where d.webhook_id = w.id and ${due}) ` +
      `union select ${shown} from webhooks w join ${deliveryTable} d on d.webhook_id = w.id where d.type = ? and ${due} order by failures, id`,
    bindings: [testType],
  });
  return rows.map(({ id, site_id }) => ({ id: Number(id), siteId: Number(site_id) }));
}

export async function lockWebhook(trx: Knex, id: number): Promise<DatabaseRow | undefined> {
  const { moment, lock } = dialectOf(trx);
  const [webhook] = await query(trx, {
    text:
      `select id, site_id, url, active, include_row, failures, failing_since, sealed_secret, former_secret, ` +
      `case when former_until > ${moment()} then 1 else 0 end as overlaps from webhooks where id = ?${lock('update')}`,
    bindings: [id],
  });
  return webhook;
}

interface ClaimParts extends Pick<Job, 'holder' | 'claimedAt'> {
  /** The number that this process holds already. */
  readonly inHand: number;
  readonly appKeys: readonly Buffer[];
}

/** Claims due deliveries of a webhook, at most four at once over all processes. */
export async function claim(
  trx: Knex,
  webhookId: number,
  { holder, claimedAt, inHand, appKeys }: ClaimParts,
): Promise<Taken<Claimed>> {
  const webhook = await lockWebhook(trx, webhookId);
  if (!webhook) return nothing;
  // Two nodes of a cluster do not know each other's locks, and would claim twice as many.
  await writeLocked(trx, 'webhooks', [webhookId]);
  const secrets = secretsOf(webhook, appKeys);
  const others = Math.max(0, (await countInHand(trx, webhookId)) - inHand);
  // With other processes, each gets some of the concurrent attempts. After a failure, deliveries are not held back for long.
  const most = others === 0 && Number(webhook.failures) === 0 ? mostTaken : mostAtOnce;
  const room = most - inHand - others;
  if (room <= 0 || secrets.length === 0) return nothing;
  const { found, more } = await findClaimable(trx, webhook, room, inHand + others === 0);
  if (found.length === 0) return { claimed: [], more };
  await run(trx, {
    text: `update ${deliveryTable} set holder = ?, next_attempt_at = ${dialectOf(trx).moment(leaseSeconds)} where id in (${marks(found)})`,
    bindings: [holder, ...found.map(({ id }) => Number(id))],
  });
  const claimed = found.map((row) => ({
    ...{ id: Number(row.id), webhookId, siteId: Number(webhook.site_id), holder },
    ...{ eventId: String(row.event_id), resource: String(row.resource), recordId: Number(row.record_id) },
    tries: Number(row.attempts) - Number(row.tried_before),
    payload: typeof row.payload === 'string' ? row.payload : JSON.stringify(row.payload),
    ...{ url: String(webhook.url), includeRow: Number(webhook.include_row) === 1, secrets, claimedAt },
  }));
  return { claimed, more };
}

/** Empty if no key of the service can decrypt the present one: deliveries continue once there is a new one. */
function secretsOf(webhook: DatabaseRow, appKeys: readonly Buffer[]): string[] {
  const sealed = [webhook.sealed_secret, ...(Number(webhook.overlaps) === 1 ? [webhook.former_secret] : [])];
  const [present, former] = sealed.map((text) =>
    typeof text === 'string' ? openSecret(appKeys, text, secretOwner(Number(webhook.id))) : null,
  );
  return present ? [present, ...(former ? [former] : [])] : [];
}

async function countInHand(trx: Knex, webhookId: number): Promise<number> {
  const [row] = await query(trx, {
    text: `select count(*) as n from ${deliveryTable} where webhook_id = ? and holder is not null and next_attempt_at > ${dialectOf(trx).moment()}`,
    bindings: [webhookId],
  });
  return Number(row?.n);
}

/**
 * The deliveries of a webhook that may be tried, the oldest first. For a failing webhook only its oldest delivery, for an
 * inactive one its tests. A delivery behind another one of its record is set aside, and woken when that is done.
 */
async function findClaimable(trx: Knex, webhook: DatabaseRow, room: number, isIdle: boolean): Promise<Found> {
  const id = Number(webhook.id);
  const active = Number(webhook.active) === 1;
  if (active && webhook.failing_since === null) return findInOrder(trx, id, room, '');
  const tests = await findInOrder(trx, id, room, ` and d.type = '${testType}'`);
  if (!active || tests.found.length > 0 || !isIdle) return tests;
  const [oldest] = await query(trx, {
    text: `select ${columns}, next_attempt_at <= ${dialectOf(trx).moment()} as due from ${deliveryTable} d where webhook_id = ? and status = 'pending' order by id limit 1`,
    bindings: [id],
  });
  return { found: oldest && Number(oldest.due) === 1 ? [oldest] : [], more: tests.more };
}

interface Found {
  readonly found: readonly DatabaseRow[];
  readonly more: boolean;
}

const columns = 'd.id, d.event_id, d.resource, d.record_id, d.attempts, d.tried_before, d.payload';

async function findInOrder(trx: Knex, webhookId: number, room: number, further: string): Promise<Found> {
  const earlier =
    `select 1 from ${deliveryTable} e where e.webhook_id = d.webhook_id and e.resource = d.resource ` +
    `and e.record_id = d.record_id and e.status = 'pending' and e.id < d.id`;
  const rows = await query(trx, {
    text:
      `select d.id, case when exists (${earlier}) then 1 else 0 end as waits from ${deliveryTable} d ` +
      `where d.webhook_id = ? and d.next_attempt_at <= ${dialectOf(trx).moment()}${further} ` +
      `order by d.next_attempt_at, d.id limit ${lookedAt}`,
    bindings: [webhookId],
  });
  const waiting = rows.filter(({ waits }) => Number(waits) === 1);
  if (waiting.length > 0) {
    await run(trx, {
      text: `update ${deliveryTable} set next_attempt_at = null where id in (${marks(waiting)})`,
      bindings: waiting.map(({ id }) => Number(id)),
    });
  }
  const more = rows.length === lookedAt;
  const free = rows.filter(({ waits }) => Number(waits) === 0).slice(0, room);
  if (free.length === 0) return { found: [], more };
  const found = await query(trx, {
    text: `select ${columns} from ${deliveryTable} d where d.id in (${marks(free)}) order by d.id`,
    bindings: free.map(({ id }) => Number(id)),
  });
  return { found, more };
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join();
}
