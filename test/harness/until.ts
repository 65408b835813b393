/** Waiting for what happens, and not for a time: however long a busy machine takes for it. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Waiting {
  /** What the error adds about what there was instead. */
  readonly tell?: () => string;
  /** In milliseconds; less than Mocha's own, whose error would not say what was waited for. */
  readonly patienceMs?: number;
  /** Between two questions, in milliseconds; more and more where nothing is said, so that asking keeps nobody from what is waited for. */
  readonly everyMs?: number;
}

const firstPauseMs = 20;
const longestPauseMs = 100;

/**
 * Asks until the answer is yes.
 * @param what the end of a sentence: "the service is ready"
 * @throws Error with that sentence, once the patience is at its end
 */
export async function until(
  what: string,
  ask: () => boolean | Promise<boolean>,
  { tell = () => '', patienceMs = 200_000, everyMs }: Waiting = {},
): Promise<void> {
  const end = Date.now() + patienceMs;
  for (let pause = firstPauseMs; !(await ask()); pause = Math.min(longestPauseMs, pause * 1.1)) {
    if (Date.now() > end) throw new Error(`Waited in vain until ${what}. ${tell()}`.trimEnd());
    await sleep(everyMs ?? pause);
  }
}
