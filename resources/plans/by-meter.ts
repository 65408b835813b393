/** When a plan comes due by what a counter has run: a function of its readings and of the work, never of the moment of looking. */
import { minus, plus, thousandths } from '../metering/units.ts';
import type { schedules } from './plan.ts';
import type { Punctuality } from './window.ts';

/** A plan as its counter sees it. */
export interface MeterRule {
  readonly schedule: (typeof schedules)[number];
  readonly every_units: number;
  /** So much before it is due its maintenance is there; less than `every_units`. */
  readonly lead_units: number;
  /** Null for a tenth of `every_units`. */
  readonly tolerance_units: number | null;
}

/** What a counter had run, over its resets, when it was read. Totals never go down in time. */
export interface UnitReading {
  /** ISO 8601 UTC */
  readonly read_at: string;
  readonly total: number;
}

/** What has come due. */
export interface DueByMeter {
  readonly due_units: number;
  /** When the reading was taken with which it came due. */
  readonly due_at: string;
  /** The same reading brought a later one as well, which has the order. */
  readonly overtaken: boolean;
}

/**
 * From where a plan counts: what had run at the last reading before it starts, else at the first.
 *
 * @param readings in the order of time
 * @returns null without readings: then nothing can come due
 */
export function baseOf(readings: readonly UnitReading[], start: string): number | null {
  const before = readings.findLast(({ read_at }) => read_at < start);
  return (before ?? readings[0])?.total ?? null;
}

/** What had run by a moment, that is at the latest reading by then; null where there was none. */
export function totalBy(readings: readonly UnitReading[], moment: string): number | null {
  return readings.findLast(({ read_at }) => read_at <= moment)?.total ?? null;
}

/**
 * What is due next: of a fixed plan the first multiple of its units above the base that lies behind the last, of a floating one its units
 * behind it.
 *
 * @param base null where nothing has been read
 * @param last of a fixed plan what was due last, of a floating one what had run when it was done; null before the first
 */
export function nextUnits(rule: MeterRule, base: number | null, last: number | null): number | null {
  const { schedule, every_units } = rule;
  if (base === null || last === null || schedule === 'floating') {
    const from = last ?? base;
    return from === null ? null : plus(from, every_units);
  }
  const every = thousandths(every_units);
  const passed = Math.max(0, Math.floor((thousandths(last) - thousandths(base)) / every));
  return (thousandths(base) + (passed + 1) * every) / 1000;
}

/** So many are kept of those that one reading brings: a counter that was put in wrongly brings no end of them. */
const mostAtOnce = 1000;

/**
 * What comes due, from one on. Of a floating plan that is one at the most: the next is counted from when it is done.
 *
 * @param next what is due next, as `nextUnits` has it
 * @param readings in the order of time; those that bring nothing are passed over
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

/** How much around what is due still counts as on time, on either side. */
export function toleranceOf({
  tolerance_units,
  every_units,
}: Pick<MeterRule, 'tolerance_units' | 'every_units'>): number {
  return tolerance_units ?? Math.floor(thousandths(every_units) / 10) / 1000;
}

/** @param completed what had run when it was done; null where nothing had been read by then */
export function punctualityByMeter(due: number, tolerance: number, completed: number | null): Punctuality {
  if (completed === null || completed < minus(due, tolerance)) return 'early';
  return completed > plus(due, tolerance) ? 'late' : 'on_time';
}

/** When the reading was taken with which what is not done yet is missed; null as long as there is none. */
export function passedAt(due: number, tolerance: number, readings: readonly UnitReading[]): string | null {
  const most = plus(due, tolerance);
  return readings.find(({ total }) => total > most)?.read_at ?? null;
}

const day = 86_400_000;
/** The last moment that databases keep. */
const lastMoment = Date.UTC(9999, 11, 31);

/**
 * When something will come due, if the counter goes on as it did.
 *
 * @returns null where it does not move, or not within what calendars have
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
