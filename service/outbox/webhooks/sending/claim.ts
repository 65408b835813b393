/** Which deliveries are tried next. Each is taken by one process, for less than a minute by the clock of the database. */
import type { Knex } from 'knex';
import { openSecret } from '../../../../auth/index.ts';
import { type DatabaseRow, dialectOf, query, run, writeLocked } from '../../../../engine/database/query.ts';
import { deliveryTable, testType } from '../deliveries.ts';
import { secretOwner } from '../signature.ts';

/** Attempts at once to a webhook, over all processes. */
export const mostAtOnce = 4;
/** Deliveries of a webhook that a process takes together: what is taken and noted with one commit. */
const mostTaken = 16;
/** What a process that was killed had in hand is due again so many seconds after it took it: three attempts long. */
const leaseSeconds = 45;
/** Deliveries that one transaction looks at, which is short: other writers wait for it. */
const lookedAt = 64;

/** A delivery to be tried by this process, and what that takes. */
export interface Claimed {
  readonly id: number;
  readonly webhookId: number;
  readonly siteId: number;
  readonly holder: string;
  readonly eventId: string;
  readonly resource: string;
  readonly recordId: number;
  /** Attempts since it was last delivered again. */
  readonly tries: number;
  readonly payload: string;
  readonly url: string;
  readonly includeRow: boolean;
  /** The present one first. */
  readonly secrets: readonly string[];
  /** By this process's clock, in milliseconds. */
  readonly claimedAt: number;
}

/** The webhooks that have something due. */
export async function findDue(db: Knex): Promise<number[]> {
  const due = `d.next_attempt_at <= ${dialectOf(db).moment()}`;
  const rows = await query(db, {
    text:
      `select w.id from webhooks w where w.active = 1 and exists (select 1 from ${deliveryTable} d where d.webhook_id = w.id and ${due}) ` +
      `union select d.webhook_id from ${deliveryTable} d where d.type = ? and ${due}`,
    bindings: [testType],
  });
  return rows.map(({ id }) => Number(id));
}

export interface Taken {
  readonly claimed: readonly Claimed[];
  /** Whether more is due that was not looked at. */
  readonly more: boolean;
}

export const nothing: Taken = { claimed: [], more: false };

interface ClaimParts {
  /** A name for what is taken. */
  readonly holder: string;
  /** How many this process has in hand already. */
  readonly inHand: number;
  readonly appKeys: readonly Buffer[];
}

/** Takes what is due of a webhook that the transaction has locked, and may be tried now. */
export async function claim(
  trx: Knex,
  webhook: DatabaseRow,
  { holder, inHand, appKeys }: ClaimParts,
): Promise<Taken> {
  const claimedAt = performance.now();
  const webhookId = Number(webhook.id);
  // Two writers of a cluster, neither of which knows the other's locks, would take twice as many.
  await writeLocked(trx, 'webhooks', [webhookId]);
  const secrets = secretsOf(webhook, appKeys);
  const others = Math.max(0, (await countInHand(trx, webhookId)) - inHand);
  // Beside another process each has some of the attempts at once; after a failure nothing is held back for long.
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

/** None where no key of the service opens the present one: what waits goes on once there is a new one. */
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
 * What may be tried of a webhook, the oldest first. Of a failing one that is its oldest delivery, of one that is not active its tests.
 * What comes behind another one of its record is put aside: it is woken when that is done.
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
