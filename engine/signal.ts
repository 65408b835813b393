/** Work in progress: whether it is still wanted, and how it lets other requests have their turn. */
import { setImmediate } from 'node:timers/promises';

/** Tells work in progress that its result is no longer needed. An `AbortSignal` is one. */
export interface Signal {
  /** @throws what the request is answered with, once it has ended: its client has left, or it has taken too long */
  throwIfAborted(): void;
}

/** How long this process works on one thing before it looks after others, in milliseconds. */
const longestTurn = 5;
/** How often the event loop turns then: a request that came meanwhile is read, asks the database, and is answered. */
const turns = 4;
let turnBegan = performance.now();

/**
 * To be asked every few dozen microseconds of a long run of work (the queries of a batch, the figures of a report). Without it the event
 * loop would not turn before the end: every other request would wait for it, and the driver of SQLite, which frees the memory of a query
 * there, would keep that of all.
 */
export async function giveWay(): Promise<void> {
  if (performance.now() - turnBegan < longestTurn) return;
  for (let turn = 0; turn < turns; turn += 1) await setImmediate();
  turnBegan = performance.now();
}
