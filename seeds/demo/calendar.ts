/** The time line of the demo data: everything is before the start of the day of seeding, except plans. */
import { DateTime } from 'luxon';
import { nextCleaning as nextByRule } from '../../resources/cleaning-plan/next-cleaning.ts';
import type { CleaningPlan } from './catalogue/equipment.ts';

/** Moments are milliseconds since 1970. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The start of the day, UTC: seeding twice on a day gives the same data. */
export function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / day) * day;
}

/** Cached moments: cleanings use the same noons, and computing local times is slow. */
const known = new Map<string, number>();

/**
 * A local time of a site.
 * @param daysAgo whole days before the day that begins at `today`; negative for future days
 * @param minutes since local midnight
 */
export function onClock(today: number, daysAgo: number, minutes: number, timezone: string): number {
  const date = today - daysAgo * day;
  const key = `${date} ${minutes} ${timezone}`;
  const moment = known.get(key) ?? momentAt(dayOf(date), minutes, timezone);
  known.set(key, moment);
  return moment;
}

function momentAt(date: string, minutes: number, zone: string): number {
  const wall = { hour: Math.floor(minutes / 60), minute: minutes % 60 };
  const [year, month, ofMonth] = date.split('-').map(Number);
  return DateTime.fromObject({ year, month, day: ofMonth, ...wall }, { zone }).toMillis();
}

/** When a material is next to be cleaned, by the rule of the service. */
export function nextCleaning(since: number, { every, unit }: CleaningPlan, timezone: string): number {
  const from = new Date(since).toISOString();
  const plan = { cleaning_every: every, cleaning_unit: unit, last_cleaning_at: from, created_at: from };
  return Date.parse(nextByRule(plan, timezone) ?? from);
}

/** A moment in ISO 8601. */
export function isoOf(moment: number): string;
export function isoOf(moment: number | null): string | null;
export function isoOf(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}

/** The day, UTC. */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
