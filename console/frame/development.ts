/** Development mode: an open page follows the restarted service. */
import { call } from '../service/call.ts';
import { refresh } from '../service/queries.ts';
import { loadSession, session } from '../service/session.ts';
import { isNewer } from '../service/version.ts';

const lookMs = 700;

/** Checks periodically for changed resources, and for another console. */
export function followDevelopment(): void {
  const look = async () => {
    // First: a restarted service knows its resources at once, but must compile the console.
    if (session.get().state === 'in' && (await areOthers())) {
      await loadSession();
      refresh();
    }
    if (await isNewer()) return location.reload();
    setTimeout(() => void look(), lookMs);
  };
  void look();
}

/** Whether the service has other resources than those of the page. */
async function areOthers(): Promise<boolean> {
  try {
    const { etag } = await call('/resources');
    return etag !== session.get().present?.etag;
  } catch {
    // There is no answer during a restart.
    return false;
  }
}
