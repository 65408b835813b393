/** The part of each year in which a plan is due. */
import { type Day, toDateTime } from './days.ts';

/**
 * Two days of any year, `MM-DD`, both inclusive. If the first is later in the year than the last, the season includes New Year.
 */
export interface Season {
  readonly season_from: string | null;
  readonly season_until: string | null;
}

/** Whether a day is in a season; 29 February is the 28th in other years. A plan without a season is always in season. */
export function isInSeason({ season_from: from, season_until: until }: Season, day: Day): boolean {
  if (from === null || until === null) return true;
  const [first, last] = [inYearOf(day, from), inYearOf(day, until)];
  const on = day.slice(5);
  // Compared as texts: from 29 to 28 February is a whole year, even in years in which both are the same day.
  return from <= until ? first <= on && on <= last : first <= on || on <= last;
}

/** Whether a text is a day of some year, `MM-DD`, including 29 February. */
export function isMonthAndDay(text: string): boolean {
  return /^\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`2000-${text}T00:00:00Z`)) && !isRolled(text);
}

/** A Date turns 31 June into a day of July. */
function isRolled(text: string): boolean {
  return !new Date(`2000-${text}T00:00:00Z`).toISOString().startsWith(`2000-${text}`);
}

function inYearOf(day: Day, monthAndDay: string): string {
  return monthAndDay === '02-29' && !toDateTime(day).isInLeapYear ? '02-28' : monthAndDay;
}
