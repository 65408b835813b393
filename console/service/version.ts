/** Which console the service serves: the one that is open, or a newer one. */
import { consoleRoot } from './address.ts';

/** Names of scripts and styles follow from their content: a page that names others is another version. */
export async function isNewer(): Promise<boolean> {
  const own = [...document.querySelectorAll<HTMLElement>('script[src], link[rel=stylesheet]')];
  const text = await servedPage();
  if (text === null) return false;
  return !own.every((one) => text.includes(one.getAttribute('src') ?? one.getAttribute('href') ?? ''));
}

/** Loads the page anew, unless the service would not answer: then what is on it stays. */
export async function reload(): Promise<void> {
  if ((await servedPage()) !== null) location.reload();
}

async function servedPage(): Promise<string | null> {
  try {
    const response = await fetch(consoleRoot);
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
