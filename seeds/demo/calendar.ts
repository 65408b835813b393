/** The time line of the demo data: everything is before the start of the day of seeding, except plans. */
import { IANAZone } from 'luxon';
import { nextCleaning as nextByRule } from '../../resources/cleaning-plan/next-cleaning.ts';

/** Moments are milliseconds since 1970. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** So many days, weeks or months. */
export type Interval = readonly [every: number, unit: 'day' | 'week' | 'month'];

/** The start of the day, UTC: seeding twice on a day gives the same data. */
export function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / day) * day;
}

/** When the service was set up: on a Monday morning a year ago. */
export function startBefore(today: number): number {
  const date = today - 365 * day;
  return date + ((8 - weekdayOf(date)) % 7) * day + 8 * hour;
}

/** Of a date in UTC. Monday is 1, Sunday 7. */
export function weekdayOf(date: number): number {
  return ((Math.floor(date / day) + 3) % 7) + 1;
}

/** Computing local times is slow. */
const midnights = new Map<string, number>();

/** The local midnight that a calendar day begins with. @param date its midnight in UTC */
export function midnightOf(date: number, zone: string): number {
  const key = `${date} ${zone}`;
  const known = midnights.get(key);
  if (known !== undefined) return known;
  const local = IANAZone.create(zone);
  const near = date - local.offset(date) * minute;
  const found = date - local.offset(near) * minute;
  midnights.set(key, found);
  return found;
}

/** A local time from 4:00 on, when clocks have been changed for the day. */
export function onClock(date: number, minutes: number, zone: string): number {
  return midnightOf(date + day, zone) - day + minutes * minute;
}

/** When a material is next to be cleaned, by the rule of the service. */
export function nextCleaning(since: number, [every, unit]: Interval, timezone: string): number {
  const from = isoOf(since);
  const plan = { cleaning_every: every, cleaning_unit: unit, last_cleaning_at: from, created_at: from };
  return Date.parse(nextByRule(plan, timezone) ?? from);
}

/** A moment in ISO 8601. */
export function isoOf(moment: number): string {
  return new Date(moment).toISOString();
}

/** The day, UTC. */
export function dayOf(moment: number): string {
  return isoOf(moment).slice(0, 10);
}

/** To the minute, as people enter it. */
export function toMinute(moment: number): number {
  return Math.floor(moment / minute) * minute;
}
