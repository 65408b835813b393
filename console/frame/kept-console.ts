/** The service worker, by which the console opens without a network. */
import { consoleRoot } from '../service/address.ts';

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

/** Has the browser keep the console. Where pages are not served safely (https, or this machine) it cannot. */
export async function keepConsole(): Promise<void> {
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
