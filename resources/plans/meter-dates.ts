/** The dates of a plan that a counter has a say in: as its readings bring them, and as they are foreseen behind the latest. */
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

/** A date of a plan, as far as anybody can tell of it. */
export interface DueDate extends Omit<PlanDate, 'original_due_at' | 'skip_reason'> {
  /** Null where a meter decides of which nothing is foreseen. */
  readonly original_due_at: string | null;
  /** Beside what takes a date of the calendar: its reading brought a later one as well. */
  readonly skip_reason: PlanDate['skip_reason'] | 'overtaken';
  /** Absent where the calendar alone decides. */
  readonly meter?: MeterSide;
}

/** What a counter says of a date. */
export interface MeterSide {
  /** What is due next by the counter; null where nothing has been read. */
  readonly next_units: number | null;
  /** The same where the counter brings the date; null where the calendar comes first. */
  readonly due_units: number | null;
  /** No reading has brought it yet. */
  readonly estimated: boolean;
  /** When a reading was taken that is past what is on time. */
  readonly passed_at: string | null;
  /** The calendar's date behind an estimate: should no reading come, it is due then. */
  readonly otherwise: string | null;
}

/** A counter, and what a plan asks of it. */
export interface Counter extends MeterRule {
  /** Whether the calendar has a say as well. */
  readonly either: boolean;
  readonly lead_days: number;
  /** From where the plan counts, and from when on. */
  readonly base: number | null;
  readonly starts: string;
  /** In the order of time, the one included that was the latest when the plan last got somewhere. */
  readonly readings: readonly UnitReading[];
  readonly average: number | null;
  readonly now: string;
}

/** The dates of any plan after the last that is recorded. @param counter null where the calendar alone decides */
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

/** Whether a date has come by a moment: whatever is only foreseen has not. */
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

/** Where none is done, or each on its day: one that was missed by its counter from where that stood. */
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

/** Whichever comes first: what a reading brought by then, the calendar's date, or what is foreseen. */
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
  // A plan that is still to start counts from what will have run by then.
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

/** What will have run when a date is done on its day. What the calendar alone takes does not count. */
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
