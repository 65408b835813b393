/** When a plan is due by a counter: a function of its readings and of the work, never of the present moment. */
import { minus, plus, thousandths } from '../metering/units.ts';
import type { schedules } from './plan.ts';
import type { Punctuality } from './window.ts';

/** The rule of a plan by meter. */
export interface MeterRule {
  readonly schedule: (typeof schedules)[number];
  readonly every_units: number;
  /** The maintenance is created this many units before it is due; less than `every_units`. */
  readonly lead_units: number;
  /** Null for a tenth of `every_units`. */
  readonly tolerance_units: number | null;
}

/** The run of a counter at a reading, across its resets. Totals never decrease in time. */
export interface UnitReading {
  /** ISO 8601 UTC */
  readonly read_at: string;
  readonly total: number;
}

/** A due date. */
export interface DueByMeter {
  readonly due_units: number;
  /** The time of the reading that made it due. */
  readonly due_at: string;
  /** The same reading also made a later one due, which has the order. */
  readonly overtaken: boolean;
}

/**
 * The start of a plan's count: the run at the last reading before the plan starts, else at the first.
 *
 * @param readings in order of time
 * @returns null without readings: then nothing can become due
 */
export function baseOf(readings: readonly UnitReading[], start: string): number | null {
  const before = readings.findLast(({ read_at }) => read_at < start);
  return (before ?? readings[0])?.total ?? null;
}

/** The run at a moment, that is at the last reading before it; null if there was none. */
export function totalBy(readings: readonly UnitReading[], moment: string): number | null {
  return readings.findLast(({ read_at }) => read_at <= moment)?.total ?? null;
}

/**
 * The next due value: for a fixed plan the first multiple of its units on the meter, above the base and the last one; for a
 * floating plan its units after the last one, or the base.
 *
 * @param base null without readings
 * @param last for a fixed plan the last due value, for a floating one the run at its completion; null before the first
 */
export function nextUnits(rule: MeterRule, base: number | null, last: number | null): number | null {
  const { schedule, every_units } = rule;
  const from = last ?? base;
  if (from === null) return null;
  if (schedule === 'floating') return plus(from, every_units);
  const every = thousandths(every_units);
  return ((Math.floor(thousandths(Math.max(from, base ?? from)) / every) + 1) * every) / 1000;
}

/** The maximum number of due dates from one reading: a mistyped reading could make any number due. */
const mostAtOnce = 1000;

/**
 * The due dates, from one on. For a floating plan at most one: the next is counted from its completion.
 *
 * @param next the next due value, from `nextUnits`
 * @param readings in order of time; those without effect are skipped
 */
export function dueByMeter(rule: MeterRule, next: number, readings: readonly UnitReading[]): DueByMeter[] {
  const due: DueByMeter[] = [];
  let units = next;
  for (const { read_at: due_at, total } of readings) {
    const left = thousandths(total) + thousandths(rule.lead_units) - thousandths(units);
    if (left < 0) continue;
    const more = rule.schedule === 'floating' ? 0 : Math.floor(left / thousandths(rule.every_units));
    const last = thousandths(units) + more * thousandths(rule.every_units);
    const reached = Array.from(
      { length: Math.min(more + 1, mostAtOnce) },
      (_, at) => (last - at * thousandths(rule.every_units)) / 1000,
    ).reverse();
    units = plus(last / 1000, rule.every_units);
    due.push(...reached.map((due_units, at) => ({ due_units, due_at, overtaken: at < reached.length - 1 })));
    if (rule.schedule === 'floating' && due.length > 0) break;
  }
  return due;
}

/** The tolerance around a due value within which work is on time, on either side. */
export function toleranceOf({
  tolerance_units,
  every_units,
}: Pick<MeterRule, 'tolerance_units' | 'every_units'>): number {
  return tolerance_units ?? Math.floor(thousandths(every_units) / 10) / 1000;
}

/** @param completed the run at the completion; null without a reading */
export function punctualityByMeter(due: number, tolerance: number, completed: number | null): Punctuality {
  if (completed === null || completed < minus(due, tolerance)) return 'early';
  return completed > plus(due, tolerance) ? 'late' : 'on_time';
}

/** The time of the reading after which open work is missed; null until there is one. */
export function passedAt(due: number, tolerance: number, readings: readonly UnitReading[]): string | null {
  const most = plus(due, tolerance);
  return readings.find(({ total }) => total > most)?.read_at ?? null;
}

const day = 86_400_000;
/** The last moment that databases store. */
const lastMoment = Date.UTC(9999, 11, 31);

/**
 * When a date will be due, if the counter continues as before.
 *
 * @returns null if it does not move, or not within the range of calendars
 */
export function estimateDue(
  { lead_units }: MeterRule,
  due: number,
  latest: UnitReading,
  averagePerDay: number | null,
): string | null {
  const left = minus(minus(due, lead_units), latest.total);
  if (left <= 0) return latest.read_at;
  if (averagePerDay === null || averagePerDay <= 0) return null;
  const moment = Math.ceil(Date.parse(latest.read_at) + (left / averagePerDay) * day);
  return moment < lastMoment ? new Date(moment).toISOString() : null;
}
