/** Whether the service has a newer console than the open one. */
import { consoleRoot } from './address.ts';

/** Names of scripts and styles depend on their content: a page with other names is another version. */
export async function isNewer(): Promise<boolean> {
  const own = [...document.querySelectorAll<HTMLElement>('script[src], link[rel=stylesheet]')];
  const text = await servedPage();
  if (text === null) return false;
  return !own.every((one) => text.includes(one.getAttribute('src') ?? one.getAttribute('href') ?? ''));
}

/** Reloads the page, unless the service does not answer: then its content stays. */
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
