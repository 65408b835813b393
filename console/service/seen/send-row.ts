/** Writes of rows: those that may wait for a network. */
import type { Answer, Call } from '../call.ts';
import { isAway } from '../failure.ts';
import { send } from '../queries.ts';
import { type AnsweredRow, unsent, whenQueued } from './unsent.ts';

/**
 * Sends a write of a row, as `send` does. One that can wait is queued if there is no connection, or if others of its row wait.
 * @throws Refusal, Unreachable
 */
export async function sendRow(path: string, given: Call): Promise<Answer<AnsweredRow>> {
  const behind = await unsent.get()?.take(path, given, false);
  if (behind) return behind;
  try {
    return await send<AnsweredRow>(path, given);
  } catch (error) {
    const waits = isAway(error) && given.seen ? await whenQueued() : null;
    const taken = await waits?.take(path, given, true);
    if (taken) return taken;
    throw error;
  }
}
