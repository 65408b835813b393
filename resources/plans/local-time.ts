/**
 * Local time in a time zone. Only offsets come from luxon: its choice for an ambiguous local time depends on the season in which
 * the process runs.
 */
import { IANAZone } from 'luxon';
import type { Day } from './days.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * The instant of a local day and time. A time in a gap is read with the offset before the gap (02:30 becomes 03:30); of an
 * ambiguous time, the first one is used.
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

/** The instant with the same local time in another time zone. */
export function keepWallClock(instant: string, from: string, to: string): string {
  const time = Date.parse(instant);
  return instantOf(time + offsetAt(time, from), to);
}

/** @param wall the local time, in milliseconds as if it were UTC */
function instantOf(wall: number, timezone: string): string {
  // No offset is as large as a day, and no zone changes its offset twice within two days.
  const before = offsetAt(wall - day, timezone);
  const after = offsetAt(wall + day, timezone);
  const offset = before === after ? before : offsetOf(wall, before, after, timezone);
  return new Date(wall - offset).toISOString();
}

/** The offset if it changes within a day of the time: of two valid ones that of the earlier instant. */
function offsetOf(wall: number, before: number, after: number, timezone: string): number {
  const isRight = (offset: number) => offsetAt(wall - offset, timezone) === offset;
  return [Math.max(before, after), Math.min(before, after)].find(isRight) ?? before;
}

/** The instant at which a local day begins: if midnight is in a gap, the first moment after it. */
export function startOfDay(on: Day, timezone: string): string {
  return instantAt(on, '00:00', timezone);
}

/** The local day at an instant. */
export function dayAt(instant: string, timezone: string): Day {
  const time = Date.parse(instant);
  return new Date(time + offsetAt(time, timezone)).toISOString().slice(0, 10);
}

/** Asking luxon takes longer than all else of a date, and plans and reports have thousands: so it is asked for weeks. */
const week = 7 * day;
const mostWeeks = 10_000;

/** By time zone, and by number of the week since 1970: its offset; null if it changes within the week. */
const weeks = new Map<string, Map<number, number | null>>();

/** The offset from UTC at an instant, in milliseconds. */
function offsetAt(time: number, timezone: string): number {
  let known = weeks.get(timezone);
  if (!known || known.size >= mostWeeks) {
    known = new Map();
    weeks.set(timezone, known);
  }
  const number = Math.floor(time / week);
  let offset = known.get(number);
  if (offset === undefined) {
    // No zone changes its offset and changes it back within a week.
    const [first, last] = [number * week, (number + 1) * week - 1].map((end) => askOffset(end, timezone));
    offset = first === last ? (first ?? null) : null;
    known.set(number, offset);
  }
  return offset ?? askOffset(time, timezone);
}

function askOffset(time: number, timezone: string): number {
  const offset = IANAZone.create(timezone).offset(time) * minute;
  if (Number.isNaN(offset)) throw new Error(`There is no time zone ${timezone}.`);
  return offset;
}
