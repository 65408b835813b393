/** Follows changes of other users: polls for changes, and refetches what shows them. */
import { call } from '../service/call.ts';
import { createStore } from '../service/first/values.ts';
import { queries } from '../service/queries.ts';
import { noticeFailure, session } from '../service/session.ts';

interface Changes {
  readonly unread: number;
  /** Path of a resource → a text that changes when its lists may have changed. */
  readonly resources: Readonly<Record<string, string>>;
}

/** The number of the user's unread notifications. */
export const unread = createStore(0);

const everyMs = 15_000;
/** Delayed, so that it does not compete with the page's first requests. */
const firstMs = 1000;
/** After this time without input, the page stops polling, so that it does not extend the session. */
const idleMs = 3_600_000;

let touchedAt = Date.now();
for (const deed of ['pointerdown', 'keydown']) {
  addEventListener(deed, () => (touchedAt = Date.now()), { passive: true });
}

let stamps: Changes['resources'] | null = null;

/** The user of `unread`. */
let reader: number | null = null;

/** Polls for a user every few seconds while the page is visible. @returns stops it */
export function followChanges(userId: number): () => void {
  stamps = null;
  if (reader !== userId) unread.set(0);
  reader = userId;
  const look = () => {
    const isWatched = document.visibilityState === 'visible' && Date.now() - touchedAt < idleMs;
    if (isWatched && session.get().state === 'in') void lookForChanges();
  };
  const first = setTimeout(look, firstMs);
  const timer = setInterval(look, everyMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** Polls now, and refetches what has changed. */
export async function lookForChanges(): Promise<void> {
  try {
    const { data } = (await call<{ data: Changes }>('/changes')).body;
    unread.set(data.unread);
    const changed = stamps ? changedPaths(stamps, data.resources) : [];
    stamps = data.resources;
    if (changed.length > 0)
      void queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => shows(path, changed) });
  } catch (error) {
    // The loss of the connection is shown elsewhere.
    noticeFailure(error);
  }
}

/** Paths of the resources whose text has changed. */
export function changedPaths(before: Changes['resources'], after: Changes['resources']): string[] {
  return Object.keys(after).filter((path) => after[path] !== before[path]);
}

/** Whether an answer shows rows of one of the resources: a list, a row, several lists, or the home page. */
export function shows(path: unknown, changed: readonly string[]): boolean {
  if (typeof path !== 'string') return false;
  if (path === '/overview') return true;
  return path
    .split(' ')
    .some((one) => changed.includes(/\/([^/?]+)/.exec(one.replace(/^.*\/api\/v1/, ''))?.[1] ?? ''));
}
