/** Sends to one webhook as long as deliveries are due: a few concurrent attempts, which are recorded together. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { abortWith, pauseAfter } from '../../../../engine/signal.ts';
import { type Claimed, isHeld, mostAtOnce, nothing, type Taken } from './claim.ts';
import type { Tried } from './outcome.ts';
import type { Turn } from './turn.ts';

/** How long a finished attempt waits for others, to be recorded with them. */
const noteWithinMs = 100;
/** Claims that are older and not running are released: the webhook may have been changed, or the receiver is slow. */
const keptMs = 2000;

/** After a failure, how long until results are recorded again. */
const againMs = 500;

export interface Serving {
  /** Makes it check for more, if it has room. */
  look(): void;
  readonly ended: Promise<void>;
}

interface ServeParts {
  readonly id: number;
  /** The first claims. */
  readonly claimed: readonly Claimed[];
  /** Nothing is started once it is aborted. */
  readonly signal: AbortSignal;
  deliver(claimed: Claimed): Promise<Tried>;
  turn(turn: Omit<Turn, 'holder'>, takes: boolean): Promise<Taken>;
  /** Receives errors: claimed deliveries are tried again after their lease has expired. */
  report(error: unknown): void;
  ended(): void;
}

export function serve(parts: ServeParts): Serving {
  let wake = new AbortController();
  const look = () => wake.abort();
  const looked = () => {
    const { aborted } = wake.signal;
    if (aborted) wake = new AbortController();
    return aborted;
  };
  const going = goOn(parts, () => wake.signal, looked);
  return { look, ended: going.catch(parts.report).finally(parts.ended) };
}

async function goOn(
  { id, claimed, signal, deliver, turn, report }: ServeParts,
  waking: () => AbortSignal,
  looked: () => boolean,
): Promise<void> {
  const waiting = [...claimed];
  const tried: Tried[] = [];
  const flying = new Set<Promise<void>>();
  let noteAt = Number.POSITIVE_INFINITY;
  const fly = (one: Claimed): void => {
    const flight = deliver(one)
      .then((outcome) => {
        if (tried.push(outcome) === 1) noteAt = performance.now() + noteWithinMs;
      }, report)
      .finally(() => flying.delete(flight));
    flying.add(flight);
  };
  let busy = performance.eventLoopUtilization();
  for (;;) {
    while (flying.size < mostAtOnce && waiting.length > 0) {
      const [one] = waiting.splice(0, 1);
      if (!one) break;
      const late = signal.aborted || performance.now() - one.claimedAt > keptMs;
      if (late || tried.some(({ outcome }) => outcome?.error))
        tried.push({ claimed: one, body: '', outcome: null });
      else fly(one);
    }
    const hasRoom = !signal.aborted && waiting.length === 0 && flying.size < mostAtOnce;
    const isDue = performance.now() >= noteAt || (hasRoom && looked());
    if (flying.size > 0 && !isDue) {
      await withinMs(noteAt - performance.now(), flying, hasRoom ? waking() : undefined);
      continue;
    }
    if (flying.size === 0 && tried.length === 0) return;
    noteAt = Number.POSITIVE_INFINITY;
    const inHand = flying.size + waiting.length;
    const ended = tried.splice(0);
    const { claimed: more } = await turn({ webhookId: id, tried: ended, inHand }, !signal.aborted).catch(
      async (error: unknown) => {
        // What is not recorded is sent again by the next process that claims it.
        const held = signal.aborted ? [] : ended.filter((one) => isHeld(one.claimed));
        if (held.length < ended.length || held.length === 0) report(error);
        tried.unshift(...held);
        if (held.length > 0) await sleep(againMs);
        noteAt = performance.now();
        return nothing;
      },
    );
    waiting.push(...more);
    const { active } = performance.eventLoopUtilization(busy);
    // With a slow receiver this is negligible.
    if (more.length > 0) await pauseAfter(active, signal);
    busy = performance.eventLoopUtilization();
  }
}

/** Resolves with the first of some promises, after a time, or once a signal is aborted. */
export async function withinMs(ms: number, of: Iterable<Promise<void>>, signal?: AbortSignal): Promise<void> {
  const waking = abortWith(signal);
  const time = Math.min(Math.max(0, ms), 60_000);
  await Promise.race([...of, sleep(time, undefined, { signal: waking.signal }).catch(() => {})]);
  waking.abort();
  waking.forget();
}
