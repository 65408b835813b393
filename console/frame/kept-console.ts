/** What the console has without a network: itself by the service worker, and what was seen. */
import { consoleRoot } from '../service/address.ts';
import { keepSeen } from './keep-seen.ts';
import { followTaken } from './take-along.ts';

declare global {
  interface Window {
    /** Only some browsers hold pages to their policy of scripts by it. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(): string },
      ): { createScriptURL(address: string): string };
    };
  }
}

const address = `${consoleRoot}/sw.js`;

/**
 * Has the browser keep the console, what is seen in it, and what it takes along. Where pages are not served safely (https, or this
 * machine) it keeps what is seen alone.
 */
export async function keepConsole(): Promise<void> {
  keepSeen();
  if (!('serviceWorker' in navigator)) return;
  const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => address });
  try {
    await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address, {
      scope: consoleRoot,
      updateViaCache: 'none',
    });
    await navigator.serviceWorker.ready;
    followTaken();
  } catch {
    // It is a help, not a need: settings of a browser, or a service on its way to another version, may not allow it.
  }
}
