/** Long work: whether its result is still needed, and how it lets other requests run. */
import { performance } from 'node:perf_hooks';
import { setImmediate as onceTurned } from 'node:timers';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

/** Stops work whose result is no longer needed. An `AbortSignal` is one. */
export interface Signal {
  /** @throws the failure to answer with: the client has left, or the request has taken too long */
  throwIfAborted(): void;
}

/**
 * A signal that is aborted with another one, or by itself. Call `forget` when it is no longer needed. `AbortSignal.any` cannot
 * be told so: each signal that it makes stays in memory as long as the other one, which may be as long as the process.
 */
export function abortWith(other: AbortSignal | undefined): {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  forget(): void;
} {
  const own = new AbortController();
  const follow = () => own.abort(other?.reason);
  if (other?.aborted) follow();
  else other?.addEventListener('abort', follow, { once: true });
  return {
    signal: own.signal,
    abort: (reason) => own.abort(reason),
    forget: () => other?.removeEventListener('abort', follow),
  };
}

/** How long this process works on one task before it lets others run, in milliseconds: in a batch, and in a report. */
const [longestTurn, longestSlice] = [5, 1];
/** How many turns of the event loop follow: a waiting request is read, queries the database, and is answered. */
const turns = 4;
/** A longer turn of the event loop has done other work, in milliseconds. */
const idleTurn = 0.2;
let turnBegan = performance.now();

/** The maximum pause for other requests. */
const longestPauseMs = 250;
/** From this share of the time on, others keep the process busy. */
const busyFrom = 0.3;

/**
 * Lets other work go first, for twice as long as a step has kept this process busy. If the process has been busy meanwhile, requests
 * are waiting: it lets them go first once more, for as long again. So two works leave requests more than half of the time.
 */
export async function pauseAfter(busyMs: number, signal?: AbortSignal): Promise<void> {
  const pauseMs = Math.min(2 * busyMs, longestPauseMs);
  const before = performance.eventLoopUtilization();
  const pause = () => sleep(pauseMs, undefined, signal && { signal }).catch(() => {});
  await pause();
  if (performance.eventLoopUtilization(before).utilization > busyFrom) await pause();
}

/**
 * Call it before each of many statements. Without it, the event loop is blocked until the end of a batch: every other request
 * waits, and the SQLite driver, which frees the memory of a query in the event loop, keeps the memory of all queries.
 */
export async function takeTurns(longestMs = longestTurn): Promise<void> {
  if (performance.now() - turnBegan < longestMs) return;
  for (let turn = 0; turn < turns; turn += 1) await setImmediate();
  turnBegan = performance.now();
}

/** The same before each of many rows: a list that somebody else reads takes about as long as such a slice. */
export const takeShortTurns = (): Promise<void> => takeTurns(longestSlice);

/** The work of all reports since others last had their turns, in milliseconds: before the present turn of the event loop. */
let worked = 0;
/** The begin of the work in the present turn, and the last time that it asked; null if there was none yet. */
let working: { readonly began: number; last: number } | null = null;

/**
 * Whether long work has used up its slice of time: it calls `giveWay` before it goes on. Waiting for a database is no work. For
 * work that cannot wait at each step.
 */
export function isSliceOver(): boolean {
  const now = performance.now();
  working ??= beginWork(now);
  working.last = now;
  return worked + now - working.began >= longestSlice;
}

function beginWork(now: number) {
  // Callbacks of this kind are the last of a turn.
  onceTurned(endTurn);
  return { began: now, last: now };
}

function endTurn(): void {
  if (working) worked += working.last - working.began;
  working = null;
}

/** Statements that are no part of long work, and not answered yet. */
let unanswered = 0;

/** Call it when a statement is sent that is no part of long work. @returns a function to call when it is answered */
export function awaitAnswer(): () => void {
  unanswered += 1;
  return () => {
    unanswered -= 1;
  };
}

/**
 * Call it every few dozen microseconds in long work, such as the figures of a report. Other requests run first: if they have work,
 * or wait for a database, it pauses. It sleeps then, because a database on the same machine needs the processors too.
 */
export async function giveWay(): Promise<void> {
  if (!isSliceOver()) return;
  const slice = worked + (working ? working.last - working.began : 0);
  let isBusy = unanswered > 0;
  for (let turn = 0, now = performance.now(); turn < turns; turn += 1) {
    const before = now;
    await setImmediate();
    now = performance.now();
    if (now - before > idleTurn) isBusy = true;
  }
  if (isBusy || unanswered > 0) await pauseAfter(slice);
  worked = 0;
  working = beginWork(performance.now());
}

/** The results of a function for many things, in their order. Others run between them. */
export async function inSlices<T, R>(things: Iterable<T>, make: (thing: T) => R): Promise<R[]> {
  const made: R[] = [];
  for (const thing of things) {
    made.push(make(thing));
    if (isSliceOver()) await giveWay();
  }
  return made;
}

/** Does work in steps: others run where it yields. @returns its result */
export async function inSteps<R>(work: Generator<void, R>): Promise<R> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await giveWay();
  }
}

/** Does such work at once. */
export function atOnce<R>(work: Generator<void, R>): R {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Few enough to be sorted at once. */
const sortedAtOnce = 64;

/** The things in order, as `toSorted` has them. Others run meanwhile: ten thousand names take a tenth of a second. */
export async function sortedInSlices<T>(things: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const starts = Array.from(
    { length: Math.ceil(things.length / sortedAtOnce) },
    (_, at) => at * sortedAtOnce,
  );
  let parts = await inSlices(starts, (at) => things.slice(at, at + sortedAtOnce).sort(compare));
  while (parts.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < parts.length; at += 2)
      merged.push(await merge(parts[at] ?? [], parts[at + 1] ?? [], compare));
    parts = merged;
  }
  return parts[0] ?? [];
}

/** Of equal ones, the left one comes first. */
async function merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<T[]> {
  const merged: T[] = [];
  const others = right.values();
  let other = others.next();
  for (const one of left) {
    for (; !other.done && compare(other.value, one) < 0; other = others.next()) merged.push(other.value);
    merged.push(one);
    if (isSliceOver()) await giveWay();
  }
  for (; !other.done; other = others.next()) merged.push(other.value);
  return merged;
}
