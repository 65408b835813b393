/** What the clocks on the wall show in a time zone, and when. Luxon is asked for offsets alone: what it makes of a time that
 * comes twice follows the season in which the process runs. */
import { IANAZone } from 'luxon';
import type { Day } from './days.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * The instant at which the clocks of a place show a day and a time. A time that is skipped is taken with the offset before
 * the gap (02:30 is 03:30); of one that comes twice it is the first.
 *
 * @param time `HH:MM`
 * @param timezone IANA name
 * @returns ISO 8601 UTC
 * @throws Error for a time or a time zone that does not exist
 */
export function instantAt(on: Day, time: string, timezone: string): string {
  const wall = Date.parse(`${on}T${time}:00.000Z`);
  if (Number.isNaN(wall)) throw new Error(`${on} ${time} is no time.`);
  return instantOf(wall, timezone);
}

/** The instant at which the clocks of one place show what those of another show at an instant. */
export function keepWallClock(instant: string, from: string, to: string): string {
  const time = Date.parse(instant);
  return instantOf(time + offsetAt(time, from), to);
}

/** @param wall what the clocks show, in milliseconds as if they showed UTC */
function instantOf(wall: number, timezone: string): string {
  // No offset is as large as a day, and no zone changes its clocks twice within two days.
  const before = offsetAt(wall - day, timezone);
  const after = offsetAt(wall + day, timezone);
  const offset = before === after ? before : offsetOf(wall, before, after, timezone);
  return new Date(wall - offset).toISOString();
}

/** The offset to take where the clocks change within a day of the time: of two that are right the one of the earlier instant. */
function offsetOf(wall: number, before: number, after: number, timezone: string): number {
  const isRight = (offset: number) => offsetAt(wall - offset, timezone) === offset;
  return [Math.max(before, after), Math.min(before, after)].find(isRight) ?? before;
}

/** The instant at which a day begins in a place: where midnight is skipped, the first moment after it. */
export function startOfDay(on: Day, timezone: string): string {
  return instantAt(on, '00:00', timezone);
}

/** The day that a place has at an instant. */
export function dayAt(instant: string, timezone: string): Day {
  return wallTime(instant, timezone).slice(0, 10);
}

/** What the clocks of a place show at an instant: `2026-02-01 08:00`. */
export function wallTime(instant: string, timezone: string): string {
  const time = Date.parse(instant);
  return new Date(time + offsetAt(time, timezone)).toISOString().slice(0, 16).replace('T', ' ');
}

/** How far the clocks of a place are ahead of UTC at an instant, in milliseconds. */
function offsetAt(time: number, timezone: string): number {
  const offset = IANAZone.create(timezone).offset(time) * minute;
  if (Number.isNaN(offset)) throw new Error(`There is no time zone ${timezone}.`);
  return offset;
}
