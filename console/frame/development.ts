/** While somebody works on definitions or on the console: an open page follows what the restarted service serves. */
import { call } from '../service/call.ts';
import { refresh } from '../service/queries.ts';
import { loadSession, session } from '../service/session.ts';
import { isNewer } from '../service/version.ts';

const lookMs = 700;

/** Looks again and again: for resources that have changed, and for another console. */
export function followDevelopment(): void {
  const look = async () => {
    // First: a service that has begun anew knows its resources at once, and has to compile the console.
    if (session.get().state === 'in' && (await areOthers())) {
      await loadSession();
      refresh();
    }
    if (await isNewer()) return location.reload();
    setTimeout(() => void look(), lookMs);
  };
  void look();
}

/** Whether the service has other resources than those that the page was made of. */
async function areOthers(): Promise<boolean> {
  try {
    const { etag } = await call('/resources');
    return etag !== session.get().present?.etag;
  } catch {
    // Between two services nobody answers.
    return false;
  }
}
