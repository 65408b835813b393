/** The size of a file as text. */
import { numberText } from '../../words/number.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** @param bytes with units of 1,024, as in the limits of the service */
export function sizeText(bytes: number, locale: string): string {
  const at = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)));
  const value = bytes / 1024 ** at;
  return numberText(value, locale, {
    ...{ style: 'unit', unit: units[at] ?? 'byte', unitDisplay: at === 0 ? 'long' : 'short' },
    maximumFractionDigits: value < 10 && at > 0 ? 1 : 0,
  });
}
