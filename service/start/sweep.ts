/** What is done every few minutes while a service runs. */
import type { Logger } from 'pino';

const sweepMs = 5 * 60_000;

/**
 * Sweeps now and then; that it could not be finished is told, and the next time goes on.
 *
 * @returns the timer, which keeps no process alive
 */
export function sweepNowAndThen(sweep: () => Promise<unknown>, log: Logger): NodeJS.Timeout {
  const once = () =>
    sweep().catch((error: unknown) => log.warn({ err: error }, 'The sweep could not be finished.'));
  return setInterval(once, sweepMs).unref();
}
