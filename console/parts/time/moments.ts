/** Instants as local day and time of the site. */
import { instantsAt, wallAfterGap, wallAt } from './clock.ts';

/** A local day and time. */
export interface Reading {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** `HH:MM` */
  readonly time: string;
}

/**
 * @param instant ISO 8601
 * @param zone IANA; null for the browser's
 * @returns null for an invalid instant
 */
export function readClock(instant: string, zone: string | null): Reading | null {
  const [day = '', time = ''] = wallAt(instant, zone).split('T');
  return day === '' ? null : { day, time };
}

/**
 * The instant of a local time in a zone: the first of two when clocks are put back; in a gap, the time that is as far after the
 * gap.
 *
 * @returns ISO 8601 in UTC; null for an invalid day or time
 */
export function instantAt({ day, time }: Reading, zone: string | null): string | null {
  const wall = `${day}T${time}`;
  if (Number.isNaN(Date.parse(`${wall}Z`))) return null;
  return instantsAt(wall, zone)[0] ?? instantsAt(wallAfterGap(wall, zone), zone)[0] ?? null;
}
