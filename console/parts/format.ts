/** Numbers and times in the format of a language and a region. */
import { numberText } from '../words/number.ts';
import { dayOf } from './time/days.ts';

const made = new Map<string, Intl.DateTimeFormat>();

/** Formats are expensive to create, and there are only few. */
function dates(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(regional(locale), options);
  made.set(key, format);
  return format;
}

/**
 * A language with the region of the browser: regions differ in the order of day and month, and in 12 or 24 hours.
 * @param asked languages of the browser, in order of preference
 */
export function regional(locale: string, asked = globalThis.navigator?.languages ?? []): string {
  const { language, region } = new Intl.Locale(locale);
  const own = asked.map((one) => new Intl.Locale(one));
  const here = own.find((one) => one.language === language && one.region) ?? own[0]?.maximize();
  return region || !here?.region ? locale : `${language}-${here.region}`;
}

/** The language and time zone of the reader. */
export interface Reader {
  readonly locale: string;
  /** IANA zone of the site, which all users read; null for the browser's. */
  readonly timezone: string | null;
}

/** The name of a zone for people: its city. @param timezone IANA name */
export const nameOfZone = (timezone: string): string =>
  (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');

/** @param value an instant, ISO 8601 */
export function formatInstant(value: string, { locale, timezone }: Reader): string {
  return dates(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timezone !== null && { timeZone: timezone }),
  }).format(new Date(value));
}

/** @param value `HH:MM`: a local time */
export const formatTime = (value: string, locale: string): string =>
  dates(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${value}Z`));

/** As short as possible: `25 Nov 09:00`, with the year if it differs from that of `now`. */
export function formatShort(value: string, { locale, timezone }: Reader, now = Date.now()): string {
  const zone = timezone !== null && { timeZone: timezone };
  const day = shortDay(locale, dayOf(value, timezone), dayOf(now, timezone));
  const time = dates(locale, { timeStyle: 'short', ...zone }).format(new Date(value));
  // A comma separates a year, or a day after its month, from the hour.
  return /\d$/.test(day) ? `${day}, ${time}` : `${day} ${time}`;
}

/** A day, as short as possible. @param today the reader's present day */
export function shortDay(locale: string, day: string, today: string): string {
  const isSameYear = day.slice(0, 4) === today.slice(0, 4);
  return formatDay(day, locale, {
    ...{ day: 'numeric', month: 'short' },
    ...(!isSameYear && { year: 'numeric' }),
  });
}

/** @param value `YYYY-MM-DD`: a day anywhere, not an instant */
export function formatDay(
  value: string,
  locale: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
  return dates(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${value}T00:00:00Z`));
}

/** A range of days, as a title. */
export function formatDays(first: string, last: string, locale: string): string {
  const [from, to] = [new Date(first), new Date(last)];
  return dates(locale, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(from, to);
}

/**
 * @param decimals the most decimals that it shows; without, up to three
 * @param least the decimals to which it is padded
 */
export function formatNumber(value: number, locale: string, decimals?: number, least = decimals): string {
  const exact = decimals !== undefined && {
    minimumFractionDigits: least,
    maximumFractionDigits: decimals,
  };
  return numberText(value, locale, exact || {});
}

/** A duration in whole minutes: `3 h 10 min`. */
export function formatMinutes(value: number, locale: string): string {
  const [hours, minutes] = [Math.trunc(value / 60), Math.abs(value % 60)];
  const parts = [
    hours !== 0 && `${formatNumber(hours, locale)}\u00a0h`,
    minutes !== 0 && `${minutes}\u00a0min`,
  ];
  return parts.filter(Boolean).join(' ') || '0\u00a0min';
}

/** A ratio in per cent, with at most one decimal. */
export function formatShare(value: number, locale: string): string {
  return numberText(value, locale, { style: 'percent', maximumFractionDigits: 1 });
}

/** An amount in its currency; a plain number if no currency is known. */
export function formatMoney(value: number, locale: string, currency: string | undefined): string {
  if (currency === undefined) return formatNumber(value, locale, 2);
  return numberText(value, locale, { style: 'currency', currency });
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** The size of a file. @param bytes with units of 1,024, as in the limits of the service */
export function formatSize(bytes: number, locale: string): string {
  const at = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)));
  const value = bytes / 1024 ** at;
  return numberText(value, locale, {
    ...{ style: 'unit', unit: units[at] ?? 'byte', unitDisplay: at === 0 ? 'long' : 'short' },
    maximumFractionDigits: value < 10 && at > 0 ? 1 : 0,
  });
}
