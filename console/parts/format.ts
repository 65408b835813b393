/** Numbers and times as people of a language and a place read them. */
import { numberText } from '../words/number.ts';
import { dayOf } from './time/days.ts';

const made = new Map<string, Intl.DateTimeFormat>();

/** A format is dear to make; there are few of them. */
function dates(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(regional(locale), options);
  made.set(key, format);
  return format;
}

/**
 * A language as it is written where the browser is: there a month comes first or a day, and a day has twelve hours twice or twenty-four.
 * @param asked languages of the browser, as somebody ordered them
 */
export function regional(locale: string, asked = globalThis.navigator?.languages ?? []): string {
  const { language, region } = new Intl.Locale(locale);
  const own = asked.map((one) => new Intl.Locale(one));
  const here = own.find((one) => one.language === language && one.region) ?? own[0]?.maximize();
  return region || !here?.region ? locale : `${language}-${here.region}`;
}

/** Where and how to read. */
export interface Reader {
  readonly locale: string;
  /** IANA zone of the site, whose clock everybody reads; null for the browser's. */
  readonly timezone: string | null;
}

/** What people call a zone: its town. @param timezone IANA name */
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

/** @param value `HH:MM`: a time of some clock */
export const formatTime = (value: string, locale: string): string =>
  dates(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${value}Z`));

/** As short as it can be: `25 Nov 09:00`, with the year where it is another than that of `now`. */
export function formatShort(value: string, { locale, timezone }: Reader, now = Date.now()): string {
  const zone = timezone !== null && { timeZone: timezone };
  const day = shortDay(locale, dayOf(value, timezone), dayOf(now, timezone));
  const time = dates(locale, { timeStyle: 'short', ...zone }).format(new Date(value));
  // A year, or a day behind its month, must not run into the hour.
  return /\d$/.test(day) ? `${day}, ${time}` : `${day} ${time}`;
}

/** A day as short as it can be. @param today the present one, where somebody reads it */
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

/** Some days in a row, as a title has them. */
export function formatDays(first: string, last: string, locale: string): string {
  const [from, to] = [new Date(first), new Date(last)];
  return dates(locale, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(from, to);
}

export function formatNumber(value: number, locale: string, decimals?: number): string {
  const exact = decimals !== undefined && {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  };
  return numberText(value, locale, exact || {});
}

/** A ratio in per cent, with one decimal at the most. */
export function formatShare(value: number, locale: string): string {
  return numberText(value, locale, { style: 'percent', maximumFractionDigits: 1 });
}

/** An amount in its currency; a bare number where no currency is known. */
export function formatMoney(value: number, locale: string, currency: string | undefined): string {
  if (currency === undefined) return formatNumber(value, locale, 2);
  return numberText(value, locale, { style: 'currency', currency });
}
