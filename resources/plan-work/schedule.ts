/** Maintains the one scheduled occurrence of a plan: the next after the recorded ones. */
import { toleranceOf } from '../plans/by-meter.ts';
import type { PlanDate } from '../plans/dates.ts';
import { dayToCountFrom, floatingDate } from '../plans/floating.ts';
import { comingDates, type DueDate, type MeterSide } from '../plans/meter-dates.ts';
import type { Plan, PlanSite, Progress } from '../plans/plan.ts';
import { upcomingDates } from '../plans/upcoming.ts';
import { momentOf, moveWindow, windowAround } from '../plans/window.ts';
import { meterStanding } from './by-meter.ts';
import {
  calendarOf,
  type DatedRow,
  isDated,
  type OccurrenceRow,
  occurrencesOf,
  type PlanRow,
  plansOf,
  progressOf,
  recorded,
  type Work,
} from './rows.ts';

/** The scheduled occurrence of a plan. The plan is locked: no other transaction creates or records one. */
export async function scheduledOf(work: Work, planId: number): Promise<OccurrenceRow | null> {
  const [found] = await occurrencesOf(work).find(
    { maintenance_plan_id: planId, state: 'scheduled' },
    { lock: 'update', limit: 1 },
  );
  return found ?? null;
}

/** The values of an occurrence for a date. */
export function datedAs(plan: PlanRow, date: DueDate) {
  const { original_due_at, meter } = date;
  const { due_units = null, estimated = false, passed_at = null } = meter ?? {};
  const isByCalendar = due_units === null && original_due_at !== null;
  const { from, until } = isByCalendar
    ? windowAround(original_due_at, calendarOf(plan))
    : { from: null, until: passed_at };
  const { tolerance_units, every_units } = plan;
  return {
    ...{ original_due_at, due_at: original_due_at, window_from: from, window_until: until },
    ...{ due_units, estimated: estimated && original_due_at !== null },
    meter_id: meter ? plan.meter_id : null,
    tolerance_units:
      due_units === null ? null : toleranceOf({ tolerance_units, every_units: every_units ?? 0 }),
    ...{ rule_day: date.day, rule_number: date.number, foreseen: date.skip_reason },
  };
}

/** The window of a moved occurrence: by meter there is none to move. */
export function movedWindow({ window_from: from, window_until: until }: OccurrenceRow, by: number) {
  if (from === null || until === null) return {};
  const window = moveWindow({ from, until }, by);
  return { window_from: window.from, window_until: window.until };
}

/** The values of a plan's new occurrence that do not depend on its date. */
export function belongingTo({ id, site_id, material_id }: PlanRow) {
  return { maintenance_plan_id: id, site_id, material_id };
}

export async function lastSequence(work: Work, planId: number): Promise<number> {
  const [last] = await occurrencesOf(work).find(
    { maintenance_plan_id: planId },
    { order: '-sequence', limit: 1 },
  );
  return last?.sequence ?? 0;
}

/** Schedules a date after all existing ones. @returns the occurrence */
export async function schedule(work: Work, plan: PlanRow, date: DueDate, sequence: number) {
  const values = { ...belongingTo(plan), ...datedAs(plan, date), sequence, state: 'scheduled' } as const;
  return { ...(await occurrencesOf(work).create(values)), ...values, meter: date.meter };
}

/** The due time of a date, and its cause. Default: the calendar. */
export type Scheduled = Pick<OccurrenceRow, 'due_at'> &
  Partial<Pick<OccurrenceRow, 'due_units' | 'estimated'>>;

/** A date as it would be scheduled. */
export function scheduledAs({ original_due_at: due_at, meter }: DueDate): Scheduled {
  return { due_at, due_units: meter?.due_units ?? null, estimated: meter?.estimated ?? false };
}

/**
 * The moment at which a date is decided: its lead before it; by meter the time of the reading that made it due. Null until there
 * is one.
 *
 * @param otherwise the calendar's date after an estimate
 */
export function generationOf(
  { lead_days }: PlanRow,
  { due_at, due_units = null, estimated = false }: Scheduled,
  otherwise: string | null = null,
): string | null {
  const at = estimated ? otherwise : due_at;
  if (at === null) return null;
  return due_units !== null && !estimated ? at : momentOf(at, lead_days);
}

/** Updates the plan from its scheduled date. The plan stores it, so that lists can sort by it and the task finds due plans. */
export async function tellPlan(
  work: Work,
  plan: PlanRow,
  scheduled: Scheduled | null,
  meter?: MeterSide,
): Promise<void> {
  const plans = plansOf(work);
  await plans.change([await plans.of(plan.id)], nextOf(plan, scheduled, meter));
}

/** The values of a plan from its scheduled occurrence. */
export function nextOf(plan: PlanRow, scheduled: Scheduled | null, meter?: MeterSide) {
  return {
    next_due_at: scheduled?.due_at ?? null,
    next_generation_at: scheduled && generationOf(plan, scheduled, meter?.otherwise),
    next_due_units: (scheduled && meter?.next_units) ?? null,
  };
}

