/** Stores seen answers in the browser, and deletes them after their owner has signed out. */
import { onlineManager } from '@tanstack/query-core';
import { queries } from '../service/queries.ts';
import { forgetExcess } from '../service/seen/pictures.ts';
import { forgetOld, forgetPerson, isAnswer, rememberAnswer, rememberPerson } from '../service/seen/seen.ts';
import { loadSession, seenAt, session } from '../service/session.ts';

let isKeeping = false;

/** Called when a user may be signed in. */
export function keepSeen(): void {
  if (isKeeping) return;
  isKeeping = true;
  // The library assumes that every page was opened online.
  onlineManager.setOnline(navigator.onLine);
  session.subscribe(() => void followSession());
  void followSession();
  const cache = queries.getQueryCache();
  for (const { queryKey, state } of cache.getAll()) keep(queryKey, state.data);
  cache.subscribe((event) => {
    // Changes that a page makes itself are not stored.
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
      keep(event.query.queryKey, event.query.state.data);
  });
  void forgetOld();
  void forgetExcess();
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
  // The service is reachable again: everything on the page is requested again.
  seenAt.set(null);
  void loadSession().then(() => queries.invalidateQueries());
}
