/** What stays in this browser: how somebody likes to work, never what they wrote down or a secret. */
import { useEffect, useReducer } from 'preact/hooks';
import { present } from './session.ts';

const changed = 'millwright.kept';

/** The name under which something of the person who is signed in is kept. */
export function keyOf(...parts: readonly string[]): string {
  return ['millwright', String(present().user.id), ...parts].join('.');
}

/** What is kept under a name; undefined where nothing is, or nothing that can be read. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps a value, or forgets what was there where it is undefined.
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

/** What is kept under a name, drawn anew when it changes here or in another tab. */
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

/** Under which it is kept that no single key opens the search (WCAG 2.1.4). */
export const searchKey = 'search-key';

export const isKeyOn = (): boolean => readKept(keyOf(searchKey)) !== false;
