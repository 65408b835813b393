/** Other tabs of this browser share its session: what one changes of it, the others follow. */
import { loadSession, session } from './session.ts';

const channel = new BroadcastChannel('millwright');

/** Tells that somebody signed in or out, or went to another site. */
export function tellOtherTabs(): void {
  channel.postMessage('session');
}

/**
 * Follows other tabs, and asks who is here whenever somebody comes back to this one: another browser may have signed them
 * out, or an administrator taken a right away.
 */
export function followOtherTabs(): void {
  channel.addEventListener('message', () => void loadSession());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.get().state === 'in') void loadSession();
  });
}
