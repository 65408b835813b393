/** When the people of a site are present, and how busy it is. They record data while they are present. */
import { minute } from './calendar.ts';
import type { Person, Site } from './model.ts';
import type { Random } from './random.ts';
import { type Duty, workdayOf } from './workdays.ts';

/** A person at work, at a moment. */
export interface Attendance {
  readonly at: number;
  readonly person: Person;
}

/** The maximum time until a person is present: over a weekend. */
const mostDays = 7;

/** One of several; the first of the staff, the technician, more often than the others. */
function pickOf(duties: readonly Duty[], random: Random): Person {
  const [first] = duties;
  return first && random.chance(0.5) ? first.person : random.pick(duties).person;
}

function findThere(duties: readonly Duty[], moment: number): Duty[] {
  return duties.filter(({ from, to }) => from <= moment && moment < to);
}

/** The people present at a moment; none at night. */
export function presentAt(site: Site, moment: number): Person[] {
  return findThere(workdayOf(site, moment).duties, moment).map(({ person }) => person);
}

/** Whether anyone is present on the day of a moment. */
export function isWorkday(site: Site, moment: number): boolean {
  return workdayOf(site, moment).duties.length > 0;
}

/**
 * The moment itself if someone is present, else some time after the next arrival.
 * @param most the maximum minutes after that
 */
export function nextAttendance(site: Site, moment: number, random: Random, most = 40): Attendance {
  for (let days = 0; days <= mostDays; days += 1) {
    const { duties } = workdayOf(site, moment, days);
    const there = findThere(duties, moment);
    if (there.length > 0) return { at: moment, person: pickOf(there, random) };
    const coming = duties.filter(({ from }) => from > moment);
    const from = Math.min(...coming.map((duty) => duty.from));
    const first = coming.filter((duty) => duty.from === from);
    if (first.length > 0) return { at: from + random.int(2, most) * minute, person: pickOf(first, random) };
  }
  throw new Error(`Nobody works at ${site.plan.name}.`);
}

/** The moment itself if someone is present, else a little before the last departure. */
export function lastAttendance(site: Site, moment: number, random: Random): Attendance {
  for (let days = 0; days <= mostDays; days += 1) {
    const { duties } = workdayOf(site, moment, -days);
    const there = findThere(duties, moment);
    if (there.length > 0) return { at: moment, person: pickOf(there, random) };
    const gone = duties.filter(({ to }) => to <= moment);
    const to = Math.max(...gone.map((duty) => duty.to));
    const last = gone.filter((duty) => duty.to === to);
    if (last.length > 0) return { at: to - random.int(2, 40) * minute, person: pickOf(last, random) };
  }
  throw new Error(`Nobody works at ${site.plan.name}.`);
}

/**
 * A moment of a person's working day, not in its last two hours; null on a day off.
 * @param moment any of that day
 */
export function someAttendance(site: Site, moment: number, random: Random): Attendance | null {
  const { duties } = workdayOf(site, moment);
  if (duties.length === 0) return null;
  const { person, from, to } = random.pick(duties);
  return { at: from + random.int(0, (to - from) / minute - 120) * minute, person };
}

/** A minute between two moments at which someone is present; if there is none, the next one after the first. */
export function attendedMoment(site: Site, start: number, end: number, random: Random): number {
  for (let draw = 0; draw < 50; draw += 1) {
    const moment = toMinute(start + random.next() * (end - start));
    if (presentAt(site, moment).length > 0) return moment;
  }
  return nextAttendance(site, toMinute(start), random).at;
}

/** To the minute, as people enter it. */
export function toMinute(moment: number): number {
  return Math.floor(moment / minute) * minute;
}

/**
 * The activity at a moment, from 0 to 1: full during shifts on workdays, low at night and on weekends. People are only present by
 * day; they find the results of night shifts in the morning.
 */
export function bustleAt(site: Site, moment: number): number {
  const { weekday, opens, closes } = workdayOf(site, moment);
  const ofDay = weekday === 7 ? 0.15 : weekday === 6 ? 0.35 : 1;
  if (opens <= moment && moment < closes) return ofDay;
  return site.plan.worksNights ? 0.1 * ofDay : 0;
}
