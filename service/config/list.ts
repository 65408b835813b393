/** Settings that are several values, separated by commas: each is there, and there once. */
import { quote, refuse } from './refusal.ts';

/**
 * The entries of a setting, without the blanks around them.
 * @param allowed what to give, for the refusal
 * @throws ConfigError for an empty entry, or one that stands there twice: neither does anything, so it is a mistake,
 *   and what was meant is missing
 */
export function readList(name: string, value: string, allowed: string): string[] {
  const entries = value.split(',').map((entry) => entry.trim());
  if (entries.includes('')) throw refuse(name, quote(value), `an entry is empty; ${allowed}`);
  const twice = entries.find((entry, index) => entries.indexOf(entry) !== index);
  if (twice !== undefined) throw refuse(name, quote(value), `${quote(twice)} stands there twice; ${allowed}`);
  return entries;
}
