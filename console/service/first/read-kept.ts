/** Settings stored in this browser, read without components. */
import { present } from '../session.ts';

/** The key for a value of a user. */
export const keyOfUser = (user: number, ...parts: readonly string[]): string =>
  ['millwright', String(user), ...parts].join('.');

/** The key for a value of the signed-in user. */
export const keyOf = (...parts: readonly string[]): string => keyOfUser(present().user.id, ...parts);

/** The value of a key; undefined if it is missing or unreadable. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
