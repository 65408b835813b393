import type { Words } from '../../console/words/en.ts';
import { numberText } from '../../console/words/number.ts';

const marks = new Set(['min', 'mol', 'bar', 'ml', 'ohm', 'mois']);
const periods: Readonly<Record<string, string>> = {
  hour: 'heures',
  day: 'jours',
  week: 'semaines',
  month: 'mois',
  year: 'ans',
};
const feminine = new Set(['hour', 'week']);

/** Words of values: how late something is, how often it comes, how much of something there is. */
export const value: Words['value'] = {
  before: (label) => `${label} :`,
  days: (count) => (count < 2 ? `${count} jour` : `${numberText(count, 'fr')} jours`),
  late: (span) => `${span} de retard`,
  left: (span) => `encore ${span}`,
  due: (span) => `dans ${span}`,
  every: (count, unit) => {
    const all = feminine.has(unit) ? 'Toutes les' : 'Tous les';
    return [all, ...(count === 1 ? [] : [count]), periods[unit] ?? unit].join(' ');
  },
  counted: (count, unit) => {
    if (Math.abs(count) < 2 || marks.has(unit) || !/^\p{Ll}{3,}$/u.test(unit) || /[sxz]$/.test(unit))
      return unit;
    return /(?:eau|eu)$/.test(unit) ? `${unit}x` : `${unit}s`;
  },
  minutes: 'minutes',
  bytes: 'octets',
  declared: (count, units) => (Math.abs(count) < 2 && !marks.has(units) ? units.replace(/s$/, '') : units),
};
