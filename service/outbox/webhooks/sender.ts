/** Sends what webhooks are to be told: attempts run beside each other, and one that hangs holds up no other webhook. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Work } from '../../../engine/outbox/worker.ts';
import { type AttemptError, attempt } from './attempt.ts';
import { type Claimed, claim, findDue } from './claim.ts';
import { bodyOf, type Payload, webhookWork } from './deliveries.ts';
import type { AddressGuard } from './guard.ts';
import { noteOutcome } from './outcome.ts';
import { presentRow } from './present-row.ts';
import { sign } from './signature.ts';
import { createSwitchOff, stopFailing, type WritingParts } from './stop.ts';

/** How an attempt went. */
export type AttemptResult = 'delivered' | AttemptError;

interface SenderParts extends WritingParts {
  readonly guard: AddressGuard;
  readonly appKeys: readonly Buffer[];
  /** Which version of the service sends. */
  readonly version: string;
  /** For an attempt, in milliseconds; in tests. */
  readonly timeoutMs?: number;
  /** Told how each attempt went. */
  attempted(result: AttemptResult): void;
  /** Told of what went wrong beside the attempts themselves. */
  report(error: unknown): void;
}

/** How often it looks for what is due. */
const everyMs = 2000;
/** While attempts are in hand, it looks this often for others: a receiver that hangs must not keep them waiting. */
const whileBusyMs = 500;
/** Attempts at once of a process. */
const mostInHand = 200;
/** How often it looks for webhooks that have been failing for too long. */
const stopEveryMs = 60_000;
/** So late after it was taken, a delivery is left to whoever takes it over: this process stood still. */
const stillMs = 15_000;

export function createSender(given: SenderParts): Work {
  const { db, appKeys, report } = given;
  const switchOff = createSwitchOff(given);
  const inHand = new Set<Promise<void>>();
  let stoppedAt = Number.NEGATIVE_INFINITY;

  const deliver = async (claimed: Claimed): Promise<void> => {
    const body = await composeBody(given, claimed);
    if (performance.now() - claimed.claimedAt > stillMs) return;
    const seconds = Math.floor(Date.now() / 1000);
    const outcome = await attempt({
      ...{ url: claimed.url, body, guard: given.guard },
      ...(given.timeoutMs !== undefined && { timeoutMs: given.timeoutMs }),
      headers: {
        'content-type': 'application/json',
        'user-agent': `Millwright/${given.version}`,
        'webhook-id': claimed.eventId,
        'webhook-timestamp': String(seconds),
        'webhook-signature': sign(claimed.secrets, claimed.eventId, seconds, body),
      },
    });
    given.attempted(outcome.error ?? 'delivered');
    await noteOutcome(db, claimed, outcome, body, switchOff);
  };

  const begin = (claimed: Claimed): void => {
    const running = deliver(claimed)
      .catch(report)
      .finally(() => inHand.delete(running));
    inHand.add(running);
  };

  return {
    name: webhookWork,
    run: async (signal) => {
      if (!signal.aborted && performance.now() - stoppedAt > stopEveryMs) {
        stoppedAt = performance.now();
        await stopFailing(given, switchOff);
      }
      let unseen = false;
      for (const id of signal.aborted ? [] : await findDue(db)) {
        if (signal.aborted || inHand.size >= mostInHand) break;
        const taken = await claim(db, id, randomUUID(), appKeys);
        for (const one of taken.claimed) begin(one);
        // Nothing of it could be tried, and there is more to look at.
        unseen ||= taken.claimed.length === 0 && taken.more;
      }
      if (signal.aborted) await Promise.all(inHand);
      if (unseen) return 0;
      if (inHand.size === 0) return everyMs;
      const waking = new AbortController();
      const pause = sleep(whileBusyMs, undefined, { signal: AbortSignal.any([signal, waking.signal]) });
      await Promise.race([...inHand, pause.catch(() => {})]);
      waking.abort();
      if (signal.aborted) await Promise.all(inHand);
      return 0;
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
