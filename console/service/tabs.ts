/** Other tabs of this browser share its session, and follow its changes. */
import { loadSession, session } from './session.ts';

const channel = new BroadcastChannel('millwright');

/** Reports a sign-in, a sign-out, or a change of site. */
export function tellOtherTabs(): void {
  channel.postMessage('session');
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
