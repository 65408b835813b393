/** The loop of the outbox: each work runs independently, at once after a nudge, else after a short while. */
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { abortWith } from '../../signal.ts';

/** A work that processes waiting rows. */
export interface Work {
  readonly name: string;
  /** How long a nudge waits after a run: rows that arrive meanwhile are processed together. */
  readonly gatherMs?: number;
  /**
   * Processes some of the due rows. It checks the signal between steps, and finishes the present one.
   *
   * @returns milliseconds until the next run; 0 if more is waiting
   */
  run(signal: AbortSignal): Promise<number>;
}

export interface Outbox {
  /** Starts processing, until it is stopped. */
  start(): void;
  /** Makes works run at once: all of them, or one. */
  nudge(name?: string): void;
  /** Processes everything that is due now. @throws the first error of a work, after the others have run */
  once(): Promise<void>;
  /** Starts nothing more, and waits for running work. */
  stop(): Promise<void>;
}

interface OutboxOptions {
  /** In order: the results of a work are processed by later ones. */
  readonly works: readonly Work[];
  /** Receives errors. */
  report(work: string, error: unknown): void;
}

/** How long a work pauses after an error. */
const restMs = 5000;
/** The maximum number of runs of one work in `once`. */
const mostRounds = 10_000;

export function createOutbox({ works, report }: OutboxOptions): Outbox {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each running attempt listens.
  setMaxListeners(0, signal);
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

/** How long an attempt may continue after the service starts to stop: its result is recorded before the process ends. */
const attemptEndsMs = 12_500;

/**
 * A signal for an attempt, aborted some time after the work is told to stop: running attempts are waited for, but not as long as
 * a server may take. Call `forget` after the attempt.
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
  // A listener that is added after the abort is never called.
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
    const waking = abortWith(signal);
    wake = () => waking.abort('nudged');
    await nap(ms - gathering, waking.signal);
    waking.forget();
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
      // Every write nudges: an error for each would be made for nothing.
      if (nudged) return;
      nudged = true;
      wake();
    },
    ended: async () => {
      await running;
    },
  };
}
