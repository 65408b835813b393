/** What clocks of a place show at an instant, and which instants they show a time at. */

const day = 24 * 3600_000;
const made = new Map<string, Intl.DateTimeFormat>();

/** A format is dear to make. @param zone IANA name; null for that of the browser */
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

/** What the clock shows, as milliseconds since 1970 of a clock that is never changed. */
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
  // `Date.UTC` takes the year 26 for 1926: it is there while somebody types 2026.
  const shown = new Date(0);
  shown.setUTCFullYear(year, month - 1, ofMonth);
  return shown.setUTCHours(hour, minute, second);
}

const wallText = (shown: number): string => new Date(shown).toISOString().slice(0, 16);

/** Whether a value is a time of a clock, of which no instant is known: `YYYY-MM-DDTHH:mm`. */
export function isWall(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/.test(value);
}

/**
 * What somebody reads on a clock, to the minute.
 * @param instant ISO 8601
 * @returns `YYYY-MM-DDTHH:mm`, as an input of the browser takes it; the empty text for what is no instant
 */
export function wallAt(instant: string, zone: string | null): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? '' : wallText(shownAt(at, zone));
}

/**
 * When a clock shows a time: once, as a rule; never where it is put forward over that time; twice where it is put back.
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

/** What clocks show in place of a time that they skip: as long after the change as it would have been. */
export function wallAfterGap(wall: string, zone: string | null): string {
  const shown = Date.parse(`${wall}Z`);
  const [before = 0] = offsetsAround(shown, zone);
  return wallText(shownAt(shown - before, zone));
}

/** How far clocks were from UTC a day before and a day after, in milliseconds; one where they are the same. */
function offsetsAround(shown: number, zone: string | null): number[] {
  const offsets = [shown - day, shown + day].map((instant) => shownAt(instant, zone) - instant);
  return [...new Set(offsets)];
}

/** How far clocks are from UTC at an instant: `UTC+02:00`. */
export function offsetAt(instant: string, zone: string | null): string {
  const at = Math.floor(Date.parse(instant) / 1000) * 1000;
  const minutes = Math.round((shownAt(at, zone) - at) / 60_000);
  const two = (part: number) => String(part).padStart(2, '0');
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
