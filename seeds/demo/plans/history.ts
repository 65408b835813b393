/**
 * Simulates a plan over the year: each date is decided at its own moment by the service's rules, and the result of one affects
 * the next.
 */
import { passedAt, toleranceOf, totalBy } from '../../../resources/plans/by-meter.ts';
import { type Decision, decide, type Order } from '../../../resources/plans/decide.ts';
import { dayToCountFrom } from '../../../resources/plans/floating.ts';
import { comingDates, type DueDate } from '../../../resources/plans/meter-dates.ts';
import type { PlanSite } from '../../../resources/plans/plan.ts';
import { momentOf, windowAround } from '../../../resources/plans/window.ts';
import { isoOf, minute } from '../calendar.ts';
import type { Entry, Maintenance, MaintenancePlan, Occurrence } from '../model.ts';
import { createRandom } from '../random.ts';
import { buildCourse, type Course } from './course.ts';

/** The delay of the task after the full minute: it runs once a minute. */
const taskDelay = minute / 3;
/** By then a reading has been entered. */
const readingDelay = 10 * minute;

/** The dates of a plan up to the scheduled one, with their maintenances. */
export function buildOccurrences(plan: MaintenancePlan, site: PlanSite, today: number): Occurrence[] {
  const { calendar, counter, stoppedAt } = plan;
  const end = stoppedAt ?? today;
  let dates = comingDates(calendar, site, null, counter);
  const decider = new Decider(plan);
  const occurrences: Occurrence[] = [];
  let made: Pick<Entry, 'author' | 'createdAt'> = plan;
  for (let date = nextOf(dates); date; date = nextOf(dates)) {
    const moment = momentOfDate(plan, date);
    const at = Math.max(moment, made.createdAt) + (date.meter ? readingDelay : taskDelay);
    const scheduled = schedule(plan, date, occurrences.length + 1, made);
    if (at >= end) return stoppedAt === null ? [...occurrences, scheduled] : occurrences;
    const { occurrence, course } = settle(scheduled, decider.decide(date, moment), moment, at, today);
    decider.tell(occurrence);
    occurrences.push(occurrence);
    made = { author: null, createdAt: at };
    if (calendar.schedule === 'fixed') continue;
    // The next date is counted from its end.
    if (occurrence.state === 'open') return occurrences;
    if (course?.end) made = { author: course.end.person, createdAt: course.end.at };
    const { dueAt, maintenance, state } = occurrence;
    const completed_at = state === 'done' && maintenance?.resolvedAt ? isoOf(maintenance.resolvedAt) : null;
    const day = dayToCountFrom({ due_at: isoOf(dueAt), completed_at }, site.timezone);
    const run = counter && totalBy(counter.readings, completed_at ?? date.original_due_at ?? isoOf(dueAt));
    const units = completed_at === null ? Math.max(run ?? 0, date.meter?.due_units ?? 0) : run;
    dates = comingDates(calendar, site, { number: date.number, day, units }, counter);
  }
  return occurrences;
}

/** When a date is decided; a date without its reading is in the future. */
function momentOfDate({ entry }: MaintenancePlan, { original_due_at: due, meter }: DueDate): number {
  if (due === null || meter?.estimated) return Number.POSITIVE_INFINITY;
  return Date.parse(meter && meter.due_units !== null ? due : momentOf(due, entry.lead));
}

/** Decides the dates of a plan by open orders and the state of the material at each moment. */
class Decider {
  readonly #plan: MaintenancePlan;
  readonly #orders: Order[] = [];

  constructor(plan: MaintenancePlan) {
    this.#plan = plan;
  }

  decide(date: DueDate, moment: number): Decision {
    const { entry, material, calendar } = this.#plan;
    const { retiredAt } = material;
    const waits = calendar.schedule === 'fixed';
    return decide(
      { date, moment: isoOf(moment), paused: false },
      {
        when_open: entry.whenOpen ?? 'skip',
        orders: waits ? this.#orders : [],
        decommissioned: retiredAt === null ? [] : [{ from: isoOf(retiredAt), until: null }],
      },
    );
  }

