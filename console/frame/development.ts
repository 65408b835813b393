/** While somebody works on definitions or on the console: an open page follows what the restarted service serves. */
import { apiRoot } from '../service/address.ts';
import { refresh } from '../service/queries.ts';
import { loadSession, session } from '../service/session.ts';
import { isNewer } from '../service/version.ts';

const lookMs = 700;

/** Looks again and again: for resources that have changed, and for another console. */
export function followDevelopment(): void {
  let known: string | null = null;
  const look = async () => {
    // First: a service that has begun anew knows its resources at once, and has to compile the console.
    const tag = session.get().state === 'in' ? await resourcesTag() : null;
    if (tag !== null && known !== null && tag !== known) {
      await loadSession();
      refresh();
    }
    known = tag ?? known;
    if (await isNewer()) return location.reload();
    setTimeout(() => void look(), lookMs);
  };
  void look();
}

async function resourcesTag(): Promise<string | null> {
  try {
    const response = await fetch(`${apiRoot}/resources`);
    return response.ok ? response.headers.get('ETag') : null;
  } catch {
    return null;
  }
}
