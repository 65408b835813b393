/** Long work: whether its result is still needed, and how it lets other requests run. */
import { setImmediate as onceTurned } from 'node:timers';
import { setImmediate } from 'node:timers/promises';

/** Stops work whose result is no longer needed. An `AbortSignal` is one. */
export interface Signal {
  /** @throws the failure to answer with: the client has left, or the request has taken too long */
  throwIfAborted(): void;
}

/** How long this process works on one task before it lets others run, in milliseconds: in a batch, and in a report. */
const [longestTurn, longestSlice] = [5, 1];
/** How many turns of the event loop follow: a waiting request is read, queries the database, and is answered. */
const turns = 4;
/** A longer turn of the event loop has done other work, in milliseconds. */
const idleTurn = 0.2;
/**
 * After this time without other work, the event loop is considered idle, although an answer is still being compressed beside it.
 */
const quietMs = 1;
/** The maximum pause in milliseconds: long work must finish even if other requests always have work left. */
const longestBreak = 5;
let turnBegan = performance.now();

/**
 * Call it before each of many statements. Without it, the event loop is blocked until the end of a batch: every other request
 * waits, and the SQLite driver, which frees the memory of a query in the event loop, keeps the memory of all queries.
 */
export async function takeTurns(): Promise<void> {
  if (performance.now() - turnBegan < longestTurn) return;
  for (let turn = 0; turn < turns; turn += 1) await setImmediate();
  turnBegan = performance.now();
}

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

/**
 * Call it every few dozen microseconds in long work, such as the figures of a report. Other requests run first: it returns when
 * they have no work left, or after a short while.
 */
export async function giveWay(): Promise<void> {
  if (!isSliceOver()) return;
  const began = performance.now();
  let busyUntil: number | null = null;
  for (let turn = 1, now = began; ; turn += 1) {
    const before = now;
    await setImmediate();
    now = performance.now();
    if (now - before > idleTurn) busyUntil = now;
    const isQuiet = turn >= turns && (busyUntil === null || now - busyUntil > quietMs);
    if (isQuiet || now - began > longestBreak) break;
  }
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
