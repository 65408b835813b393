/**
 * The machine that sends what waits, to webhooks and to the mail server: it claims jobs, attempts a few at once, and records how
 * they ended. One receiver that hangs delays no other. A channel says what is sent, and how it is stored.
 */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { faultOf } from '../../engine/database/fault.ts';
import { dialectOf, query } from '../../engine/database/query.ts';
import { soonAfter } from '../../engine/features/outbox/worker.ts';
import { abortWith, pauseAfter } from '../../engine/signal.ts';

/** What this process has claimed, so that no other one attempts it until its lease is over. */
export interface Job {
  readonly id: number;
  /** The name of the claim. */
  readonly holder: string;
  /** By this process's clock, in milliseconds. */
  readonly claimedAt: number;
}

/** Whether an attempt would still end within the lease: this process may have been paused since its claim. */
export const isInTime = ({ claimedAt }: Job, leaseMs: number) => performance.now() - claimedAt <= leaseMs / 3;

/** A claim that is over. */
export interface Ended<J, R> {
  readonly job: J;
  /** Null without an attempt: it is due again. */
  readonly result: R | null;
}

export interface Taken<J> {
  readonly claimed: readonly J[];
  /** Whether more jobs are due that were not examined. */
  readonly more: boolean;
}

export const nothing = { claimed: [], more: false } as const;

/** A receiver with due jobs. */
export interface Receiver {
  readonly id: number;
  readonly siteId: number;
}

interface Channel<J extends Job, R> {
  /** The claims of a killed process expire after this time. */
  readonly leaseMs: number;
  /** In the order in which they get places. */
  findDue(): Promise<readonly Receiver[]>;
  /** Claims due jobs of a receiver, of which this process holds some already. */
  claim(receiver: number, claim: Pick<Job, 'holder' | 'claimedAt'>, inHand: number): Promise<Taken<J>>;
  /** @returns null if it is not `isInTime` once it is composed, to leave it to the process that takes it over */
  attempt(job: J, signal: AbortSignal): Promise<R | null>;
  /** Whether the receiver may take nothing now: the rest of its claims is released. */
  hasFailed(result: R): boolean;
  /** Records ended claims, in the order in which they ended, with one commit. */
  note(receiver: number, ended: readonly Ended<J, R>[]): Promise<void>;
  /** Receives errors: claimed jobs are attempted again after their lease. */
  report(error: unknown): void;
}

/** Concurrent attempts per receiver. */
export const mostAtOnce = 4;
/** Jobs of a receiver that a process claims together, and records with one commit. */
export const mostTaken = 16;
/** The interval of checks for due jobs. */
const everyMs = 2000;
/** The interval while attempts are running: a receiver that hangs must not delay others. */
const whileBusyMs = 500;
/** Receivers that a process sends to at once: so many of each site, and so many more of all sites together. */
const [ofEachSite, shared] = [4, 50];
/** How long an ended attempt waits for others, to be recorded with them. */
const noteWithinMs = 100;
/** Claims that are older and not running are released: the receiver may have been changed, or is slow. */
const keptMs = 2000;
/** After a failure, how long until results are recorded again. */
const againMs = 500;

