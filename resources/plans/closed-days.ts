/** Days on which a site is closed, and how a plan's dates on these days move. */
import { type Day, positionInWeek, positionOf, toDay, toNumber, type Weekday } from './days.ts';

export const closedDayPolicies = ['keep', 'before', 'after', 'skip'] as const;
export type ClosedDayPolicy = (typeof closedDayPolicies)[number];

/** The working days of a site, made by `workingDays`. */
export interface WorkingDays {
  /** The weekdays on which hours begin, 0 for Monday; null without working hours: then all weekdays are open. */
  readonly openOn: ReadonlySet<number> | null;
  /** Days as numbers: a search for an open day examines hundreds of them. */
  readonly closures: ReadonlySet<number>;
}

/** Hours of a weekday. If they end before they begin, they end on the next day, but do not make it an open day. */
interface WorkingHours {
  readonly weekday: Weekday;
}

/** A day off. */
interface Closure {
  readonly day: Day;
}

/** The maximum distance of a move, in days. */
export const furthestMove = 366;

export function workingDays(hours: readonly WorkingHours[], closures: readonly Closure[]): WorkingDays {
  return {
    openOn: hours.length === 0 ? null : new Set(hours.map(({ weekday }) => positionOf(weekday))),
    closures: new Set(closures.map(({ day }) => toNumber(day))),
  };
}

/** Whether a day is closed: a closure or, if the site has hours, a weekday on which none begin. */
export function isClosed(site: WorkingDays, day: Day): boolean {
  return isOff(site, toNumber(day));
}

function isOff({ openOn, closures }: WorkingDays, number: number): boolean {
  return closures.has(number) || !(openOn?.has(positionInWeek(number)) ?? true);
}

/**
 * The new day of a date. If there is no open day within 366 days, it stays and is skipped: an order on a closed day would only be
 * missed.
 *
 * @returns the day, and whether the date is skipped for a closed day
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
