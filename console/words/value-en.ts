/** Words of values: how late something is, how often it comes, how much of something there is. */
import { numberText } from './number.ts';

/** A mark, like `kg`, goes with any number. */
const isWord = (text: string): boolean => /^\p{Ll}+$/u.test(text) && /[aeiouy]/.test(text);
const marks = new Set(['min', 'mol', 'bar', 'pcs', 'ml', 'ohm']);

export const value = {
  days: (count: number) => (count === 1 ? '1 day' : `${numberText(count, 'en')} days`),
  late: (span: string) => `${span} late`,
  due: (span: string) => `in ${span}`,
  /** @param unit `day`, `week`, `month`, or whatever else time is told in */
  every: (count: number, unit: string) => (count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`),
  /** @param unit what one of it is called: `box` */
  counted: (count: number, unit: string) => {
    if (count === 1 || !isWord(unit) || marks.has(unit) || unit.length < 3) return unit;
    if (/(?:s|x|z|ch|sh)$/.test(unit)) return `${unit}es`;
    return /[^aeiou]y$/.test(unit) ? `${unit.slice(0, -1)}ies` : `${unit}s`;
  },
  /** @param units what several of it are called: `days` */
  declared: (count: number, units: string) => (count === 1 ? units.replace(/(?<=\p{Ll}{2})s$/u, '') : units),
};
