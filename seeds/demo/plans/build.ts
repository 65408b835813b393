/** Builds the plans of a site from the entries of the catalogue: their equipment, their start and their people. */
import { averagedFrom, averagePerDay } from '../../../resources/metering/counter.ts';
import { baseOf } from '../../../resources/plans/by-meter.ts';
import { add, type Day } from '../../../resources/plans/days.ts';
import { dayAt, startOfDay } from '../../../resources/plans/local-time.ts';
import type { Counter } from '../../../resources/plans/meter-dates.ts';
import type { Plan } from '../../../resources/plans/plan.ts';
import { day, hour, isoOf, minute, onClock } from '../calendar.ts';
import type { MaintenancePlan, Material, Meter, Person, Site } from '../model.ts';
import { administrator, people } from '../people.ts';
import { createRandom } from '../random.ts';
import { lastAttendance, nextAttendance } from '../roster.ts';
import type { CompanyFinder } from '../shifts.ts';
import type { PlanEntry } from './entry.ts';
import { sitePlans } from './site-plans.ts';

/** @param materials those of the site. @param meters likewise */
export function buildPlans(
  site: Site,
  materials: readonly Material[],
  meters: readonly Meter[],
  today: number,
  findCompany: CompanyFinder,
): MaintenancePlan[] {
  return (sitePlans[site.plan.name] ?? []).map((entry, index) => {
    const meter = findMeter(entry, meters);
    const material = meter?.material ?? findMaterial(entry, site, materials);
    const createdAt = whenMade(entry, site, material, index, today);
    const { by = 'internal', company, stoppedAgo } = entry;
    const stopped = stoppedAgo === undefined ? null : onClock(today, stoppedAgo, 11 * 60, site.plan.timezone);
    const calendar = calendarOf(entry, site, createdAt, today);
    const random = createRandom(`plan ${index} of ${site.plan.name}`);
    const stoppedAt = stopped && lastAttendance(site, stopped, random).at;
    return {
      id: 0,
      author: plannerOf(site),
      createdAt,
      updatedAt: stoppedAt ?? createdAt,
      entry,
      material,
      ...{ calendar, meter, counter: meter && counterOf(entry, calendar, meter, site, today) },
      operators: by === 'external' ? [] : site.staff.slice(0, 1),
      companies: by === 'internal' ? [] : [findCompany(company ?? material.equipment.provider)],
      stoppedAt,
    };
  });
}

/** The counter of an entry's machine. */
function findMeter({ name, of: [kind, place], units }: PlanEntry, meters: readonly Meter[]): Meter | null {
  if (!units) return null;
  const own = meters.filter(({ entry, material }) => entry.name === units.meter && material.kind === kind);
  const found = own[Number(place)];
  if (!found) throw new Error(`There is no ${units.meter} to ${name} by.`);
  return found;
}

/** The effect of all readings of the year on a plan, each at its own time. */
function counterOf(
  { units, lead }: PlanEntry,
  { schedule, starts_on }: Plan,
  { readings }: Meter,
  { plan }: Site,
  today: number,
): Counter {
  const latest = readings.at(-1);
  const first = latest && readings.find(({ read_at }) => read_at >= averagedFrom(latest));
  const starts = startOfDay(starts_on, plan.timezone);
  return {
    ...{ schedule, every_units: units?.every ?? 1, lead_units: units?.lead ?? 0, tolerance_units: null },
    ...{
      either: units?.basis === 'either',
      lead_days: lead,
      base: baseOf(readings, starts),
      starts,
      readings,
    },
    average: first && latest ? averagePerDay(first, latest) : null,
    now: isoOf(today),
  };
}

/** The manager of the site. */
function plannerOf({ plan }: Site): Person {
  const manages = ({ roles }: Person) =>
    roles.some(([where, role]) => where === plan.name && role === 'manager');
  return people.find(manages) ?? administrator;
}

function findMaterial({ name, of }: PlanEntry, site: Site, materials: readonly Material[]): Material {
  const isOld = ({ createdAt }: Material) => createdAt < site.createdAt + 7 * day;
  const isRetired = ({ retiredAt }: Material) => retiredAt !== null;
  const [kind, place] = of === 'retired' ? [null, 0] : of;
  const fitting = materials.filter((one) => (kind === null ? isRetired(one) : one.kind === kind));
  const working = fitting.filter((one) => !isRetired(one));
  // Preferably one that existed from the beginning, and is still in use.
  const [choice = []] = [working.filter(isOld), working, fitting, materials].filter(
    ({ length }) => length > 0,
  );
  const found = choice[place % choice.length];
  if (!found) throw new Error(`There is nothing at ${site.plan.name} to ${name}.`);
  return found;
}

function whenMade(
  { madeAgo, lead }: PlanEntry,
  site: Site,
  material: Material,
  index: number,
  today: number,
): number {
  // All on one day in the second week, one after the other.
  const atFirst = site.createdAt + 8 * day + hour + index * 8 * minute;
  if (madeAgo === undefined && material.createdAt < atFirst) return atFirst;
  const wished = madeAgo === undefined ? material.createdAt : today - (madeAgo + lead) * day;
  const random = createRandom(`plan ${index} of ${site.plan.name} is made`);
  return nextAttendance(site, Math.max(wished, material.createdAt) + day, random).at;
}

function calendarOf({ rule, dateIn, lead }: PlanEntry, site: Site, createdAt: number, today: number): Plan {
  const dayOf = (moment: number) => dayAt(new Date(moment).toISOString(), site.plan.timezone);
  // The first due date is in the future when the plan is created, with its lead, even if a closed day moves it.
  const earliest = dayOf(createdAt + (lead + 4) * day);
  const { frequency, every = 1 } = rule;
  const anchor = dateIn === undefined ? earliest : dayOf(today + dateIn * day);
  const starts_on = stepBack(anchor, frequency, every, earliest);
  const dayOfMonth = Number(anchor.slice(8));
  // In a month that is too short, its last day: later dates keep the anchor's day.
  const ofAnchor =
    dateIn !== undefined && rule.schedule !== 'floating' && !starts_on.endsWith(anchor.slice(8));
  const isMonthly = frequency === 'month' || frequency === 'year';
  return {
    ...{ schedule: 'fixed', every, weekdays: null, nth: null, nth_weekday: null, ends_on: null },
    ...{ max_occurrences: null, on_closed_day: 'keep', season_from: null, season_until: null },
    ...{ due_time: '08:00', month_day: isMonthly && ofAnchor ? dayOfMonth : null },
    ...rule,
    starts_on,
  };
}

/**
 * The earliest day not before another, at a distance of whole intervals before an anchor; if that is too late, the first one
 * after it.
 */
function stepBack(anchor: Day, frequency: Plan['frequency'], every: number, earliest: Day): Day {
  let found = anchor;
  for (let steps = 1; found >= earliest; steps += 1) {
    const before = add(anchor, frequency, -steps * every);
    if (before === null || before < earliest) return found;
    found = before;
  }
  return add(anchor, frequency, every) ?? earliest;
}
