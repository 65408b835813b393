/** Converts between instants and local times in a zone. */

const day = 24 * 3600_000;
const made = new Map<string, Intl.DateTimeFormat>();

/** Formats are expensive to create. @param zone IANA name; null for that of the browser */
function clockOf(zone: string | null): Intl.DateTimeFormat {
  const key = zone ?? '';
  const format =
    made.get(key) ??
    new Intl.DateTimeFormat('en', {
      ...(zone !== null && { timeZone: zone }),
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  made.set(key, format);
  return format;
}

/** The local time, as milliseconds since 1970 as if it were UTC. */
function shownAt(instant: number, zone: string | null): number {
  const parts = clockOf(zone)
    .formatToParts(instant)
    .map(({ type, value }) => [type, Number(value)]);
  const {
    year = 0,
    month = 1,
    day: ofMonth = 1,
    hour = 0,
    minute = 0,
    second = 0,
  } = Object.fromEntries(parts);
  // `Date.UTC` reads the year 26 as 1926: it occurs while a user types 2026.
  const shown = new Date(0);
  shown.setUTCFullYear(year, month - 1, ofMonth);
  return shown.setUTCHours(hour, minute, second);
}

const wallText = (shown: number): string => new Date(shown).toISOString().slice(0, 16);

/** Whether a value is a local time without a known instant: `YYYY-MM-DDTHH:mm`. */
export function isWall(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/.test(value);
}

/**
 * The local time of an instant, to the minute.
 * @param instant ISO 8601
 * @returns `YYYY-MM-DDTHH:mm`, as the browser's input accepts it; an empty text for an invalid instant
 */
export function wallAt(instant: string, zone: string | null): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? '' : wallText(shownAt(at, zone));
}

/**
 * The instants of a local time: usually one; none in a gap when clocks are put forward; two when they are put back.
 * @param wall `YYYY-MM-DDTHH:mm`
 * @returns ISO 8601 UTC, the earlier one first
 */
export function instantsAt(wall: string, zone: string | null): readonly string[] {
  const shown = Date.parse(`${wall}Z`);
  if (Number.isNaN(shown)) return [];
  const found = offsetsAround(shown, zone)
    .map((offset) => shown - offset)
    .filter((instant) => shownAt(instant, zone) === shown);
  return found.toSorted((a, b) => a - b).map((instant) => new Date(instant).toISOString());
}

/** The replacement of a local time in a gap: the same distance after the change. */
export function wallAfterGap(wall: string, zone: string | null): string {
  const shown = Date.parse(`${wall}Z`);
  const [before = 0] = offsetsAround(shown, zone);
  return wallText(shownAt(shown - before, zone));
}

/** The offsets from UTC a day before and a day after, in milliseconds; a single one if they are equal. */
function offsetsAround(shown: number, zone: string | null): number[] {
  const offsets = [shown - day, shown + day].map((instant) => shownAt(instant, zone) - instant);
  return [...new Set(offsets)];
}

/** The offset from UTC at an instant: `UTC+02:00`. */
export function offsetAt(instant: string, zone: string | null): string {
  const at = Math.floor(Date.parse(instant) / 1000) * 1000;
  const minutes = Math.round((shownAt(at, zone) - at) / 60_000);
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
