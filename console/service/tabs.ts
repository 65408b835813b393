/** Other tabs of this browser share its session, and follow its changes. */
import { call } from './call.ts';
import { leaving, loadSession, session } from './session.ts';

const channel = new BroadcastChannel('millwright');

/** Reports a sign-in, a sign-out, or a change of site or language. */
export function tellOtherTabs(): void {
  channel.postMessage('session');
}

/**
 * Changes the site or the language of the user; everything on the page, and in other tabs, follows.
 * @param path below the API
 * @param leave leaves a page that may not be there after it
 * @throws Refusal|Unreachable the page still shows what it did
 */
export async function changeSession(path: string, body: unknown, leave?: () => void): Promise<void> {
  // What the page requests meanwhile may be refused: its user knows why.
  leaving.set('');
  try {
    await call(path, { method: 'PATCH', body });
    const failure = await loadSession({ leave });
    tellOtherTabs();
    if (failure) throw failure;
  } finally {
    leaving.set(null);
  }
}

/**
 * Follows other tabs, and requests the session again when the user returns to this one: it may have been ended by another
 * browser, or a permission revoked.
 */
export function followOtherTabs(): void {
  channel.addEventListener('message', () => void loadSession());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.get().state === 'in') void loadSession();
  });
}
