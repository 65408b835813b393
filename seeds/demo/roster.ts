/** The days of a site: when people are there, who record what they do, and when machines run. */
import { workingDays } from '../../resources/plans/closed-days.ts';
import type { Weekday } from '../../resources/plans/days.ts';
import type { PlanSite } from '../../resources/plans/plan.ts';
import { day, dayOf, midnightOf, minute, onClock, toMinute, weekdayOf } from './calendar.ts';
import type { Person, Site } from './draft.ts';
import type { Random } from './random.ts';
import { texts } from './tables.ts';

/** Local hours, the last one exclusive. */
type Hours = readonly [from: number, to: number];
const early: Hours = [6, 14];
const late: Hours = [14, 22];
const office: Hours = [8, 17];

/** A person's working day; it never passes midnight. */
interface Duty {
  readonly person: Person;
  readonly from: number;
  readonly to: number;
}

interface Workday {
  readonly weekday: number;
  readonly duties: readonly Duty[];
  readonly opens: number;
  readonly closes: number;
}

/** A person at work, at a moment. */
export interface Attendance {
  readonly at: number;
  readonly person: Person;
}

/** Technicians alternate between early and late each week; everyone at a plant works on one Saturday in four weeks. */
function hoursOf(person: Person, { is_headquarters, name }: Site, date: number): Hours | null {
  const weekday = weekdayOf(date);
  const week = Math.floor((date / day + 3) / 7);
  if (weekday === 7) return null;
  if (weekday === 6) return !is_headquarters && (week + 2 * person.id) % 4 === 2 ? early : null;
  if (!person.of.roles.some(([site, role]) => site === name && role === 'technician')) return office;
  return week % 2 === 0 ? early : late;
}

const known = new WeakMap<Site, Map<number, Workday>>();

/** The calendar day of a moment, or one some days later. */
function workdayOf(site: Site, moment: number, later = 0): Workday {
  const { timezone, is_headquarters, of } = site;
  const near = Math.floor(moment / day) * day;
  const isNext = midnightOf(near + day, timezone) <= moment;
  const date = (midnightOf(near, timezone) > moment ? near - day : isNext ? near + day : near) + later * day;
  const days = known.get(site) ?? new Map<number, Workday>();
  known.set(site, days);
  const found = days.get(date);
  if (found) return found;
  const at = (hours: number) => onClock(date, hours * 60, timezone);
  const duties = of.staff.flatMap((person): Duty[] => {
    const hours = hoursOf(person, site, date);
    return hours === null ? [] : [{ person, from: at(hours[0]), to: at(hours[1]) }];
  });
  const [opens, closes] = is_headquarters ? office : ([early[0], late[1]] as const);
  const workday = { weekday: weekdayOf(date), duties, opens: at(opens), closes: at(closes) };
  days.set(date, workday);
  return workday;
}

const thereAt = (duties: readonly Duty[], moment: number): Duty[] =>
  duties.filter(({ from, to }) => from <= moment && moment < to);

/** One of several; the first of the staff, the technician, more often than the others. */
function pickOf(people: readonly Person[], random: Random): Person {
  const [first] = people;
  return first && random.chance(0.5) ? first : random.pick(people);
}

/** The maximum time until a person is present: over a weekend. */
const mostDays = 7;

function attend(site: Site, moment: number, random: Random, step: 1 | -1, most: number): Attendance {
  const edge = step === 1 ? 'from' : 'to';
  for (let days = 0; days <= mostDays; days += 1) {
    const { duties } = workdayOf(site, moment, step * days);
    const there = thereAt(duties, moment);
    const people = (some: readonly Duty[]) => some.map(({ person }) => person);
    if (there.length > 0) return { at: moment, person: pickOf(people(there), random) };
    const edges = duties.map((duty) => duty[edge]).filter((at) => (at - moment) * step >= 0);
    if (edges.length === 0) continue;
    const at = step === 1 ? Math.min(...edges) : Math.max(...edges);
    const first = people(duties.filter((duty) => duty[edge] === at));
    return { at: at + step * random.int(2, most) * minute, person: pickOf(first, random) };
  }
  throw new Error(`Nobody works at ${site.name}.`);
}

/**
 * The moment itself if someone is present, else some time after the next arrival.
 * @param most the maximum minutes after that
 */
export function nextAttendance(site: Site, moment: number, random: Random, most = 40): Attendance {
  return attend(site, moment, random, 1, most);
}

/** The moment itself if someone is present, else a little before the last departure. */
export function lastAttendance(site: Site, moment: number, random: Random): Attendance {
  return attend(site, moment, random, -1, 40);
}

/** A moment of a person's working day, not in its last two hours; null on a day off. @param moment any of that day */
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
    if (thereAt(workdayOf(site, moment).duties, moment).length > 0) return moment;
  }
  return nextAttendance(site, toMinute(start), random).at;
}

/** One or two of the people present at a moment; at night, of all. */
export function pickWorkers(site: Site, moment: number, random: Random): Person[] {
  const present = thereAt(workdayOf(site, moment).duties, moment).map(({ person }) => person);
  const staff = present.length > 0 ? present : site.of.staff;
  const pair = [pickOf(staff, random), random.pick(staff)];
  return random.chance(0.25) ? [...new Set(pair)] : pair.slice(0, 1);
}

/**
 * The activity at a moment, from 0 to 1: full during shifts on workdays, low at night and on weekends. People are only present by
 * day; they find the results of night shifts in the morning.
 */
export function bustleAt(site: Site, moment: number): number {
  const { weekday, opens, closes } = workdayOf(site, moment);
  const ofDay = weekday === 7 ? 0.15 : weekday === 6 ? 0.35 : 1;
  if (opens <= moment && moment < closes) return ofDay;
  return site.of.entry.worksNights ? 0.1 * ofDay : 0;
}

const clock = (hours: number): string => `${String(hours).padStart(2, '0')}:00`;
const weekdays = texts.weekdays as [Weekday, string][];

/** The columns of the working hours of a site: the shifts of its people. */
export function workingHoursOf({ is_headquarters }: Site) {
  return weekdays.flatMap(([weekday, dayName]) => {
    const ofPlant = weekday === 'sat' ? [early] : [early, late];
    const ofOffice = weekday === 'sat' ? [] : [office];
    return (is_headquarters ? ofOffice : ofPlant).map(([from, to]) => ({
      ...{ name: `${dayName} ${clock(from)}–${clock(to)}`, weekday, from: clock(from), until: clock(to) },
    }));
  });
}

/** The columns of closures of the next year: there were none in the past. */
export function closuresFrom(today: number): { readonly day: string; readonly name: string }[] {
  const days = Array.from({ length: 365 }, (_, ahead) => dayOf(today + (ahead + 1) * day));
  return days.flatMap((one) =>
    texts.holidays.flatMap(([on = '', name = '']) => (one.endsWith(on) ? [{ day: one, name }] : [])),
  );
}

/** The fields of a site for the dates of its plans. */
export function planSiteOf(site: Site, today: number): PlanSite {
  return { ...workingDays(workingHoursOf(site), closuresFrom(today)), timezone: site.timezone };
}
