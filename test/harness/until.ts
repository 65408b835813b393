/** Waits for a condition, not for a fixed time: busy machines may take longer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs as usualPatienceMs } from '../../package/testing/world/client.ts';

export interface Waiting {
  /** Adds the present state to the error. */
  readonly tell?: () => string;
  /** In milliseconds. */
  readonly patienceMs?: number;
  /** Between two checks, in milliseconds. Default: increasing, so that checks do not delay the condition. */
  readonly everyMs?: number;
}

const firstPauseMs = 20;
const longestPauseMs = 100;

/**
 * Checks until the answer is true.
 * @param what the end of a sentence: "the service is ready"
 * @throws Error with that sentence after the timeout
 */
export async function until(
  what: string,
  ask: () => boolean | Promise<boolean>,
  { tell = () => '', patienceMs = usualPatienceMs, everyMs }: Waiting = {},
): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let pause = firstPauseMs; !(await ask()); pause = Math.min(longestPauseMs, pause * 1.1)) {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}. ${tell()}`.trimEnd());
    await sleep(everyMs ?? pause);
  }
}
