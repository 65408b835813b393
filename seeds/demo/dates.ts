/**
 * Simulates a plan over the year: each date is decided at its own moment by the service's rules, and the result of one affects
 * the next.
 */
import { passedAt, punctualityByMeter, toleranceOf, totalBy } from '../../resources/plans/by-meter.ts';
import { excused } from '../../resources/plans/compliance.ts';
import { decide, type SkipReason } from '../../resources/plans/decide.ts';
import { dayToCountFrom } from '../../resources/plans/floating.ts';
import { comingDates, type DueDate } from '../../resources/plans/meter-dates.ts';
import type { PlanSite } from '../../resources/plans/plan.ts';
import { momentOf, punctualityOf, windowAround } from '../../resources/plans/window.ts';
import { day, hour, isoOf, minute, toMinute } from './calendar.ts';
import { type Draft, type Local, type Material, made, type Person, type Plan, type Work } from './draft.ts';
import { createRandom, type Random } from './random.ts';
import { type Attendance, lastAttendance, nextAttendance } from './roster.ts';
import { texts } from './tables.ts';
import { courseOf, workOn } from './work.ts';

/** A date of a plan. */
export interface Occurrence extends Local {
  readonly maintenance_plan: Plan;
  readonly material: Material;
  readonly state: 'scheduled' | 'open' | 'done' | 'skipped';
  /** Differs from the date itself if it was postponed. Null without a date. */
  readonly due_at: number | null;
  readonly completed_at: number | null;
  readonly maintenance: Work | null;
  readonly of: { readonly date: DueDate };
}

/** How long plans have had procedures. */
const proceduresSince = 60 * day;
/** The delay of the task after the full minute: it runs once a minute. */
const taskDelay = minute / 3;
/** By then a reading has been entered. */
const readingDelay = 10 * minute;

/** A date that is decided: its maintenance is created then. */
interface Order {
  readonly plan: Plan;
  readonly date: DueDate;
  readonly createdAt: number;
  readonly due: number;
  /** The tolerance within which work is on time. */
  readonly width: number;
  readonly today: number;
  readonly random: Random;
}

/** What became of a date. */
interface Outcome {
  readonly state: Occurrence['state'];
  readonly skip_reason?: SkipReason | null;
  readonly note?: string | null;
  readonly maintenance?: Work;
  readonly due?: number;
  readonly generated_at?: number;
  readonly ended_at?: number | null;
  readonly updated_at?: number;
}

/** The dates of a plan up to the scheduled one, with their maintenances. */
export function buildDates(plan: Plan, site: PlanSite, today: number): Occurrence[] {
  const { calendar, counter, stoppedAt, entry } = plan.of;
  const { decommissioned_at: retiredAt } = plan.material;
  const decommissioned = retiredAt === null ? [] : [{ from: isoOf(retiredAt), until: null }];
  const isFixed = calendar.schedule === 'fixed';
  const orders: { generated_at: string; ended_at: string | null }[] = [];
  const all: Occurrence[] = [];
  let dates = comingDates(calendar, site, null, counter);
  let [author, madeAt]: [Person | null, number] = [plan.created_by, plan.created_at];
  for (let date = dates.next().value; date; date = dates.next().value) {
    const moment = momentOfDate(plan, date);
    const createdAt = Math.max(moment, madeAt) + (date.meter ? readingDelay : taskDelay);
    const due = Date.parse(date.original_due_at ?? isoOf(madeAt));
    const random = createRandom(`${entry.name}, ${all.length + 1} at ${plan.site.name}`);
    const order = { plan, date, createdAt, due, width: widthOf(plan, due), today, random };
    const record = (outcome: Outcome) =>
      all.push(occurrenceOf(order, all.length + 1, made(author, madeAt), outcome));
    if (createdAt >= (stoppedAt ?? today)) {
      if (stoppedAt === null) record({ state: 'scheduled' });
      return all;
    }
    const history = { when_open: entry.when_open ?? 'skip', orders: isFixed ? orders : [], decommissioned };
    const { status, skip_reason } = decide({ date, moment: isoOf(moment), paused: false }, history);
    const course = status === 'skipped' ? null : courseFor(order);
    const outcome = course ? outcomeOf(order, course) : { state: 'skipped' as const, skip_reason };
    record({ ...outcome, generated_at: moment });
    [author, madeAt] = [null, createdAt];
    const end = course?.end ?? null;
    if (course) orders.push({ generated_at: isoOf(moment), ended_at: end && isoOf(end.at) });
    if (isFixed) continue;
    if (outcome.state === 'open') return all;
    // The next date is counted from its end.
    if (end) [author, madeAt] = [end.person, end.at];
    const completed_at = end && outcome.state === 'done' ? isoOf(end.at) : null;
    const due_at = isoOf(course?.due ?? due);
    const run = counter && totalBy(counter.readings, completed_at ?? date.original_due_at ?? due_at);
    const units = completed_at === null ? Math.max(run ?? 0, date.meter?.due_units ?? 0) : run;
    const from = dayToCountFrom({ due_at, completed_at }, site.timezone);
    dates = comingDates(calendar, site, { number: date.number, day: from, units }, counter);
  }
  return all;
}

