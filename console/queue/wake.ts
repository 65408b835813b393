/** Background Sync, in browsers that have it: the service worker wakes this page when the network is back. Nothing relies on it. */
import { consoleRoot } from '../service/address.ts';

declare global {
  interface ServiceWorkerRegistration {
    readonly sync?: { register(tag: string): Promise<void> };
  }
}

const tag = 'millwright queue';

/** Asks to be woken once there is a network. With one, it would be at once: then nothing is asked. */
export async function askToBeWoken(): Promise<void> {
  if (navigator.onLine) return;
  try {
    const worker = await navigator.serviceWorker?.getRegistration(consoleRoot);
    await worker?.sync?.register(tag);
  } catch {
    // The user may have turned it off.
  }
}

/** @param wake is called when the network is back */
export function followWakes(wake: () => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data === tag) wake();
  });
}
