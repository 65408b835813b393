/** Settings stored in this browser, without entered data and secrets. */
import { useEffect, useReducer } from 'preact/hooks';
import { keyOf, readKept } from './first/read-kept.ts';

const changed = 'millwright.kept';

/**
 * Stores a value, or deletes it if it is undefined.
 * @returns whether there was room for it
 */
export function keep(key: string, value: unknown): boolean {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    return false;
  }
  dispatchEvent(new CustomEvent(changed));
  return true;
}

/** The start of the keys of drafts; the user's id and a dot follow. */
export const draftStart = 'millwright.draft.';

/** Deletes all drafts of a user. */
export function forgetDrafts(user: number): void {
  const start = `${draftStart}${user}.`;
  for (const key of Object.keys(localStorage)) if (key.startsWith(start)) localStorage.removeItem(key);
}

/** The value of a key; the component renders again when it changes here or in another tab. */
export function useKept(key: string): unknown {
  const [, again] = useReducer<number, void>((count) => count + 1, 0);
  useEffect(() => {
    const look = () => again();
    addEventListener('storage', look);
    addEventListener(changed, look);
    return () => {
      removeEventListener('storage', look);
      removeEventListener(changed, look);
    };
  }, []);
  return readKept(key);
}

/** The key for the setting that no single key opens the search (WCAG 2.1.4). */
export const searchKey = 'search-key';

export const isKeyOn = (): boolean => readKept(keyOf(searchKey)) !== false;
