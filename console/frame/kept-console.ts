/** What the console has without a network: itself by the service worker, and what was seen. */
import { consoleRoot } from '../service/address.ts';
import { keepSeen } from './keep-seen.ts';

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

/** Has the browser keep the console, and what is seen in it. Where pages are not served safely (https, or this machine) it cannot keep the console. */
export async function keepConsole(): Promise<void> {
  keepSeen();
  if (!('serviceWorker' in navigator)) return;
  const policy = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => address });
  try {
    await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address, {
      scope: consoleRoot,
      updateViaCache: 'none',
    });
  } catch {
    // It is a help, not a need: settings of a browser, or a service on its way to another version, may not allow it.
  }
}
