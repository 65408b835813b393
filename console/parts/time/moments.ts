/** Instants as a day and a time of the site. */
import { instantsAt, wallAfterGap, wallAt } from './clock.ts';

/** A day and a time as a clock on the wall shows them. */
export interface Reading {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `HH:MM` */
  readonly time: string;
}

/**
 * @param instant ISO 8601
 * @param zone IANA; null for the browser's
 * @returns null where the text is no instant
 */
export function readClock(instant: string, zone: string | null): Reading | null {
  const [day = '', time = ''] = wallAt(instant, zone).split('T');
  return day === '' ? null : { day, time };
}

/**
 * The instant at which the clock of a zone shows a reading: the first of two where clocks are put back, and where they
 * are put forward over it, the one as far behind the leap.
 *
 * @returns ISO 8601 in UTC; null where the texts are no day or no time
 */
export function instantAt({ day, time }: Reading, zone: string | null): string | null {
  const wall = `${day}T${time}`;
  if (Number.isNaN(Date.parse(`${wall}Z`))) return null;
  return instantsAt(wall, zone)[0] ?? instantsAt(wallAfterGap(wall, zone), zone)[0] ?? null;
}
