/** Sends webhooks. */
import { transact } from '../../../../engine/database/transaction.ts';
import type { Work } from '../../../../engine/features/outbox/worker.ts';
import { createSending, isInTime } from '../../sending.ts';
import { bodyOf, type Payload, webhookWork } from '../deliveries.ts';
import type { AddressGuard } from '../guard.ts';
import { sign } from '../signature.ts';
import { createSwitchOff, stopFailing, type WritingParts } from '../stop.ts';
import { type AttemptError, attempt } from './attempt.ts';
import { type Claimed, claim, findDue, leaseSeconds } from './claim.ts';
import { noteOutcomes, type Sent } from './outcome.ts';
import { presentRow } from './present-row.ts';

/** The result of an attempt. */
export type AttemptResult = 'delivered' | AttemptError;

interface SenderParts extends WritingParts {
  readonly guard: AddressGuard;
  readonly appKeys: readonly Buffer[];
  /** The version of the service. */
  readonly version: string;
  /** Called after each attempt. */
  attempted(result: AttemptResult): void;
  /** Receives errors outside of attempts. */
  report(error: unknown): void;
}

/** The interval of checks for webhooks that have been failing for too long. */
const stopEveryMs = 60_000;

export function createSender(given: SenderParts): Work {
  const { db, appKeys, report } = given;
  const switchOff = createSwitchOff(given);
  let stoppedAt = Number.NEGATIVE_INFINITY;
  const send = createSending<Claimed, Sent>({
    ...{ leaseMs: leaseSeconds * 1000, report },
    findDue: () => findDue(db),
    claim: (id, claimOf, inHand) => transact(db, (trx) => claim(trx, id, { ...claimOf, inHand, appKeys })),
    attempt: async (claimed, signal) => {
      const body = await composeBody(given, claimed);
      if (!isInTime(claimed, leaseSeconds * 1000)) return null;
      const seconds = Math.floor(Date.now() / 1000);
      const outcome = await attempt({
        ...{ url: claimed.url, body, guard: given.guard, signal },
        headers: {
          'content-type': 'application/json',
          'user-agent': `Millwright/${given.version}`,
          'webhook-id': claimed.eventId,
          'webhook-timestamp': String(seconds),
          'webhook-signature': sign(claimed.secrets, claimed.eventId, seconds, body),
        },
      });
      given.attempted(outcome.error ?? 'delivered');
      return { ...outcome, body };
    },
    hasFailed: ({ error }) => error !== null,
    note: (id, ended) => transact(db, (trx) => noteOutcomes(trx, id, ended, switchOff)),
  });
  return {
    name: webhookWork,
    run: async (signal) => {
      if (!signal.aborted && performance.now() - stoppedAt > stopEveryMs) {
        stoppedAt = performance.now();
        await stopFailing(given, switchOff);
      }
      return send(signal);
    },
  };
}

async function composeBody(
  parts: WritingParts,
  { payload, includeRow, resource, recordId }: Claimed,
): Promise<string> {
  if (!includeRow) return payload;
  const { type, timestamp, data }: Payload = JSON.parse(payload);
  const row = await presentRow(parts, resource, recordId, data.site_id);
  return bodyOf({ type, timestamp, data: { ...data, row } });
}
