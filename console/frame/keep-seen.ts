/** Keeps what is seen in the browser as it is seen, and forgets it once its owner has signed out. */
import { onlineManager } from '@tanstack/query-core';
import { queries } from '../service/queries.ts';
import { forgetOld, forgetPerson, isAnswer, rememberAnswer, rememberPerson } from '../service/seen/seen.ts';
import { loadSession, seenAt, session } from '../service/session.ts';

let isKeeping = false;

/** To be called once somebody may be there. */
export function keepSeen(): void {
  if (isKeeping) return;
  isKeeping = true;
  // It takes every page for one that was opened with a network.
  onlineManager.setOnline(navigator.onLine);
  session.subscribe(() => void followSession());
  void followSession();
  const cache = queries.getQueryCache();
  for (const { queryKey, state } of cache.getAll()) keep(queryKey, state.data);
  cache.subscribe((event) => {
    // What a page changes of an answer by itself was not answered.
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      keep(event.query.queryKey, event.query.state.data);
  });
  void forgetOld();
}

async function followSession(): Promise<void> {
  const { state, present } = session.get();
  if (state === 'out') await forgetPerson();
  if (state === 'in' && seenAt.get() === null) await rememberPerson(present.user, present);
}

function keep(queryKey: readonly unknown[], data: unknown): void {
  const { state, present } = session.get();
  if (state !== 'in' || !isAnswer(data)) return;
  if (data.kept) {
    seenAt.set(Math.min(data.kept, seenAt.get() ?? data.kept));
    return;
  }
  void rememberAnswer(present.user, queryKey, data);
  if (seenAt.get() === null) return;
  // The service is there again: whatever is on the page is asked for anew.
  seenAt.set(null);
  void loadSession().then(() => queries.invalidateQueries());
}
