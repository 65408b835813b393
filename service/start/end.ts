/** Ends a process in good order on SIGTERM and SIGINT, within bounds. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../engine/database/open.ts';

/** Running requests and tasks get this long after a signal; with closing the database it stays under ten seconds. */
export const drainMs = 8000;
/** So long after a signal a process has ended at the latest. */
export const endMs = 14_600;
const closeDatabaseMs = 1500;
/** What is being sent gets longer, so that it is not sent again: an attempt ends by then, and is noted. */
const sendMs = endMs - closeDatabaseMs;

interface Ending {
  /** Says that it is about to end, so that nothing more is sent here. */
  leave(): void;
  /** So long that is given to be noticed, in milliseconds; whoever leads several processes waits for all of them. */
  readonly leaveMs: number;
  /** Lets requests and tasks that are running come to their end. */
  finish(): Promise<unknown>;
  /** Lets what is being sent come to its end. */
  sent(): Promise<unknown>;
}

/**
 * @returns ends it for another reason, which the log tells
 */
export function endOnSignals(
  { leave, leaveMs, finish, sent }: Ending,
  database: Database,
  log: Logger,
): (reason: object) => Promise<void> {
  let ending = false;
  const end = async (reason: object): Promise<void> => {
    // A terminal sends Ctrl-C to npm and to this process, and npm passes it on: the second one is the same wish.
    if (ending) return;
    ending = true;
    leave();
    if (leaveMs > 0) {
      log.info({ ...reason, leaveMs }, 'Not ready any more: going on until nothing more is sent here.');
      await sleep(leaveMs);
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
  return end;
}
