/** Stops a process gracefully on SIGTERM and SIGINT, within time limits. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../engine/database/open.ts';

/** The time for running requests and tasks after a signal; with closing the database it stays under ten seconds. */
export const drainMs = 8000;
/** The maximum time from a signal to the end of the process. */
export const endMs = 14_600;
const closeDatabaseMs = 1500;
/** Deliveries get more time, so that they are not repeated: an attempt ends by then, and is recorded. */
const sendMs = endMs - closeDatabaseMs;

interface Ending {
  /** Reports that it is about to stop, so that no more requests arrive. */
  leave(): void;
  /** The time for that to be noticed, in milliseconds. */
  readonly leaveMs: number;
  /** When no more requests can arrive. */
  readonly lost: Promise<unknown>;
  /** Waits for running requests and tasks. */
  finish(): Promise<unknown>;
  /** Waits for running deliveries. */
  sent(): Promise<unknown>;
}

/** It also stops where it has lost its parent. */
export function endOnSignals(
  { leave, leaveMs, lost, finish, sent }: Ending,
  database: Database,
  log: Logger,
): void {
  let ending = false;
  const end = async (reason: object): Promise<void> => {
    // A terminal sends Ctrl-C to npm and to this process, and npm passes it on: the second one means the same.
    if (ending) return;
    ending = true;
    leave();
    if (leaveMs > 0) {
      log.info({ ...reason, leaveMs }, 'Not ready any more: going on until nothing more is sent here.');
      await Promise.race([sleep(leaveMs), lost]);
    }
    log.info(reason, 'Finishing what is running, then ending.');
    const within = (work: Promise<unknown>, ms: number) => Promise.race([work, sleep(ms)]);
    await Promise.all([within(finish(), drainMs), within(sent(), sendMs)]);
    const cutOff = setTimeout(() => process.exit(0), closeDatabaseMs);
    await database.destroy();
    clearTimeout(cutOff);
    process.exit(0);
  };
  const onSignal = (signal: NodeJS.Signals) => end({ signal });
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  void lost.then(() => end({ lost: 'parent' }));
}