/** When a date is decided; a date without its reading is in the future. */
function momentOfDate({ of: { entry } }: Plan, { original_due_at: due, meter }: DueDate): number {
  if (due === null || meter?.estimated) return Number.POSITIVE_INFINITY;
  return Date.parse(meter && meter.due_units !== null ? due : momentOf(due, entry.lead_days));
}

function widthOf({ of: { calendar, entry } }: Plan, due: number): number {
  const tolerance = { ...calendar, tolerance_days: entry.tolerance_days ?? null };
  return Date.parse(windowAround(isoOf(due), tolerance).until) - due;
}

function occurrenceOf(order: Order, sequence: number, stamps: Draft, outcome: Outcome): Occurrence {
  const { plan, date } = order;
  const { site, material } = plan;
  const { due = order.due, note = null, ended_at = null, ...rest } = outcome;
  const { original_due_at } = date;
  const completed_at = rest.state === 'done' ? ended_at : null;
  return {
    ...{ ...stamps, site, maintenance_plan: plan, material, sequence, original_due_at, note, ended_at },
    ...{ due_at: original_due_at === null ? null : due, completed_at, maintenance: null, ...rest },
    ...{ rule_day: date.day, rule_number: date.number, ...judged(order, due, completed_at, rest) },
    // The reason to skip a date does not matter after a decision about it.
    ...{ foreseen: note === null ? date.skip_reason : null, of: { date } },
  };
}

/** The tolerance, and whether it was on time: by the calendar, or by its counter. */
function judged(
  { plan, date, width }: Order,
  due: number,
  at: number | null,
  { state, skip_reason }: Outcome,
) {
  const { counter } = plan.of;
  const { due_units = null, estimated = false } = date.meter ?? {};
  const completed = at === null ? null : isoOf(at);
  const completed_units = completed && totalBy(counter?.readings ?? [], completed);
  const own = { due_units, estimated, meter: plan.meter, completed_units };
  if (due_units === null || !counter) {
    const window = { from: isoOf(due - width), until: isoOf(due + width) };
    const punctuality = completed && punctualityOf(completed, window);
    return { ...own, window_from: window.from, window_until: window.until, punctuality };
  }
  const tolerance_units = toleranceOf(counter);
  const isJudged = state !== 'scheduled' && !excused.some((one) => one === skip_reason);
  return {
    ...{ ...own, tolerance_units },
    window_until: isJudged ? passedAt(due_units, tolerance_units, counter.readings) : null,
    punctuality: completed && punctualityByMeter(due_units, tolerance_units, completed_units || null),
  };
}

/** What a date becomes by the course of its maintenance, which has the procedure of its plan at its creation. */
function outcomeOf(order: Order, { work, due, note, end }: Course): Outcome {
  const { plan, date, createdAt, width, today } = order;
  const { counter, entry } = plan.of;
  const units = date.meter?.due_units ?? null;
  const isCounted = units !== null && counter !== null;
  const overdue_at = isCounted ? passedAt(units, toleranceOf(counter), counter.readings) : due + width;
  const { name, description, type = 'preventive', priority = 'medium', realization = 'internal' } = entry;
  const maintenance = workOn(
    { material: plan.material, created_by: null, created_at: createdAt },
    {
      ...{ name, description, type, priority, realization, estimated_minutes: entry.estimated_minutes },
      ...{ scheduled_at: due, due_at: due, overdue_at, maintenance_plan: plan },
      ...{ procedure: createdAt >= today - proceduresSince ? plan.procedure : null, ...work },
    },
  );
  const { status } = work;
  const skip_reason = status !== 'canceled' ? null : note?.skips ? 'manual' : 'canceled';
  const state = status === 'completed' ? 'done' : skip_reason ? 'skipped' : 'open';
  const told = note && { note: note.text, updated_at: note.at };
  return { state, skip_reason, maintenance, due, ended_at: end?.at ?? null, ...told };
}

