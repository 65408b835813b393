/** The queue of writes that wait for a network: it stands where the console writes, and sends when it can. */
import type { Answer } from '../service/call.ts';
import { unsent } from '../service/seen/unsent.ts';
import { seenAt, session } from '../service/session.ts';
import { entries, readEntries } from './kept-entries.ts';
import { laidBody, madeBody } from './lay.ts';
import { laying } from './laying.ts';
import { sendEntries } from './sender.ts';
import { takeWrite } from './take.ts';
import { followWakes } from './wake.ts';

/** Stands for what is answered: another one whenever something has changed. */
function publish(): void {
  const own = laying();
  unsent.set({
    count: entries.get().length,
    take: async (path, call, hasFailed) => {
      const answer = await takeWrite(path, call, hasFailed);
      if (answer) void sendEntries();
      return answer;
    },
    lay: <T>(path: string, answer: Answer<T>): Answer<T> => {
      const body = laidBody(path, answer.body, own);
      return body === answer.body ? answer : { ...answer, body };
    },
    made: (path) => madeBody(path, own),
  });
}

/** To be called once, when the first page is there. */
export function followQueue(): void {
  let who = '';
  const lookWho = async () => {
    const { state, present } = session.get();
    const now = `${state} ${present?.user.id} ${present?.user.current_site_id}`;
    if (now === who) return;
    who = now;
    await readEntries();
    publish();
    await sendEntries(true);
  };
  entries.subscribe(publish);
  session.subscribe(() => void lookWho());
  seenAt.subscribe(() => seenAt.get() === null && void sendEntries(true));
  addEventListener('online', () => void sendEntries(true));
  followWakes(() => void sendEntries(true));
  document.addEventListener('visibilitychange', () => void sendEntries());
  void lookWho();
}