/**
 * Schedules the date after the recorded ones, in place of the scheduled one. A date that does not change keeps its postponed
 * moment.
 */
export async function reschedule(work: Work, plan: PlanRow, site: PlanSite, now: string): Promise<void> {
  const date = plan.active ? await nextDate(work, plan, site, now) : null;
  await putScheduled(work, plan, date);
}

/** Schedules a date, or nothing, in place of the scheduled one. */
export async function putScheduled(work: Work, plan: PlanRow, date: DueDate | null): Promise<void> {
  const scheduled = await scheduledOf(work, plan.id);
  if (!date) {
    if (scheduled) await occurrencesOf(work).delete([scheduled]);
    return tellPlan(work, plan, null);
  }
  if (!scheduled) {
    const sequence = (await lastSequence(work, plan.id)) + 1;
    return tellPlan(work, plan, await schedule(work, plan, date, sequence), date.meter);
  }
  const values = redated(plan, scheduled, date);
  await occurrencesOf(work).change([scheduled], values);
  await tellPlan(work, plan, values, date.meter);
}

/** The values of a scheduled occurrence for another date; a date that does not change keeps its postponed moment. */
export function redated(plan: PlanRow, scheduled: OccurrenceRow, date: DueDate) {
  const dated = datedAs(plan, date);
  const isPostponed =
    !date.meter &&
    scheduled.rule_day === date.day &&
    scheduled.original_due_at === date.original_due_at &&
    scheduled.due_at !== date.original_due_at;
  if (!isPostponed || scheduled.due_at === null) return dated;
  const { from, until } = windowAround(scheduled.due_at, calendarOf(plan));
  return { ...dated, due_at: scheduled.due_at, window_from: from, window_until: until, foreseen: null };
}

/** The first date of a plan that is not recorded; null if there is none. */
export async function nextDate(
  work: Work,
  row: PlanRow,
  site: PlanSite,
  now: string,
): Promise<DueDate | null> {
  const plan = calendarOf(row);
  if (row.basis !== 'calendar') {
    const standing = await meterStanding(work, row, site, now);
    if (standing === 'open') return null;
    return comingDates(plan, site, standing.last, standing.counter).next().value ?? null;
  }
  if (plan.schedule === 'floating') {
    const progress = await floatingProgress(work, row, site);
    return progress === 'open' ? null : floatingDate(plan, site, progress);
  }
  const last = await lastRecorded(work, row.id, now);
  const ahead = await aheadOf(work, row.id, now);
  return unrecordedDates(plan, site, last && progressOf(last), ahead).next().value ?? null;
}

/** The last recorded date of a fixed plan whose moment has passed. */
export async function lastRecorded(work: Work, planId: number, now: string): Promise<OccurrenceRow | null> {
  const [last] = await occurrencesOf(work).find(
    {
      maintenance_plan_id: planId,
      state: recorded,
      generated_at: { lte: now },
      skip_reason: { not: 'overtaken' },
    },
    { order: '-rule_day', limit: 1 },
  );
  return last ?? null;
}

/** Recorded dates of a plan whose own moment is in the future: generated manually. */
export async function aheadOf(work: Work, planId: number, now: string): Promise<DatedRow[]> {
  const found = await occurrencesOf(work).find(
    {
      maintenance_plan_id: planId,
      state: recorded,
      generated_at: { gt: now },
      skip_reason: { not: 'overtaken' },
    },
    { order: 'original_due_at' },
  );
  return found.filter(isDated);
}

/**
 * The occurrence from which a floating plan counts its next date: the last one; `open` if one is not done, null if there is none
 * yet.
 *
 * @param but occurrences that do not count
 */
export async function floatingProgress(
  work: Work,
  { id }: PlanRow,
  { timezone }: PlanSite,
  but: readonly OccurrenceRow[] = [],
): Promise<Progress | 'open' | null> {
  const occurrences = occurrencesOf(work);
  const own = { maintenance_plan_id: id, id: { not: but.map((one) => one.id) } };
  if (await occurrences.has({ ...own, state: 'open' })) return 'open';
  const [last] = await occurrences.find(
    { ...own, state: recorded, skip_reason: { not: 'overtaken' } },
    { order: '-sequence', limit: 1 },
  );
  return last && isDated(last) ? { number: last.rule_number, day: dayToCountFrom(last, timezone) } : null;
}

/** The dates of a plan after one, except recorded ones: no two dates of a fixed plan have the same day of its rule. */
export function* unrecordedDates(
  plan: Plan,
  site: PlanSite,
  last: Progress | null,
  ahead: readonly Pick<OccurrenceRow, 'rule_day'>[],
): Generator<PlanDate, void, undefined> {
  const days = new Set(ahead.map(({ rule_day }) => rule_day));
  for (const date of upcomingDates(plan, site, last)) if (!days.has(date.day)) yield date;
}
