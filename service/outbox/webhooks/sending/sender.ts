/** Sends webhooks: attempts run concurrently, and one that hangs delays no other webhook. */
import { randomUUID } from 'node:crypto';
import { soonAfter, type Work } from '../../../../engine/outbox/worker.ts';
import { bodyOf, type Payload, webhookWork } from '../deliveries.ts';
import type { AddressGuard } from '../guard.ts';
import { sign } from '../signature.ts';
import { createSwitchOff, stopFailing, type WritingParts } from '../stop.ts';
import { type AttemptError, attempt } from './attempt.ts';
import { type Claimed, type Due, findDue, type Taken } from './claim.ts';
import type { Tried } from './outcome.ts';
import { presentRow } from './present-row.ts';
import { type Serving, serve, withinMs } from './serve.ts';
import { type Turn, takeTurn } from './turn.ts';

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

/** The interval of checks for due deliveries. */
const everyMs = 2000;
/** The interval while attempts are running: a receiver that hangs must not delay others. */
const whileBusyMs = 500;
/** Webhooks that a process sends to at once: so many of each site, and so many more of all sites together. */
const [ofEachSite, shared] = [4, 50];
/** The interval of checks for webhooks that have been failing for too long. */
const stopEveryMs = 60_000;
/** After this time since its claim, a delivery is left to the process that takes it over: this process was paused. */
const stillMs = 15_000;

export function createSender(given: SenderParts): Work {
  const { db, appKeys, report } = given;
  const switchOff = createSwitchOff(given);
  const serving = new Map<number, Serving & { readonly siteId: number }>();
  let stoppedAt = Number.NEGATIVE_INFINITY;

  const deliver = async (claimed: Claimed, signal: AbortSignal): Promise<Tried> => {
    const body = await composeBody(given, claimed);
    if (performance.now() - claimed.claimedAt > stillMs) return { claimed, body, outcome: null };
    const seconds = Math.floor(Date.now() / 1000);
    const end = soonAfter(signal);
    const outcome = await attempt({
      ...{ url: claimed.url, body, guard: given.guard, signal: end.signal },
      headers: {
        'content-type': 'application/json',
        'user-agent': `Millwright/${given.version}`,
        'webhook-id': claimed.eventId,
        'webhook-timestamp': String(seconds),
        'webhook-signature': sign(claimed.secrets, claimed.eventId, seconds, body),
      },
    }).finally(end.forget);
    given.attempted(outcome.error ?? 'delivered');
    return { claimed, body, outcome };
  };
  const turn = (one: Omit<Turn, 'holder'>, takes = true): Promise<Taken> =>
    takeTurn({ db, appKeys, switchOff }, { ...one, holder: takes ? randomUUID() : null });

  const hasPlace = (siteId: number): boolean => {
    const taken = new Map<number, number>([[siteId, 0]]);
    for (const one of serving.values()) taken.set(one.siteId, (taken.get(one.siteId) ?? 0) + 1);
    const beyond = [...taken.values()].reduce((sum, count) => sum + Math.max(0, count - ofEachSite), 0);
    return (taken.get(siteId) ?? 0) < ofEachSite || beyond < shared;
  };
  const begin = ({ id, siteId }: Due, claimed: readonly Claimed[], signal: AbortSignal): void => {
    const ended = () => serving.delete(id);
    const send = (one: Claimed) => deliver(one, signal);
    serving.set(id, { ...serve({ id, claimed, signal, deliver: send, turn, report, ended }), siteId });
  };

  return {
    name: webhookWork,
    run: async (signal) => {
      if (!signal.aborted && performance.now() - stoppedAt > stopEveryMs) {
        stoppedAt = performance.now();
        await stopFailing(given, switchOff);
      }
      let unseen = false;
      for (const due of signal.aborted ? [] : await findDue(db)) {
        const served = serving.get(due.id);
        if (served) served.look();
        if (served || signal.aborted || !hasPlace(due.siteId)) continue;
        const taken = await turn({ webhookId: due.id, tried: [], inHand: 0 });
        if (taken.claimed.length > 0) begin(due, taken.claimed, signal);
        // None of it could be tried, and there is more to examine.
        else unseen ||= taken.more;
      }
      const ends = () => [...serving.values()].map(({ ended }) => ended);
      if (signal.aborted) await Promise.all(ends());
      if (unseen) return 0;
      if (serving.size === 0) return everyMs;
      await withinMs(whileBusyMs, ends(), signal);
      if (signal.aborted) await Promise.all(ends());
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
