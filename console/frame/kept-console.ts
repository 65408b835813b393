/** The offline parts of the console: itself, by the service worker, seen answers, and the queue of writes. */
import { followQueue } from '../queue/queue.ts';
import { consoleRoot } from '../service/address.ts';
import { keepSeen } from './keep-seen.ts';
import { followTaken } from './take-along.ts';

declare global {
  interface Window {
    /** In some browsers, pages need it for their script policy. */
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
 * Stores the console, seen answers and offline data in the browser. Pages without a secure origin (https, or this machine) only
 * store seen answers.
 */
export async function keepConsole(): Promise<void> {
  keepSeen();
  followQueue();
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
    // It is optional: settings of a browser, or a service during an update, may prevent it.
  }
}
