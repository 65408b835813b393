/** The dates of a plan that depends on a counter: those from its readings, and the estimated ones after the latest reading. */
import {
  type DueByMeter,
  dueByMeter,
  estimateDue,
  type MeterRule,
  nextUnits,
  passedAt,
  toleranceOf,
  totalBy,
  type UnitReading,
} from './by-meter.ts';
import type { PlanDate } from './dates.ts';
import { floatingDate } from './floating.ts';
import { dayAt } from './local-time.ts';
import type { Plan, PlanSite, Progress } from './plan.ts';
import { upcomingDates } from './upcoming.ts';
import { momentOf } from './window.ts';

/** A date of a plan, as far as it is known. */
export interface DueDate extends Omit<PlanDate, 'original_due_at' | 'skip_reason'> {
  /** Null if it depends on a meter without an estimate. */
  readonly original_due_at: string | null;
  /** In addition to the calendar's reasons: its reading also made a later one due. */
  readonly skip_reason: PlanDate['skip_reason'] | 'overtaken';
  /** Absent if only the calendar decides. */
  readonly meter?: MeterSide;
}

/** The counter's part of a date. */
export interface MeterSide {
  /** The next due value of the counter; null without readings. */
  readonly next_units: number | null;
  /** The same if the counter determines the date; null if the calendar comes first. */
  readonly due_units: number | null;
  /** No reading has made it due yet. */
  readonly estimated: boolean;
  /** The time of the reading after which work is late. */
  readonly passed_at: string | null;
  /** The calendar's date after an estimate: without a reading, it is due then. */
  readonly otherwise: string | null;
}

/** A counter, and the plan's rule for it. */
export interface Counter extends MeterRule {
  /** Whether the calendar applies as well. */
  readonly either: boolean;
  readonly lead_days: number;
  /** The run from which the plan counts, and its start. */
  readonly base: number | null;
  readonly starts: string;
  /** In order of time, starting with the latest one at the plan's last progress. */
  readonly readings: readonly UnitReading[];
  readonly average: number | null;
  readonly now: string;
}

/** The dates of any plan after the last recorded one. @param counter null if only the calendar decides */
export function comingDates(
  plan: Plan,
  site: PlanSite,
  last: Progress | null,
  counter: Counter | null,
): Generator<DueDate, void, undefined> {
  if (!counter) return upcomingDates(plan, site, last);
  return counter.schedule === 'fixed'
    ? fixedDates(plan, site, counter, last)
    : floatingDates(plan, site, counter, last);
}

/** Whether a date is due at a moment: an estimated one is not. */
export function hasCome({ original_due_at: due, meter }: DueDate, moment: string): boolean {
  return due !== null && !meter?.estimated && due < moment;
}

function* fixedDates(
  plan: Plan,
  site: PlanSite,
  counter: Counter,
  last: Progress | null,
): Generator<DueDate, void, undefined> {
  let units = nextUnits(counter, counter.base, last?.units ?? null);
  if (units === null) return;
  let number = last?.number ?? 0;
  for (const due of dueByMeter(counter, units, counter.readings)) {
    number += 1;
    yield broughtDate(plan, site, counter, number, due);
    units = nextUnits(counter, due.due_units, due.due_units) ?? units;
  }
  for (;;) {
    number += 1;
    const due_at = foresee(counter, units);
    yield foreseenDate(plan, site, number, units, due_at);
    const next = nextUnits(counter, units, units);
    if (due_at === null || next === null) return;
    units = next;
  }
}

/** If none is done, or each on its day: a date missed by its counter is counted from its value. */
function* floatingDates(
  plan: Plan,
  site: PlanSite,
  counter: Counter,
  last: Progress | null,
): Generator<DueDate, void, undefined> {
  let progress = last;
  for (;;) {
    const date = floatingNext(plan, site, counter, progress);
    if (!date) return;
    yield date;
    if (date.original_due_at === null) return;
    const day = dayAt(date.original_due_at, site.timezone);
    progress = { number: date.number, day, units: unitsAfter(counter, progress, date) };
  }
}

/** Whichever comes first: a date from a reading, the calendar's date, or an estimate. */
function floatingNext(plan: Plan, site: PlanSite, counter: Counter, last: Progress | null): DueDate | null {
  const number = (last?.number ?? 0) + 1;
  const units = nextUnits(counter, counter.base, last?.units ?? null);
  const calendar = counter.either ? floatingDate(plan, site, last) : null;
  if (counter.either ? !calendar : units === null) return null;
  const moment = calendar && momentOf(calendar.original_due_at, counter.lead_days);
  const [due] = units === null ? [] : dueByMeter(counter, units, counter.readings);
  if (due && (moment === null || due.due_at < moment)) return broughtDate(plan, site, counter, number, due);
  const byCalendar = calendar && {
    ...calendar,
    meter: { next_units: units, due_units: null, estimated: false, passed_at: null, otherwise: null },
  };
  if (units === null || (moment !== null && moment <= counter.now)) return byCalendar;
  const due_at = foresee(counter, units);
  if (byCalendar && moment !== null && (due_at === null || due_at >= moment)) return byCalendar;
  return foreseenDate(plan, site, number, units, due_at, calendar?.original_due_at ?? null);
}

function foresee(counter: Counter, units: number): string | null {
  const latest = counter.readings.at(-1);
  if (!latest) return null;
  // A plan in the future counts from the expected run at its start.
  const read_at = latest.read_at < counter.starts ? counter.starts : latest.read_at;
  return estimateDue(counter, units, { ...latest, read_at }, counter.average);
}

function broughtDate(
  plan: Plan,
  site: PlanSite,
  counter: Counter,
  number: number,
  { due_units, due_at, overtaken }: DueByMeter,
): DueDate {
  const meter = { next_units: due_units, due_units, estimated: false, otherwise: null };
  return {
    ...foreseenDate(plan, site, number, due_units, due_at),
    skip_reason: overtaken ? 'overtaken' : null,
    meter: { ...meter, passed_at: passedAt(due_units, toleranceOf(counter), counter.readings) },
  };
}

function foreseenDate(
  { starts_on }: Plan,
  { timezone }: PlanSite,
  number: number,
  units: number,
  due_at: string | null,
  otherwise: string | null = null,
): DueDate {
  return {
    ...{ number, day: due_at === null ? starts_on : dayAt(due_at, timezone), original_due_at: due_at },
    skip_reason: null,
    meter: { next_units: units, due_units: units, estimated: true, passed_at: null, otherwise },
  };
}

const day = 86_400_000;

/** The expected run if a date is done on its day. Dates that only the calendar skips do not count. */
function unitsAfter(counter: Counter, last: Progress | null, date: DueDate): number | null {
  const units = last?.units ?? null;
  const { original_due_at: at, meter, skip_reason } = date;
  if (at === null || !meter || (meter.due_units === null && skip_reason !== null)) return units;
  const latest = counter.readings.at(-1);
  if (meter.due_units !== null) return Math.max(meter.due_units, totalBy(counter.readings, at) ?? 0);
  if (!latest || at <= latest.read_at) return totalBy(counter.readings, at);
  const days = (Date.parse(at) - Date.parse(latest.read_at)) / day;
  return Math.floor((latest.total + (counter.average ?? 0) * days) * 1000) / 1000;
}
