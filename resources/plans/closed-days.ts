/** Days on which nobody works at a site, and where a plan's dates go that fall on them. */
import { type Day, positionInWeek, positionOf, toDay, toNumber, type Weekday } from './days.ts';

export const closedDayPolicies = ['keep', 'before', 'after', 'skip'] as const;
export type ClosedDayPolicy = (typeof closedDayPolicies)[number];

/** When a site works, made by `workingDays`. */
export interface WorkingDays {
  /** The weekdays on which hours begin, 0 for Monday; null where a site has no working hours: it is open on all of them. */
  readonly openOn: ReadonlySet<number> | null;
  /** Days by their numbers: a search for an open day looks at hundreds of them. */
  readonly closures: ReadonlySet<number>;
}

/** Hours of a weekday; such that end before they begin end on the next day, which they do not open. */
interface WorkingHours {
  readonly weekday: Weekday;
}

/** A day off. */
interface Closure {
  readonly day: Day;
}

/** How far a date is moved at most, in days. */
export const furthestMove = 366;

export function workingDays(hours: readonly WorkingHours[], closures: readonly Closure[]): WorkingDays {
  return {
    openOn: hours.length === 0 ? null : new Set(hours.map(({ weekday }) => positionOf(weekday))),
    closures: new Set(closures.map(({ day }) => toNumber(day))),
  };
}

/** Whether a day is off: one of the closures, or a weekday on which no hours begin where the site has any. */
export function isClosed(site: WorkingDays, day: Day): boolean {
  return isOff(site, toNumber(day));
}

function isOff({ openOn, closures }: WorkingDays, number: number): boolean {
  return closures.has(number) || !(openOn?.has(positionInWeek(number)) ?? true);
}

/**
 * Where a date goes. One that finds no open day within 366 days stays where it is and is skipped: an order that nobody is
 * there to do would only be missed.
 *
 * @returns the day, and whether the date is taken by a closed day
 */
export function place(site: WorkingDays, policy: ClosedDayPolicy, day: Day): Placed {
  if (policy === 'keep' || !isClosed(site, day)) return { day, closed: false };
  const open = policy === 'skip' ? null : openDay(site, day, policy === 'before' ? -1 : 1);
  return open === null ? { day, closed: true } : { day: open, closed: false };
}

interface Placed {
  readonly day: Day;
  readonly closed: boolean;
}

function openDay(site: WorkingDays, day: Day, step: 1 | -1): Day | null {
  const from = toNumber(day);
  for (let moved = 1; moved <= furthestMove; moved += 1) {
    const number = from + moved * step;
    if (!isOff(site, number)) return toDay(number);
  }
  return null;
}