/** @returns the run of a work of the outbox */
export function createSending<J extends Job, R>(
  channel: Channel<J, R>,
): (signal: AbortSignal) => Promise<number> {
  const serving = new Map<number, { readonly siteId: number; look(): void; readonly ended: Promise<void> }>();
  const hasPlace = (siteId: number): boolean => {
    const taken = new Map<number, number>([[siteId, 0]]);
    for (const one of serving.values()) taken.set(one.siteId, (taken.get(one.siteId) ?? 0) + 1);
    const beyond = [...taken.values()].reduce((sum, count) => sum + Math.max(0, count - ofEachSite), 0);
    return (taken.get(siteId) ?? 0) < ofEachSite || beyond < shared;
  };
  const begin = ({ id, siteId }: Receiver, claimed: readonly J[], signal: AbortSignal): void => {
    const wake = { now: new AbortController() };
    const going = serve(channel, { id, claimed, signal, wake });
    const ended = going.catch(channel.report).finally(() => serving.delete(id));
    serving.set(id, { siteId, look: () => wake.now.abort(), ended });
  };
  return async (signal) => {
    let unseen = false;
    for (const due of signal.aborted ? [] : await channel.findDue()) {
      const served = serving.get(due.id);
      served?.look();
      if (served || signal.aborted || !hasPlace(due.siteId)) continue;
      const taken = await take(channel, due.id, 0);
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
  };
}

/** Another process may claim at the same moment: then it is looked at again. */
async function take<J extends Job, R>(
  channel: Channel<J, R>,
  receiver: number,
  inHand: number,
): Promise<Taken<J>> {
  const claim = { holder: randomUUID(), claimedAt: performance.now() };
  return channel.claim(receiver, claim, inHand).catch((error: unknown) => {
    if (faultOf(error)?.kind !== 'contention') throw error;
    return { claimed: [], more: true };
  });
}

interface Serving<J> {
  readonly id: number;
  /** The first claims. */
  readonly claimed: readonly J[];
  /** Nothing is started once it is aborted. */
  readonly signal: AbortSignal;
  /** Aborted to make it check for more, if it has room. */
  readonly wake: { now: AbortController };
}

/** Sends to one receiver as long as jobs are due. */
async function serve<J extends Job, R>(
  channel: Channel<J, R>,
  { id, claimed, signal, wake }: Serving<J>,
): Promise<void> {
  const waiting = [...claimed];
  const ended: Ended<J, R>[] = [];
  const flying = new Set<Promise<void>>();
  let noteAt = Number.POSITIVE_INFINITY;
  const fly = (job: J): void => {
    const end = soonAfter(signal);
    const flight = channel
      .attempt(job, end.signal)
      .then((result) => {
        if (ended.push({ job, result }) === 1) noteAt = performance.now() + noteWithinMs;
      }, channel.report)
      .finally(() => {
        end.forget();
        flying.delete(flight);
      });
    flying.add(flight);
  };
  /** What is not recorded is attempted again by the next process that claims it. @returns false to try it again */
  const note = async (over = ended.splice(0)): Promise<boolean> => {
    try {
      if (over.length > 0) await channel.note(id, over);
      return true;
    } catch (error) {
      // One that cannot be recorded must not keep the others from it.
      if (over.length > 1 && faultOf(error)?.kind !== 'unavailable') {
        let all = true;
        for (const one of over) all = (await note([one])) && all;
        return all;
      }
      const isHeld = ({ job }: Ended<J, R>) => performance.now() - job.claimedAt < channel.leaseMs;
      const held = signal.aborted ? [] : over.filter(isHeld);
      if (held.length < over.length) channel.report(error);
      if (held.length === 0) return true;
      ended.unshift(...held);
      await sleep(againMs);
      noteAt = performance.now();
      return false;
    }
  };
  let busy = performance.eventLoopUtilization();
  for (;;) {
    while (flying.size < mostAtOnce && waiting.length > 0) {
      const [job] = waiting.splice(0, 1);
      if (!job) break;
      const isLate = signal.aborted || performance.now() - job.claimedAt > keptMs;
      if (isLate || ended.some(({ result }) => result !== null && channel.hasFailed(result)))
        ended.push({ job, result: null });
      else fly(job);
    }
    const hasRoom = !signal.aborted && waiting.length === 0 && flying.size < mostAtOnce;
    const isDue = performance.now() >= noteAt || (hasRoom && wake.now.signal.aborted);
    if (flying.size > 0 && !isDue) {
      await withinMs(noteAt - performance.now(), flying, hasRoom ? wake.now.signal : undefined);
      continue;
    }
    if (flying.size === 0 && ended.length === 0) return;
    if (wake.now.signal.aborted) wake.now = new AbortController();
    noteAt = Number.POSITIVE_INFINITY;
    if (!(await note()) || signal.aborted) continue;
    const inHand = flying.size + waiting.length;
    const taken = await take(channel, id, inHand).catch((error: unknown) => channel.report(error));
    const more = taken?.claimed ?? [];
    waiting.push(...more);
    const { active } = performance.eventLoopUtilization(busy);
    // With a slow receiver this is negligible.
    if (more.length > 0) await pauseAfter(active, signal);
    busy = performance.eventLoopUtilization();
  }
}

/** Resolves with the first of some promises, after a time, or once a signal is aborted. */
async function withinMs(ms: number, of: Iterable<Promise<void>>, signal?: AbortSignal): Promise<void> {
  const waking = abortWith(signal);
  const time = Math.min(Math.max(0, ms), 60_000);
  await Promise.race([...of, sleep(time, undefined, { signal: waking.signal }).catch(() => {})]);
  waking.abort();
  waking.forget();
}

/** Of ended claims, those that belong to no other process by now, with their rows locked. */
export async function stillHeld<J extends Job, R>(
  trx: Knex,
  table: string,
  ended: readonly Ended<J, R>[],
): Promise<Ended<J, R>[]> {
  const rows = await query(trx, {
    text: `select id, holder from ${table} where id in (${ended.map(() => '?').join()})${dialectOf(trx).lock('update')}`,
    bindings: ended.map(({ job }) => job.id),
  });
  const holders = new Map(rows.map(({ id, holder }) => [Number(id), holder]));
  return ended.filter(({ job }) => holders.get(job.id) === job.holder);
}
