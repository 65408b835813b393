/** Records the results of attempts: on the deliveries, on those that wait behind them, and on their webhook. */
import type { Knex } from 'knex';
import type { Sql } from '../../../../engine/condition.ts';
import { assignedTo, type DatabaseRow, dialectOf, update } from '../../../../engine/database/query.ts';
import { type Ended, stillHeld } from '../../sending.ts';
import { deliveryTable, wakeNext } from '../deliveries.ts';
import type { SwitchOff } from '../stop.ts';
import type { Outcome } from './attempt.ts';
import { type Claimed, lockWebhook } from './claim.ts';
import { delayAfter } from './schedule.ts';

/** The number of failed attempts in a row after which a webhook counts as failing. */
const failingAfter = 5;
/** A receiver that is permanently gone (RFC 9110, 15.5.11). */
const gone = 410;

/** An outcome with the sent body. */
export type Sent = Outcome & { readonly body: string };
interface Tried {
  readonly claimed: Claimed;
  readonly outcome: Sent;
}

/** Claims that have expired and belong to another process now are not recorded. */
export async function noteOutcomes(
  trx: Knex,
  webhookId: number,
  given: readonly Ended<Claimed, Sent>[],
  switchOff: SwitchOff,
): Promise<void> {
  const webhook = await lockWebhook(trx, webhookId);
  if (!webhook) return;
  const held = await stillHeld(trx, deliveryTable, given);
  const left = held.filter(({ result }) => result === null).map(({ job }) => job);
  const due = { holder: null, next_attempt_at: expression(dialectOf(trx).moment()) };
  if (left.length > 0) await update(trx, deliveryTable, due, within(left));
  const ended = held.flatMap(({ job, result }) => (result ? [{ claimed: job, outcome: result }] : []));
  const delivered = ended.filter(isDelivered);
  await noteAttempts(trx, delivered, 'delivered', null);
  const over = [...delivered];
  for (const one of ended.filter((each) => !isDelivered(each))) {
    const { status, retryAfterMs } = one.outcome;
    const delay = status === gone ? null : delayAfter(one.claimed.tries + 1, retryAfterMs);
    await noteAttempts(trx, [one], delay === null ? 'failed' : 'pending', delay);
    if (delay === null) over.push(one);
  }
  await wakeNext(
    trx,
    over.map(({ claimed }) => claimed),
  );
  // A name server that does not answer says nothing about the receiver. A delivery that was given up for it does.
  const telling = ended.filter((one) => one.outcome.error !== 'name' || over.includes(one));
  await noteOnWebhook(trx, webhook, telling);
  const last = ended.find(({ outcome }) => outcome.status === gone);
  if (last && Number(webhook.active) === 1) await switchOff(trx, last.claimed, 'gone');
}

function isDelivered({ outcome }: Tried): boolean {
  return outcome.error === null;
}

async function noteAttempts(
  trx: Knex,
  ended: readonly Tried[],
  status: 'delivered' | 'failed' | 'pending',
  delayMs: number | null,
): Promise<void> {
  if (ended.length === 0) return;
  const { moment } = dialectOf(trx);
  const now = expression(moment());
  const rows = ended.map(({ claimed: { id }, outcome }) => ({
    id,
    columns: { response_status: outcome.status, duration_ms: outcome.durationMs, payload: outcome.body },
  }));
  await update(
    trx,
    deliveryTable,
    {
      ...{
        status,
        attempts: expression('attempts + 1'),
        last_attempt_at: now,
        updated_at: now,
        holder: null,
      },
      next_attempt_at: delayMs === null ? null : expression(moment(Math.ceil(delayMs / 1000))),
      delivered_at: status === 'delivered' ? now : null,
      error: ended[0]?.outcome.error ?? null,
      response_status: assignedTo(rows, 'response_status'),
      duration_ms: assignedTo(rows, 'duration_ms'),
      // Otherwise it is stored already, and it can be long.
      ...(ended.some(({ claimed, outcome }) => outcome.body !== claimed.payload) && {
        payload: assignedTo(rows, 'payload'),
      }),
    },
    within(ended.map(({ claimed }) => claimed)),
  );
}

async function noteOnWebhook(trx: Knex, webhook: DatabaseRow, ended: readonly Tried[]): Promise<void> {
  const now = expression(dialectOf(trx).moment());
  // An inactive webhook only gets tests, which say nothing about the time when it was active.
  const isActive = Number(webhook.active) === 1;
  const last = ended.findLastIndex(isDelivered);
  const cameThrough = last >= 0;
  if (ended.length === 0 || (!isActive && !cameThrough)) return;
  const failures = (cameThrough ? 0 : Number(webhook.failures)) + ended.length - 1 - last;
  const since = cameThrough ? null : expression('failing_since');
  await update(
    trx,
    'webhooks',
    {
      ...(cameThrough && { last_delivered_at: now }),
      ...(isActive && {
        failures,
        failing_since:
          failures >= failingAfter ? expression(`coalesce(${since?.text ?? 'null'}, ${now.text})`) : since,
      }),
      updated_at: now,
    },
    { op: 'eq', column: 'id', value: Number(webhook.id) },
  );
}

function within(claimed: readonly Claimed[]) {
  return { op: 'in' as const, column: 'id', values: claimed.map(({ id }) => id) };
}

function expression(text: string): Sql {
  return { text, bindings: [] };
}
