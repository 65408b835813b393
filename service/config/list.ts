/** Settings with several values, separated by commas, without empty or duplicate ones. */
import { quote, refuse } from './refusal.ts';

/**
 * The entries of a setting, trimmed.
 * @param allowed the expected value, for the error
 * @throws ConfigError for an empty or a duplicate entry: neither has an effect, so it is a mistake, and the intended
 *   value is missing
 */
export function readList(name: string, value: string, allowed: string): string[] {
  const entries = value.split(',').map((entry) => entry.trim());
  if (entries.includes('')) throw refuse(name, quote(value), `an entry is empty; ${allowed}`);
  const twice = entries.find((entry, index) => entries.indexOf(entry) !== index);
  if (twice !== undefined) throw refuse(name, quote(value), `${quote(twice)} is listed twice; ${allowed}`);
  return entries;
}
