/** Builds the procedures and the plans of a site: their equipment, their start and their people. */
import type { CountedReading } from '../../resources/metering/counter.ts';
import { baseOf } from '../../resources/plans/by-meter.ts';
import { add, type Day } from '../../resources/plans/days.ts';
import { dayAt, startOfDay } from '../../resources/plans/local-time.ts';
import type { Counter } from '../../resources/plans/meter-dates.ts';
import type { Plan as Calendar } from '../../resources/plans/plan.ts';
import { rruleOf } from '../../resources/plans/rrule.ts';
import { momentOf } from '../../resources/plans/window.ts';
import { day, hour, isoOf, minute, onClock } from './calendar.ts';
import type { Occurrence } from './dates.ts';
import type { CompanyFinder, Site } from './draft.ts';
import { counted, type Material, type Meter, made, type Person, type Plan, type Procedure } from './draft.ts';
import { averageOf } from './meters.ts';
import { createRandom } from './random.ts';
import { lastAttendance, nextAttendance } from './roster.ts';
import { type PlanEntry, planEntriesOf, procedureEntries } from './tables.ts';

/** Procedures of each plant, with every kind of step. */
export function buildProcedures(plants: readonly Site[], start: number): Procedure[] {
  const all = plants.flatMap((site) => procedureEntries.map((entry) => ({ site, ...entry })));
  return counted(
    all.map(({ fits, description = null, active = true, ...entry }, at) => ({
      ...{ ...made(entry.site.created_by, start + 5 * hour + at * minute), ...entry, description, active },
    })),
  );
}

/** The procedure of a plan: every third has one. Every machine has a cabinet and an emergency stop. */
export function procedureOf(
  { id, site, material }: Plan,
  procedures: readonly Procedure[],
): Procedure | null {
  if (id % 3 !== 0) return null;
  const named = (fits: string) => procedureEntries.filter((entry) => entry.fits === fits);
  const [own] = named(material.of.kind);
  const common = named('*');
  // Ids of a plant are all even, or all odd.
  const { name } = own ?? common[Math.floor(id / 6) % common.length] ?? {};
  return procedures.find((one) => one.site === site && one.name === name) ?? null;
}

/** @param people the manager of the site plans. @param materials those of the site. @param meters likewise */
export function buildPlans(
  site: Site,
  people: readonly Person[],
  materials: readonly Material[],
  meters: readonly Meter[],
  today: number,
  findCompany: CompanyFinder,
): Plan[] {
  const manages = ({ of }: Person) =>
    of.roles.some(([name, role]) => name === site.name && role === 'manager');
  const planner = people.find(manages) ?? site.created_by;
  return planEntriesOf(site.of.entry).map((entry, index) => {
    const { of: _, rule: __, units, company, dateIn, madeAgo, stoppedAgo, neglected, ...columns } = entry;
    const meter = findMeter(entry, meters);
    const material = meter?.material ?? findMaterial(entry, site, materials);
    const createdAt = whenMade(entry, site, material, index, today);
    const random = createRandom(`plan ${index} of ${site.name}`);
    const stopped = stoppedAgo && onClock(today - stoppedAgo * day, 11 * 60, site.timezone);
    const stoppedAt = stopped ? lastAttendance(site, stopped, random).at : null;
    const calendar = calendarOf(entry, site, createdAt, today);
    const counter = meter && counterOf(entry, calendar, meter, today);
    const { realization = 'internal' } = columns;
    const { meter: ___, ...byUnits } = units ?? { meter, basis: 'calendar', lead_units: 0 };
    return {
      ...{ ...made(planner, createdAt, stoppedAt ?? createdAt), site, material, meter, procedure: null },
      ...{ type: 'preventive', priority: 'medium', realization, when_open: 'skip', catch_up: 'next' },
      ...{ ...columns, ...calendar, active: stoppedAt === null, weekday_list: calendar.weekdays?.join() },
      ...{ ...byUnits, ...(units?.basis === 'meter' && { frequency: null, lead_days: 7 }) },
      operators: realization === 'external' ? [] : site.of.staff.slice(0, 1),
      companies: realization === 'internal' ? [] : [findCompany(company ?? material.of.equipment.provider)],
      rrule: units ? null : rruleOf(calendar, site.timezone),
      of: { entry, calendar, counter, stoppedAt },
    };
  });
}

/** The counter of an entry's machine. */
function findMeter({ name, of: [kind, place], units }: PlanEntry, meters: readonly Meter[]): Meter | null {
  if (!units) return null;
  const own = meters.filter((meter) => meter.name === units.meter && meter.material.of.kind === kind);
  const found = own[Number(place)];
  if (!found) throw new Error(`There is no ${units.meter} to ${name} by.`);
  return found;
}

