/** Words of values: lateness, recurrence, amounts. */
import { numberText } from './number.ts';

/** A symbol, like `kg`, is the same for any number. */
const isWord = (text: string): boolean => /^\p{Ll}+$/u.test(text) && /[aeiouy]/.test(text);
const marks = new Set(['min', 'mol', 'bar', 'pcs', 'ml', 'ohm']);

export const value = {
  /** A label before its value. */
  before: (label: string) => `${label}:`,
  days: (count: number) => (count === 1 ? '1 day' : `${numberText(count, 'en')} days`),
  late: (span: string) => `${span} late`,
  left: (span: string) => `${span} left`,
  due: (span: string) => `in ${span}`,
  /** @param unit `day`, `week`, `month`, or another unit of time */
  every: (count: number, unit: string) => (count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`),
  /** @param unit the singular: `box` */
  counted: (count: number, unit: string) => {
    if (count === 1 || !isWord(unit) || marks.has(unit) || unit.length < 3) return unit;
    if (/(?:s|x|z|ch|sh)$/.test(unit)) return `${unit}es`;
    return /[^aeiou]y$/.test(unit) ? `${unit.slice(0, -1)}ies` : `${unit}s`;
  },
  /** The units of durations and of files, as fields have them. */
  minutes: 'minutes',
  bytes: 'bytes',
  /** @param units the plural: `days` */
  declared: (count: number, units: string) => (count === 1 ? units.replace(/(?<=\p{Ll}{2})s$/u, '') : units),
};
