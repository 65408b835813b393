/** Periodic cleanup while a service runs. */
import type { Logger } from 'pino';

const sweepMs = 5 * 60_000;

/**
 * Sweeps periodically. Errors are logged, and the next run continues.
 *
 * @returns the timer, which does not keep the process running
 */
export function sweepNowAndThen(sweep: () => Promise<unknown>, log: Logger): NodeJS.Timeout {
  const once = () =>
    sweep().catch((error: unknown) => log.warn({ err: error }, 'The sweep could not be finished.'));
  return setInterval(once, sweepMs).unref();
}
