/** Follows what others do: asks what has changed, and asks anew for what shows it. */
import { call } from '../service/call.ts';
import { noticeFailure, queries } from '../service/queries.ts';
import { session } from '../service/session.ts';
import { createStore } from '../service/store.ts';

interface Changes {
  readonly unread: number;
  /** Path of a resource → a text that is another one once its lists can show something else. */
  readonly resources: Readonly<Record<string, string>>;
}

/** How many notifications somebody has not read. */
export const unread = createStore(0);

const everyMs = 15_000;
/** The first answer is not waited for by what the page shows first. */
const firstMs = 1000;
/** Nobody has touched the page for so long: it does not keep their session. */
const idleMs = 3_600_000;

let touchedAt = Date.now();
for (const deed of ['pointerdown', 'keydown']) {
  addEventListener(deed, () => (touchedAt = Date.now()), { passive: true });
}

let stamps: Changes['resources'] | null = null;

/** Whose number `unread` is. */
let reader: number | null = null;

/** Asks for somebody every few seconds while the page is in front. @returns what ends it */
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

/** Asks now, and has what has changed asked for anew. */
export async function lookForChanges(): Promise<void> {
  try {
    const { data } = (await call<{ data: Changes }>('/changes')).body;
    unread.set(data.unread);
    const changed = stamps ? changedPaths(stamps, data.resources) : [];
    stamps = data.resources;
    if (changed.length > 0)
      void queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => shows(path, changed) });
  } catch (error) {
    // Who has no connection is told so elsewhere.
    noticeFailure(error);
  }
}

/** Paths of the resources whose text is another one. */
export function changedPaths(before: Changes['resources'], after: Changes['resources']): string[] {
  return Object.keys(after).filter((path) => after[path] !== before[path]);
}

/** Whether an answer shows rows of one of the resources: a list, a row, several lists, or what a home page shows of all. */
export function shows(path: unknown, changed: readonly string[]): boolean {
  if (typeof path !== 'string') return false;
  if (path === '/overview') return true;
  return path
    .split(' ')
    .some((one) => changed.includes(/\/([^/?]+)/.exec(one.replace(/^.*\/api\/v1/, ''))?.[1] ?? ''));
}
