/** The clock of a site: what an instant reads there, and which instant a day and a time are. */

/** A day and a time as a clock on the wall shows them. */
export interface Reading {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `HH:MM` */
  readonly time: string;
}

const dayMs = 86_400_000;
const clocks = new Map<string | null, Intl.DateTimeFormat>();

function clockOf(zone: string | null): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
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
  clocks.set(zone, clock);
  return clock;
}

/** What the clock of a zone shows, in milliseconds as if it were the clock of UTC. */
function shownMs(instant: number, zone: string | null): number {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * @param instant ISO 8601
 * @param zone IANA; null for the browser's
 * @returns null where the text is no instant
 */
export function readClock(instant: string, zone: string | null): Reading | null {
  const ms = Date.parse(instant);
  if (Number.isNaN(ms)) return null;
  const iso = new Date(shownMs(ms, zone)).toISOString();
  return { day: iso.slice(0, 10), time: iso.slice(11, 16) };
}

/**
 * The instant at which the clock of a zone shows a reading: the first of two in autumn, and where spring leaves it out,
 * the one as far behind the leap.
 *
 * @returns ISO 8601 in UTC; null where the texts are no day or no time
 */
export function instantAt({ day, time }: Reading, zone: string | null): string | null {
  const wanted = Date.parse(`${day}T${time}:00.000Z`);
  if (Number.isNaN(wanted)) return null;
  const offsets = [wanted - dayMs, wanted + dayMs].map((about) => shownMs(about, zone) - about);
  const instants = offsets.map((offset) => wanted - offset).toSorted((a, b) => a - b);
  const right = instants.find((instant) => shownMs(instant, zone) === wanted);
  return new Date(right ?? Math.max(...instants)).toISOString();
}

/** @param day `YYYY-MM-DD` */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}
