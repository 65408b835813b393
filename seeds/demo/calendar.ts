/** The time line of the demo data: everything lies before the start of the day it is seeded on, plans apart. */
import { DateTime } from 'luxon';
import { nextCleaning as nextByRule } from '../../resources/cleaning-plan/next-cleaning.ts';
import type { CleaningPlan } from './catalogue/equipment.ts';

/** Moments are milliseconds since 1970. */
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** The start of the day, UTC: what is seeded twice on a day is the same. */
export function startOfDay(now: Date): number {
  return Math.floor(now.getTime() / day) * day;
}

/** Moments that were asked for: cleanings ask for the same noons, and a calendar of a time zone takes long. */
const known = new Map<string, number>();

/**
 * A moment of the clock on the wall of a site.
 * @param daysAgo whole days before the day that begins at `today`; negative for days to come
 * @param minutes since midnight there
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

/** When a material is next to be cleaned, by the very rule that the service follows. */
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
