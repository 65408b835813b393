/** Spans around a date: the tolerance within which work is on time, and the lead before it. */
import type { Frequency } from './days.ts';

/** A day of a window or a lead has 24 hours, independent of daylight saving time. */
const day = 24 * 60 * 60 * 1000;
const daysOf: Readonly<Record<Frequency, number>> = { day: 1, week: 7, month: 30, year: 365 };

interface Tolerance {
  readonly tolerance_days: number | null;
  readonly frequency: Frequency;
  readonly every: number;
}

/** Both ends are inclusive. ISO 8601 UTC. */
export interface Window {
  readonly from: string;
  readonly until: string;
}

export const punctualities = ['early', 'on_time', 'late'] as const;
export type Punctuality = (typeof punctualities)[number];

/** The window around an instant: `tolerance_days` on either side, else a tenth of the plan's interval. */
export function windowAround(instant: string, { tolerance_days, frequency, every }: Tolerance): Window {
  const width = tolerance_days === null ? (every * daysOf[frequency] * day) / 10 : tolerance_days * day;
  return { from: shift(instant, -width), until: shift(instant, width) };
}

export function punctualityOf(completedAt: string, { from, until }: Window): Punctuality {
  if (completedAt < from) return 'early';
  return completedAt > until ? 'late' : 'on_time';
}

/** Whether a window has passed: open work is then missed. */
export function hasPassed({ until }: Pick<Window, 'until'>, now: string): boolean {
  return now > until;
}

/** The moment at which a date is decided: its moment of generation. */
export function momentOf(dueAt: string, leadDays: number): string {
  return shift(dueAt, -leadDays * day);
}

/** The same window around another instant. */
export function moveWindow({ from, until }: Window, by: number): Window {
  return { from: shift(from, by), until: shift(until, by) };
}

function shift(instant: string, by: number): string {
  return new Date(Date.parse(instant) + by).toISOString();
}
