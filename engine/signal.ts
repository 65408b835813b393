/** Long work: whether its result is still needed, and how it lets other requests run. */
import { setImmediate } from 'node:timers/promises';

/** Stops work whose result is no longer needed. An `AbortSignal` is one. */
export interface Signal {
  /** @throws the failure to answer with: the client has left, or the request has taken too long */
  throwIfAborted(): void;
}

/** How long this process works on one task before it lets others run, in milliseconds: in a batch, and in a report. */
const [longestTurn, longestSlice] = [5, 2];
/** How many turns of the event loop follow: a waiting request is read, queries the database, and is answered. */
const turns = 4;
/** A longer turn of the event loop has done other work, in milliseconds. */
const idleTurn = 0.2;
/**
 * After this time without other work, the event loop is considered idle, although an answer is still being compressed beside it.
 */
const quietMs = 1;
/** The maximum pause in milliseconds: long work must finish even if other requests always have work left. */
const longestBreak = 10;
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

/**
 * Call it every few dozen microseconds in long work, such as the figures of a report. Other requests run first: it returns when
 * they have no work left, or after a short while.
 */
export async function giveWay(): Promise<void> {
  const began = performance.now();
  if (began - turnBegan < longestSlice) return;
  let busyUntil: number | null = null;
  for (let turn = 1, now = began; ; turn += 1) {
    const before = now;
    await setImmediate();
    now = performance.now();
    if (now - before > idleTurn) busyUntil = now;
    const isQuiet = turn >= turns && (busyUntil === null || now - busyUntil > quietMs);
    if (isQuiet || now - began > longestBreak) break;
  }
  turnBegan = performance.now();
}
