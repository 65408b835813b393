/** Numbers and times as people of a language and a place read them. */

const made = new Map<string, Intl.DateTimeFormat>();

/** A format is dear to make; there are few of them. */
function dates(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale, options);
  made.set(key, format);
  return format;
}

/** Where and how to read. */
export interface Reader {
  readonly locale: string;
  /** IANA zone of the site, whose clock everybody reads; null for the browser's. */
  readonly timezone: string | null;
}

/** @param value an instant, ISO 8601 */
export function formatInstant(value: string, { locale, timezone }: Reader): string {
  return dates(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timezone !== null && { timeZone: timezone }),
  }).format(new Date(value));
}

/** @param value `YYYY-MM-DD`: a day anywhere, not an instant */
export function formatDay(
  value: string,
  locale: string,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
  return dates(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${value}T00:00:00Z`));
}

export function formatNumber(value: number, locale: string, decimals?: number): string {
  return new Intl.NumberFormat(locale, {
    ...(decimals !== undefined && { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  }).format(value);
}

/** An amount in its currency; a bare number where no currency is known. */
export function formatMoney(value: number, locale: string, currency: string | undefined): string {
  if (currency === undefined) return formatNumber(value, locale, 2);
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value);
}
