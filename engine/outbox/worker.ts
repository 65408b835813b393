/** The loop of what leaves the service: each work by itself, at once after a nudge, else after a short while. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Something that is done for rows that wait for it. */
export interface Work {
  readonly name: string;
  /** So long a nudge waits once the work has had its turn: what comes meanwhile is done together. */
  readonly gatherMs?: number;
  /**
   * Does some of what is due. It asks the signal between one step and the next, and ends what it has in hand.
   *
   * @returns milliseconds until it looks again; 0 where more is waiting
   */
  run(signal: AbortSignal): Promise<number>;
}

export interface Outbox {
  /** Begins to do what is due, and does so until it is stopped. */
  start(): void;
  /** Has works look at once: all of them, or one. */
  nudge(name?: string): void;
  /** Does all that is due now. @throws the first error of a work, once the others have had their turn */
  once(): Promise<void>;
  /** Begins nothing any more, and waits for what is in hand. */
  stop(): Promise<void>;
}

interface OutboxOptions {
  /** In the order in which what one of them makes is done by those behind it. */
  readonly works: readonly Work[];
  /** Told of what went wrong. */
  report(work: string, error: unknown): void;
}

/** So long a work rests after it has failed. */
const restMs = 5000;
/** The longest that `once` goes on with one work. */
const mostRounds = 10_000;

export function createOutbox({ works, report }: OutboxOptions): Outbox {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loops = works.map((work) => createLoop(work, signal, report));
  return {
    start: () => {
      for (const loop of loops) loop.start();
    },
    nudge: (name) => {
      for (const loop of loops) if (name === undefined || loop.name === name) loop.nudge();
    },
    once: async () => {
      const failed: unknown[] = [];
      for (const work of works) await runOut(work, signal).catch((error: unknown) => failed.push(error));
      if (failed.length > 0) throw failed[0];
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(loops.map(({ ended }) => ended()));
    },
  };
}

/** The longest that others go first. */
const longestPauseMs = 250;

/**
 * Lets others go first, twice as long as something has kept this process busy: two works that do so leave them about half of its time,
 * and of what a single connection can do.
 */
export async function pauseAfter(busyMs: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(2 * busyMs, longestPauseMs), undefined, { signal }).catch(() => {});
}

/** How long an attempt goes on once the service ends: what became of it is noted before the process is gone. */
const attemptEndsMs = 12_500;

/**
 * A signal for an attempt, aborted some time after the work is told to end: what is in hand is waited for, but not for as long as a server
 * may take. Call `forget` once the attempt is over.
 */
export function soonAfter(
  signal: AbortSignal,
  ms: number = attemptEndsMs,
): { readonly signal: AbortSignal; forget(): void } {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const hurry = () => {
    timer = setTimeout(() => over.abort(), ms);
    timer.unref();
  };
  // Whoever is told after that hears nothing any more.
  if (signal.aborted) hurry();
  else signal.addEventListener('abort', hurry, { once: true });
  return {
    signal: over.signal,
    forget: () => {
      signal.removeEventListener('abort', hurry);
      clearTimeout(timer);
    },
  };
}

async function runOut(work: Work, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < mostRounds && !signal.aborted; round += 1) {
    if ((await work.run(signal)) > 0) return;
  }
}

function createLoop(work: Work, signal: AbortSignal, report: OutboxOptions['report']) {
  let running: Promise<void> | null = null;
  let nudged = false;
  let wake = () => {};

  const nap = (ms: number, until: AbortSignal): Promise<void> =>
    sleep(ms, undefined, { signal: until, ref: false }).catch(() => {});
  const rest = async (ms: number): Promise<void> => {
    if (ms <= 0) return;
    const gathering = Math.min(work.gatherMs ?? 0, ms);
    if (gathering > 0) await nap(gathering, signal);
    if (nudged || signal.aborted) return;
    const waking = new AbortController();
    wake = () => waking.abort();
    await nap(ms - gathering, AbortSignal.any([signal, waking.signal]));
  };
  const go = async (): Promise<void> => {
    while (!signal.aborted) {
      nudged = false;
      const wait = await work.run(signal).catch((error: unknown) => {
        if (!signal.aborted) report(work.name, error);
        return restMs;
      });
      await rest(wait);
    }
  };
  return {
    name: work.name,
    start: () => {
      running ??= go();
    },
    nudge: () => {
      nudged = true;
      wake();
    },
    ended: async () => {
      await running;
    },
  };
}