  tell({ maintenance, generatedAt, endedAt }: Occurrence): void {
    if (maintenance === null || generatedAt === null) return;
    this.#orders.push({
      generated_at: isoOf(generatedAt),
      ended_at: endedAt === null ? null : isoOf(endedAt),
    });
  }
}

function schedule(
  plan: MaintenancePlan,
  date: DueDate,
  sequence: number,
  { author, createdAt }: Pick<Entry, 'author' | 'createdAt'>,
): Occurrence {
  const { calendar, entry } = plan;
  const tolerance = { ...calendar, tolerance_days: entry.tolerance ?? null };
  const due = date.original_due_at ?? isoOf(createdAt);
  const dueAt = Date.parse(due);
  const width = Date.parse(windowAround(due, tolerance).until) - dueAt;
  const rest = { skipReason: null, note: null, maintenance: null, generatedAt: null, endedAt: null };
  const stamps = { id: 0, author, createdAt, updatedAt: createdAt };
  return { ...stamps, plan, sequence, date, dueAt, width, state: 'scheduled', ...rest };
}

/** Records a decided date, with the present state of its maintenance. */
function settle(
  scheduled: Occurrence,
  { status, skip_reason: skipReason }: Decision,
  generatedAt: number,
  at: number,
  today: number,
): { readonly occurrence: Occurrence; readonly course: Course | null } {
  if (status === 'skipped') {
    return { occurrence: { ...scheduled, state: status, skipReason, generatedAt }, course: null };
  }
  const { plan, sequence, dueAt, width } = scheduled;
  const { site } = plan.material.zone;
  const random = createRandom(`${plan.entry.name}, ${sequence} at ${site.plan.name}`);
  const course = buildCourse({ plan, createdAt: at, dueAt, width }, today, random);
  const { note, end } = course;
  return {
    course,
    occurrence: {
      ...{ ...scheduled, ...outcomeOf(course), generatedAt, dueAt: course.dueAt },
      maintenance: maintenanceOf(scheduled, course, at),
      ...{ endedAt: end?.at ?? null, note: note?.text ?? null, updatedAt: note?.at ?? scheduled.updatedAt },
    },
  };
}

function outcomeOf({ status, note }: Course): Pick<Occurrence, 'state' | 'skipReason'> {
  if (status === 'completed') return { state: 'done', skipReason: null };
  if (status === 'canceled') return { state: 'skipped', skipReason: note ? 'manual' : 'canceled' };
  return { state: 'open', skipReason: null };
}

function maintenanceOf({ plan, date, width }: Occurrence, course: Course, createdAt: number): Maintenance {
  const { entry, material } = plan;
  const { status, startedAt, resolvedAt, operators, companies, updatedAt, dueAt } = course;
  return {
    ...{ id: 0, author: null, createdAt, updatedAt, material, name: entry.name },
    ...{ description: entry.description ?? null, reason: null, type: entry.type ?? 'preventive' },
    ...{ realization: entry.by ?? 'internal', priority: entry.priority ?? 'medium' },
    ...{ status, scheduledAt: dueAt, startedAt, resolvedAt, operators, companies },
    origin: { plan, dueAt, overdueAt: windowEnd(plan, date, dueAt + width) },
  };
}

/** The end of a date's window: by the calendar, or of a counter the reading that passes it. */
export function windowEnd({ counter }: MaintenancePlan, { meter }: DueDate, until: number): string | null {
  const units = meter?.due_units ?? null;
  if (units === null || !counter) return isoOf(until);
  return passedAt(units, toleranceOf(counter), counter.readings);
}

function nextOf(dates: Generator<DueDate, void, undefined>): DueDate | null {
  return dates.next().value ?? null;
}