interface Course {
  readonly work: ReturnType<typeof courseOf> & Pick<Work, 'operators' | 'companies'>;
  /** Later, if it was postponed. */
  readonly due: number;
  /** On a postponed or skipped one. */
  readonly note: { readonly text: string; readonly at: number; readonly skips: boolean } | null;
  /** When it ended, and who ended it. */
  readonly end: Attendance | null;
}

/** Of a thousand dates, 35 are done early, 65 late, 12 are canceled, 20 skipped, 25 postponed; the others are on time. */
function courseFor(order: Order): Course {
  const { plan, createdAt, due, width, today, random } = order;
  const { neglected } = plan.of.entry;
  if (neglected && due > today - neglected.days * day) {
    return neglected.begun ? perform(order, due, today) : waiting(order);
  }
  const drawn = random.int(1, 1000);
  const ahead = due - width - createdAt;
  const most = Math.max(Math.min(width / 3, 36 * hour), 90 * minute);
  if (drawn <= 35 && ahead > 36 * hour)
    return perform(order, createdAt + ahead * (0.3 + 0.3 * random.next()));
  if (drawn <= 35 || drawn > 157) return perform(order, due + (random.next() - 0.45) * most);
  if (drawn > 132) return postpone(order);
  if (drawn > 100) return leaveOut(order, drawn > 112 ? random.pick(texts.skipped) : null);
  return perform(order, due + width + Math.min(20 * day, width * (0.3 + random.next())) + 4 * hour);
}

function waiting({ plan: { operators, companies }, createdAt, due }: Order): Course {
  const work = courseOf(createdAt, Number.POSITIVE_INFINITY, 0, 0);
  return { work: { ...work, operators, companies }, due, note: null, end: null };
}

/** @param until it does not end before */
function perform(order: Order, wished: number, until = 0): Course {
  const { plan, createdAt, today, random } = order;
  const { realization, estimated_minutes: minutes } = plan.of.entry;
  const begin = somebodyNear(order, Math.max(wished, createdAt + 5 * minute));
  const lasts = Math.round(minutes * (0.7 + 0.8 * random.next())) * minute;
  const end = nextAttendance(plan.site, begin.at + lasts, random, 60);
  const course = courseOf(createdAt, begin.at, Math.max(end.at, until), today);
  if (course.status === 'planned') return waiting(order);
  const operators = realization === 'external' ? [] : [begin.person];
  const isDone = course.status === 'completed';
  return {
    ...waiting(order),
    work: { ...course, operators, companies: plan.companies },
    end: isDone ? end : null,
  };
}

/** On a day off, it is done on the previous day rather than later. */
function somebodyNear({ plan: { site }, createdAt, random }: Order, wished: number): Attendance {
  const next = nextAttendance(site, toMinute(wished), random);
  if (next.at < wished + 14 * hour) return next;
  const before = lastAttendance(site, toMinute(wished), random);
  return before.at > createdAt + 5 * minute ? before : next;
}

function leaveOut(order: Order, text: string | null): Course {
  const { plan, createdAt, due, today, random } = order;
  const wished = createdAt + Math.max(30 * minute, (due - createdAt) * 0.7 * random.next());
  const end = nextAttendance(plan.site, toMinute(wished), random);
  const course = waiting(order);
  if (end.at >= today) return course;
  const note = text === null ? null : { text, at: end.at, skips: true };
  return { ...course, work: { ...course.work, status: 'canceled', updated_at: end.at }, note, end };
}

/** Postponed before it is due, and done at the new time. */
function postpone(order: Order): Course {
  const { plan, createdAt, due, width, today, random } = order;
  const wished = createdAt + (due - createdAt) * 0.8 * random.next();
  const { at } = nextAttendance(plan.site, toMinute(Math.max(wished, createdAt + 5 * minute)), random);
  // If there is no such time, it is done as planned.
  if (at >= due || at >= today) return perform(order, due);
  const later = due + Math.ceil(Math.min((width * 2) / day, 7) + random.next()) * day;
  const put = perform({ ...order, createdAt: at, due: later }, later);
  return { ...put, note: { text: random.pick(texts.postponed), at, skips: false } };
}