/** The effect of all readings of the year on a plan, each at its own time. */
function counterOf(
  { units, lead_days }: PlanEntry,
  { schedule, starts_on }: Calendar,
  { site, of }: Meter,
  today: number,
): Counter {
  const readings = of.readings as readonly CountedReading[];
  const starts = startOfDay(starts_on, site.timezone);
  return {
    ...{ schedule, every_units: 1, lead_units: 0, ...units, tolerance_units: null, lead_days },
    ...{ either: units?.basis === 'either', base: baseOf(readings, starts), starts },
    ...{ readings, average: averageOf(readings), now: isoOf(today) },
  };
}

function findMaterial({ name, of }: PlanEntry, site: Site, materials: readonly Material[]): Material {
  const isOld = ({ created_at }: Material) => created_at < site.created_at + 7 * day;
  const isRetired = ({ decommissioned_at }: Material) => decommissioned_at !== null;
  const [kind, place] = of === 'retired' ? [null, 0] : of;
  const fitting = materials.filter((one) => (kind === null ? isRetired(one) : one.of.kind === kind));
  const working = fitting.filter((one) => !isRetired(one));
  // Preferably one that existed from the beginning, and is still in use.
  const choice = [working.filter(isOld), working, fitting, materials].find(({ length }) => length > 0) ?? [];
  const found = choice[place % choice.length];
  if (!found) throw new Error(`There is nothing at ${site.name} to ${name}.`);
  return found;
}

function whenMade(
  entry: PlanEntry,
  site: Site,
  { created_at }: Material,
  index: number,
  today: number,
): number {
  const { madeAgo, lead_days } = entry;
  // All on one day in the second week, one after the other.
  const atFirst = site.created_at + 8 * day + hour + index * 8 * minute;
  if (madeAgo === undefined && created_at < atFirst) return atFirst;
  const wished = madeAgo === undefined ? created_at : today - (madeAgo + lead_days) * day;
  const random = createRandom(`plan ${index} of ${site.name} is made`);
  return nextAttendance(site, Math.max(wished, created_at) + day, random).at;
}

function calendarOf(
  { rule, dateIn, lead_days }: PlanEntry,
  site: Site,
  createdAt: number,
  today: number,
): Calendar {
  const dayOn = (moment: number) => dayAt(isoOf(moment), site.timezone);
  // The first due date is in the future when the plan is created, with its lead, even if a closed day moves it.
  const earliest = dayOn(createdAt + (lead_days + 4) * day);
  const { frequency, every = 1 } = rule;
  const anchor = dateIn === undefined ? earliest : dayOn(today + dateIn * day);
  const starts_on = stepBack(anchor, frequency, every, earliest);
  // In a month that is too short, its last day: later dates keep the anchor's day.
  const keepsDay = dateIn !== undefined && rule.schedule !== 'floating' && frequency !== 'day';
  const isMoved = keepsDay && frequency !== 'week' && !starts_on.endsWith(anchor.slice(8));
  return {
    ...{ schedule: 'fixed', every, weekdays: null, nth: null, nth_weekday: null, ends_on: null },
    ...{ max_occurrences: null, on_closed_day: 'keep', season_from: null, season_until: null },
    ...{ due_time: '08:00', month_day: isMoved ? Number(anchor.slice(8)) : null },
    ...rule,
    starts_on,
  };
}

/**
 * The earliest day not before another, at a distance of whole intervals before an anchor; if that is too late, the first one
 * after it.
 */
function stepBack(anchor: Day, frequency: Calendar['frequency'], every: number, earliest: Day): Day {
  let found = anchor;
  for (let steps = 1; found >= earliest; steps += 1) {
    const before = add(anchor, frequency, -steps * every);
    if (before === null || before < earliest) return found;
    found = before;
  }
  return add(anchor, frequency, every) ?? earliest;
}

/** The columns of a plan that follow from its dates. */
export function standingOf({ of: { entry } }: Plan, dates: readonly Occurrence[]) {
  const scheduled = dates.find(({ state }) => state === 'scheduled');
  const next = scheduled?.due_at ?? null;
  const side = scheduled?.of.date.meter;
  const moment = side?.estimated ? side.otherwise : next === null ? null : isoOf(next);
  const completions = dates.flatMap(({ completed_at }) => completed_at ?? []);
  return {
    ...{ next_due_at: next, next_due_units: side?.next_units ?? null },
    next_generation_at: moment && momentOf(moment, entry.lead_days),
    last_completed_at: completions.length > 0 ? Math.max(...completions) : null,
  };
}
