/** The course of a date's maintenance: done, postponed or skipped. */
import { day, hour, minute } from '../calendar.ts';
import type { Maintenance, MaintenancePlan, Site } from '../model.ts';
import type { Random } from '../random.ts';
import { type Attendance, lastAttendance, nextAttendance, toMinute } from '../roster.ts';

/** A maintenance as the task created it. Moments are in milliseconds. */
export interface Order {
  readonly plan: MaintenancePlan;
  readonly createdAt: number;
  readonly dueAt: number;
  /** The tolerance within which work is on time. */
  readonly width: number;
}

export interface Course
  extends Pick<Maintenance, 'status' | 'startedAt' | 'resolvedAt' | 'operators' | 'companies'> {
  readonly updatedAt: number;
  readonly dueAt: number;
  /** The note on a postponed or skipped one. */
  readonly note: { readonly text: string; readonly at: number; readonly skips: boolean } | null;
  /** When it ended, and who ended it. */
  readonly end: Attendance | null;
}

type Outcome = 'on time' | 'early' | 'late' | 'canceled' | 'skipped' | 'postponed' | 'undone' | 'begun';

/** The probability of each, in per mille; the rest is on time. */
const chances = { early: 35, late: 65, canceled: 12, skipped: 20, postponed: 25 } as const;

const skipNotes = [
  'The line stands still this week.',
  'Done with the overhaul last week.',
  'The manufacturer replaces the part next month.',
];
const postponeNotes = [
  'The spare part is on order.',
  'No slot in production before then.',
  'The contractor asked for a later day.',
];

export function buildCourse(order: Order, today: number, random: Random): Course {
  const outcome = outcomeOf(order, today, random);
  switch (outcome) {
    case 'undone':
      return waiting(order);
    case 'begun': {
      const { startedAt, ...course } = work(order, order.dueAt, today, random);
      if (startedAt === null) return { ...course, startedAt };
      const left = { ...course, startedAt, updatedAt: startedAt, end: null };
      return { ...left, status: 'in_progress', resolvedAt: null };
    }
    case 'canceled':
    case 'skipped':
      return leaveOut(order, outcome === 'skipped' ? random.pick(skipNotes) : null, today, random);
    case 'postponed':
      return postpone(order, today, random);
    default:
      return work(order, targetOf(outcome, order, random), today, random);
  }
}

function outcomeOf({ plan: { entry }, dueAt }: Order, today: number, random: Random): Outcome {
  const { neglected } = entry;
  if (neglected && dueAt > today - neglected.days * day) return neglected.begun ? 'begun' : 'undone';
  let drawn = random.next() * 1000;
  for (const outcome of ['early', 'late', 'canceled', 'skipped', 'postponed'] as const) {
    drawn -= chances[outcome];
    if (drawn < 0) return outcome;
  }
  return 'on time';
}

function waiting({ plan, createdAt, dueAt }: Order): Course {
  const { operators, companies } = plan;
  const times = { startedAt: null, resolvedAt: null, updatedAt: createdAt };
  return { status: 'planned', ...times, operators, companies, dueAt, note: null, end: null };
}

/** The intended start. */
function targetOf(
  outcome: 'on time' | 'early' | 'late',
  { createdAt, dueAt, width }: Order,
  random: Random,
): number {
  const ahead = dueAt - width - createdAt;
  if (outcome === 'early' && ahead > 36 * hour) return createdAt + ahead * (0.3 + 0.3 * random.next());
  if (outcome === 'late') {
    return dueAt + width + Math.min(20 * day, width * (0.3 + random.next())) + 4 * hour;
  }
  const most = Math.min(width / 3, 36 * hour);
  return dueAt + (random.next() - 0.45) * Math.max(most, 90 * minute);
}

function work(order: Order, target: number, today: number, random: Random): Course {
  const { plan, createdAt } = order;
  const { by = 'internal', minutes } = plan.entry;
  const { site } = plan.material.zone;
  const begin = somebodyNear(site, Math.max(target, createdAt + 5 * minute), createdAt, random);
  const lasts = Math.round(minutes * (0.7 + 0.8 * random.next())) * minute;
  const end = nextAttendance(site, begin.at + lasts, random, 60);
  const begun = waiting(order);
  if (begin.at >= today) return begun;
  const operators = by === 'external' ? [] : [begin.person];
  const under = { ...begun, operators, startedAt: begin.at, updatedAt: begin.at };
  if (end.at >= today) return { ...under, status: 'in_progress' };
  return { ...under, status: 'completed', resolvedAt: end.at, updatedAt: end.at, end };
}

/** On a day off, it is done on the previous day rather than later. */
function somebodyNear(site: Site, target: number, soonest: number, random: Random): Attendance {
  const next = nextAttendance(site, toMinute(target), random);
  if (next.at < target + 14 * hour) return next;
  const before = lastAttendance(site, toMinute(target), random);
  return before.at > soonest + 5 * minute ? before : next;
}

function leaveOut(order: Order, text: string | null, today: number, random: Random): Course {
  const { plan, createdAt, dueAt } = order;
  const wished = createdAt + Math.max(30 * minute, (dueAt - createdAt) * 0.7 * random.next());
  const at = nextAttendance(plan.material.zone.site, toMinute(wished), random);
  const course = waiting(order);
  if (at.at >= today) return course;
  const note = text === null ? null : { text, at: at.at, skips: true };
  return { ...course, status: 'canceled', updatedAt: at.at, note, end: at };
}

/** Postponed before it is due, and done at the new time. */
function postpone(order: Order, today: number, random: Random): Course {
  const { plan, createdAt, dueAt, width } = order;
  const { site } = plan.material.zone;
  const wished = createdAt + (dueAt - createdAt) * 0.8 * random.next();
  const { at } = nextAttendance(site, toMinute(Math.max(wished, createdAt + 5 * minute)), random);
  // If there is no such time, it is done as planned.
  if (at >= dueAt || at >= today) return work(order, dueAt, today, random);
  const later = dueAt + Math.ceil(Math.min((width * 2) / day, 7) + random.next()) * day;
  const put = work({ ...order, createdAt: at, dueAt: later }, later, today, random);
  const note = { text: random.pick(postponeNotes), at, skips: false };
  return { ...put, dueAt: later, note, updatedAt: Math.max(put.updatedAt, at) };
}
