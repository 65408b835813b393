/** Notes what became of an attempt: of the delivery, of those behind it, and of its webhook. */
import type { Knex } from 'knex';
import { dialectOf, query, run } from '../../../engine/database/query.ts';
import { transact } from '../../../engine/database/transaction.ts';
import type { Outcome } from './attempt.ts';
import type { Claimed } from './claim.ts';
import { deliveryTable, wakeNext } from './deliveries.ts';
import { delayAfter } from './schedule.ts';
import type { SwitchOff } from './stop.ts';

/** Attempts in a row that fail until a webhook counts as failing. */
const failingAfter = 5;
/** A receiver that is gone for good (RFC 9110, 15.5.11). */
const gone = 410;

/**
 * @param body what was sent
 * @returns whether it was still this process's to note: another one has taken it over after the lease has ended
 */
export function noteOutcome(
  db: Knex,
  claimed: Claimed,
  { error, status, durationMs, retryAfterMs }: Outcome,
  body: string,
  switchOff: SwitchOff,
): Promise<boolean> {
  return transact(db, async (trx) => {
    const { moment, lock, affectedRowsOf } = dialectOf(trx);
    const now = moment();
    const { id, webhookId, holder, tries } = claimed;
    const [webhook] = await query(trx, {
      text: `select active, failures from webhooks where id = ?${lock('update')}`,
      bindings: [webhookId],
    });
    if (!webhook) return false;
    const delay = error === null || status === gone ? null : delayAfter(tries + 1, retryAfterMs);
    const next = delay === null ? 'null' : moment(Math.ceil(delay / 1000));
    const state = error === null ? 'delivered' : delay === null ? 'failed' : 'pending';
    const noted = await run(trx, {
      text:
        `update ${deliveryTable} set status = ?, attempts = attempts + 1, next_attempt_at = ${next}, last_attempt_at = ${now}, ` +
        `delivered_at = ${error === null ? now : 'null'}, response_status = ?, error = ?, duration_ms = ?, payload = ?, ` +
        `holder = null, updated_at = ${now} where id = ? and holder = ?`,
      bindings: [state, status, error, durationMs, body, id, holder],
    });
    if (affectedRowsOf(noted) === 0) return false;
    if (delay === null) await wakeNext(trx, claimed);
    await noteOnWebhook(trx, webhookId, webhook, error === null);
    if (status === gone && Number(webhook.active) === 1) await switchOff(trx, claimed, 'gone');
    return true;
  });
}

async function noteOnWebhook(
  trx: Knex,
  id: number,
  webhook: Readonly<Record<string, unknown>>,
  delivered: boolean,
): Promise<void> {
  const now = dialectOf(trx).moment();
  // What is sent to one that is not active are tests, which say nothing of the time when it was.
  const isActive = Number(webhook.active) === 1;
  const failures = Number(webhook.failures) + 1;
  const well = `last_delivered_at = ${now}${isActive ? ', failures = 0, failing_since = null' : ''}`;
  const ill =
    failures >= failingAfter
      ? `failures = failures + 1, failing_since = coalesce(failing_since, ${now})`
      : 'failures = failures + 1';
  if (!delivered && !isActive) return;
  await run(trx, {
    text: `update webhooks set ${delivered ? well : ill}, updated_at = ${now} where id = ?`,
    bindings: [id],
  });
}
