/** The days of a site in its time zone: when people are present, and when machines run. */
import { DateTime } from 'luxon';
import { day } from './calendar.ts';
import type { Person, Site } from './model.ts';

/** Local hours, the last one exclusive. */
type Hours = readonly [from: number, to: number];
const early: Hours = [6, 14];
const late: Hours = [14, 22];
const office: Hours = [8, 17];

/** A person's working day, in milliseconds since 1970; it never passes midnight. */
export interface Duty {
  readonly person: Person;
  readonly from: number;
  readonly to: number;
}

export interface Workday {
  /** Its midnight. */
  readonly from: number;
  /** Monday is 1, Sunday 7. */
  readonly weekday: number;
  readonly duties: readonly Duty[];
  readonly opens: number;
  readonly closes: number;
}

/** Technicians alternate between early and late each week; everyone at a plant works on one Saturday in four weeks. */
function hoursOf(person: Person, { plan }: Site, { weekday, weekNumber }: DateTime): Hours | null {
  if (weekday === 7) return null;
  if (weekday === 6) return !plan.isHeadquarters && (weekNumber + 2 * person.id) % 4 === 2 ? early : null;
  const rotates = person.roles.some(([where, role]) => where === plan.name && role === 'technician');
  if (!rotates) return office;
  return weekNumber % 2 === 0 ? early : late;
}

function buildWorkday(site: Site, start: DateTime): Workday {
  const at = (hour: number) => start.set({ hour }).toMillis();
  const duties = site.staff.flatMap((person): Duty[] => {
    const hours = hoursOf(person, site, start);
    return hours === null ? [] : [{ person, from: at(hours[0]), to: at(hours[1]) }];
  });
  const [opens, closes] = site.plan.isHeadquarters ? office : ([early[0], late[1]] as const);
  return { from: at(0), weekday: start.weekday, duties, opens: at(opens), closes: at(closes) };
}

/** The days of a site in order, from the first one. Cached, because computing local times is slow. */
interface Calendar {
  readonly first: DateTime;
  readonly days: Workday[];
}

const calendars = new WeakMap<Site, Calendar>();

function calendarOf(site: Site): Calendar {
  const known = calendars.get(site);
  if (known) return known;
  const start = DateTime.fromMillis(site.createdAt, { zone: site.plan.timezone }).startOf('day');
  const calendar: Calendar = { first: start.minus({ days: 10 }), days: [] };
  calendars.set(site, calendar);
  return calendar;
}

function dayAt(site: Site, index: number): Workday {
  const { first, days } = calendarOf(site);
  for (let next = days.length; next <= index; next += 1) {
    days.push(buildWorkday(site, first.plus({ days: next })));
  }
  const found = days[index];
  if (found === undefined) throw new RangeError(`${site.plan.name} was not there yet.`);
  return found;
}

/**
 * The day of a moment, or one some days later.
 * @throws RangeError long before the site existed
 */
export function workdayOf(site: Site, moment: number, later = 0): Workday {
  const near = Math.floor((moment - dayAt(site, 0).from) / day);
  // One day more or less if the offset has changed since.
  if (dayAt(site, near).from > moment) return dayAt(site, near - 1 + later);
  return dayAt(site, (dayAt(site, near + 1).from <= moment ? near + 1 : near) + later);
}
