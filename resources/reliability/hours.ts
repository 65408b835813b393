/** The working time of a site, in whole milliseconds: in local time, with closed days and changes of the offset. */
import { isClosed } from '../plans/closed-days.ts';
import { type Day, positionInWeek, toDay, toNumber, type Weekday, weekdays } from '../plans/days.ts';
import { instantAt, startOfDay } from '../plans/local-time.ts';
import type { PlanSite } from '../plans/plan.ts';
import { type Interval, positionAt, union } from './intervals.ts';

/**
 * Working hours of a weekday, `HH:MM` in the time zone of the site. If they do not end after they begin, they end on the next
 * day.
 */
export interface Hours {
  readonly weekday: Weekday;
  readonly from: string;
  readonly until: string;
}

/** A site with its working hours. A site without any works around the clock. */
export interface WorkingSite extends PlanSite {
  readonly hours: readonly Hours[];
}

/** The hours that begin on a day of a site. None begin on a closed day; those of the previous day continue. */
export function hoursOn(site: WorkingSite, day: Day): Interval[] {
  if (isClosed(site, day)) return [];
  const { hours, timezone } = site;
  const next = dayAfter(day);
  if (hours.length === 0) return [{ from: midnightOf(day, timezone), until: midnightOf(next, timezone) }];
  const weekday = weekdays[positionInWeek(toNumber(day))];
  return hours
    .filter((one) => one.weekday === weekday)
    .map(({ from, until }) => ({
      from: Date.parse(instantAt(day, from, timezone)),
      until: Date.parse(instantAt(until > from ? day : next, until, timezone)),
    }));
}

/** The instant at which a local day begins, in milliseconds. */
export function midnightOf(day: Day, timezone: string): number {
  return Date.parse(startOfDay(day, timezone));
}

/** The days whose hours may reach into a window of days: for a night shift also the previous day. */
export function* daysThatReach(from: Day, until: Day): Generator<Day> {
  for (let number = toNumber(from) - 1; number < toNumber(until); number += 1) yield dayOf(number);
}

function dayAfter(day: Day): Day {
  return dayOf(toNumber(day) + 1);
}

function dayOf(number: number): Day {
  const day = toDay(number);
  if (day === null) throw new Error(`There is no day ${number}.`);
  return day;
}

/** The working time within any span. It is queried often, so sums are precomputed. */
export class WorkedTime {
  readonly #starts: readonly number[];
  readonly #lengths: readonly number[];
  /** The working time before each interval. */
  readonly #before: readonly number[];

  /** @param hours in any order; they may overlap, as shifts do */
  constructor(hours: readonly Interval[]) {
    const worked = union(hours);
    this.#starts = worked.map(({ from }) => from);
    this.#lengths = worked.map(({ from, until }) => until - from);
    let total = 0;
    this.#before = this.#lengths.map((length) => {
      total += length;
      return total - length;
    });
  }

  /** @returns milliseconds; 0 for an interval that ends before it begins */
  within({ from, until }: Interval): number {
    return from < until ? this.#until(until) - this.#until(from) : 0;
  }

  #until(instant: number): number {
    const at = positionAt(this.#starts, instant);
    const [start = 0, length = 0] = [this.#starts[at], this.#lengths[at]];
    return at < 0 ? 0 : (this.#before[at] ?? 0) + Math.min(instant - start, length);
  }
}
