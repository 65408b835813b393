/** A year of work on a material, without plans: services, improvements, faults with their repairs, and cleanings. */
import { day, hour, type Interval, minute, onClock, toMinute } from './calendar.ts';
import type { Cleaning, CompanyFinder, Incident, Material, Row, Site, Work } from './draft.ts';
import { made } from './draft.ts';
import type { Random } from './random.ts';
import type { Attendance } from './roster.ts';
import { bustleAt, lastAttendance, nextAttendance, pickWorkers, someAttendance } from './roster.ts';
import { type Fault, type Level, type Priority, type Realization, type Service, texts } from './tables.ts';

/** A material, and what everything that happens to it needs. */
export interface Setting {
  readonly material: Material;
  /** The start of the day of seeding. */
  readonly today: number;
  readonly random: Random;
  readonly findCompany: CompanyFinder;
}

type Course = Pick<Work, 'status' | 'started_at' | 'resolved_at' | 'updated_at'>;

/** The state of work on the day of seeding, by when it begins and ends. @param dropped whether it is canceled instead of begun */
export function courseOf(
  createdAt: number,
  startedAt: number,
  resolvedAt: number,
  today: number,
  dropped = false,
): Course {
  const open = { started_at: null, resolved_at: null };
  if (startedAt >= today) return { ...open, status: 'planned', updated_at: createdAt };
  if (dropped) return { ...open, status: 'canceled', updated_at: startedAt };
  const begun = { started_at: startedAt, resolved_at: null, updated_at: startedAt };
  if (resolvedAt >= today) return { ...begun, status: 'in_progress' };
  return { ...begun, status: 'completed', resolved_at: resolvedAt, updated_at: resolvedAt };
}

type Given = Course &
  Pick<Work, 'name' | 'type' | 'realization' | 'scheduled_at' | 'operators' | 'companies'>;

/** A maintenance of a material. */
export function workOn(
  { material, created_by, created_at }: Pick<Work, 'material' | 'created_by' | 'created_at'>,
  given: Given & Partial<Work> & Row,
): Work {
  const none = { maintenance_plan: null, procedure: null, estimated_minutes: null };
  const stamps = made(created_by, created_at);
  return {
    ...stamps,
    site: material.site,
    material,
    ...none,
    ...{ overdue_at: given.scheduled_at },
    ...given,
  };
}

/** Who works: the plant's people, a company, or both. */
function workersOf(
  { material, random, findCompany }: Setting,
  by: Realization,
  at: number,
  company?: string,
) {
  const workers = pickWorkers(material.site, at, random);
  return {
    ...{ realization: by, operators: by === 'external' ? [] : workers },
    companies: by === 'internal' ? [] : [findCompany(company ?? material.of.equipment.provider)],
  };
}

/** Recurring moments, in days before the day of seeding. */
function* rounds(first: number, every: number, end: number): Generator<number> {
  for (let ago = first; ago > end; ago -= every) yield ago;
}

/** Later rounds are not planned yet. */
const horizonDays = 75;

/** Recurring work and improvements. @param planned the names of services with a plan */
export function buildServices(setting: Setting, planned: readonly string[]): Work[] {
  const { material, today, random } = setting;
  const { created_at: since, decommissioned_at: retiredAt, of } = material;
  const age = Math.floor((today - since) / day);
  const end = retiredAt === null ? -horizonDays : Math.ceil((today - retiredAt) / day) + 5;
  const kept = of.equipment.services.filter(
    ({ name, by }) => !planned.includes(name) && (by === 'external' || random.chance(0.8)),
  );
  const work = kept.flatMap((service) => {
    const { everyDays: every } = service;
    const all = [...rounds(age - random.int(6, every + 6), every, end)];
    // Of the future ones, only the next is planned.
    const ahead = all.findIndex((ago) => ago <= 0);
    return all.slice(0, ahead < 0 ? all.length : ahead + 1).map((ago) => serve(setting, service, ago));
  });
  if (!random.chance(0.05)) return work;
  const [name = '', reason = ''] = random.pick(texts.improvements);
  const middle = Math.ceil((today - (since + (retiredAt ?? today)) / 2) / day);
  const by = random.pick<Realization>(['internal', 'both']);
  const improvement = serve(setting, { type: 'improvement', name, everyDays: 0, by }, middle);
  return [...work, Object.assign(improvement, { reason })];
}

function serve(setting: Setting, service: Service, ago: number): Work {
  const { material, today, random } = setting;
  const { site, created_at: since } = material;
  const wished = onClock(today - ago * day, random.int(16, 30) * 30, site.timezone);
  // Work is planned to the half hour.
  const half = 30 * minute;
  const scheduledAt = Math.ceil(nextAttendance(site, wished, random).at / half) * half;
  const latest = Math.min(scheduledAt - 2 * hour, today - random.int(2, 200) * hour);
  const ordered = toMinute(Math.min(latest, scheduledAt - random.int(5, 25) * day));
  const before = lastAttendance(site, Math.max(ordered, since), random);
  const { at: createdAt, person } =
    before.at > since ? before : nextAttendance(site, since + random.int(60, 600) * minute, random);
  const ready = Math.max(scheduledAt + random.int(-4, 60) * 10 * minute, createdAt + hour);
  const isForgotten = ago <= 0 || random.chance(ago < 30 ? 0.2 : 0.004);
  const startedAt = isForgotten ? today : nextAttendance(site, ready, random, 120).at;
  // Some is interrupted: a part is missing.
  const waits = ago < 15 && random.chance(0.3);
  const resolvedAt = nextAttendance(site, startedAt + random.int(6, 60) * 5 * minute, random, 240).at;
  const course = courseOf(createdAt, startedAt, waits ? today : resolvedAt, today, random.chance(0.05));
  const isUnderWay = course.status === 'in_progress' || course.status === 'completed';
  const { name, type, by = 'internal', company } = service;
  const workers = workersOf(setting, by, course.started_at ?? scheduledAt, company);
  const nobody = { operators: [], companies: [] };
  return workOn(
    { material, created_by: person, created_at: createdAt },
    {
      ...{ name, type, scheduled_at: scheduledAt },
      description: random.chance(0.3) ? texts.served : null,
      priority: type === 'inspection' ? 'high' : random.pick<Priority>(['low', 'medium', 'medium']),
      ...{ ...course, ...workers, ...(!isUnderWay && random.chance(0.3) && nobody) },
    },
  );
}

/** By the severity of a fault: the repair's priority, and the minutes until it starts. */
const urgency: Readonly<Record<Level, readonly [Priority, number, number]>> = {
  low: ['low', 600, 12_000],
  medium: ['medium', 120, 3600],
  high: ['high', 30, 480],
  critical: ['urgent', 5, 60],
};

/** The incidents of a material over the year, each with its repair in `maintenance`. */
export function buildIncidents(setting: Setting): Incident[] {
  const { material, today, random } = setting;
  const { faults, faultsPerYear } = material.of.equipment;
  const end = material.decommissioned_at ?? today - hour;
  const start = material.created_at + 3 * day;
  const count = poisson((faultsPerYear * (end - start)) / (365 * day), random);
  const incidents = Array.from({ length: count }, () =>
    breakDown(setting, random.pick(faults), busyMoment(material.site, start, end, random), false),
  );
  // There are always some open incidents on the day of seeding: some wait for parts for weeks.
  if (material.decommissioned_at === null && random.chance(0.05)) {
    const moment = busyMoment(material.site, Math.max(start, today - 25 * day), end, random);
    const grave = faults.filter(({ severity }) => severity !== 'low');
    incidents.push(breakDown(setting, random.pick(grave.length > 0 ? grave : faults), moment, true));
  }
  // Events of this weekend have not been noticed yet.
  return incidents.filter(({ created_at }) => created_at < today);
}

/** Machines fail while they run: busy moments are more likely. */
function busyMoment(site: Site, start: number, end: number, random: Random): number {
  for (let draw = 0; draw < 1000; draw += 1) {
    const moment = toMinute(start + random.next() * (end - start));
    if (random.chance(bustleAt(site, moment))) return moment;
  }
  throw new Error(`Nothing goes on at ${site.name}.`);
}

/** A random number of events with this mean (Knuth's method: for small means). */
function poisson(mean: number, random: Random): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count += 1;
  return count;
}

function breakDown(setting: Setting, fault: Fault, startedAt: number, lasts: boolean): Incident {
  const { material, today, random } = setting;
  const { site } = material;
  const reported = nextAttendance(site, startedAt + random.int(1, 40) * minute, random);
  const order = nextAttendance(site, reported.at + random.int(3, 90) * minute, random);
  const isRepaired = (lasts || fault.severity !== 'low' || random.chance(0.4)) && order.at < today;
  const repair = isRepaired ? orderRepair(setting, fault, order, lasts) : null;
  // Without a repair, the problem ends by itself.
  const cleared = nextAttendance(site, reported.at + random.int(10, 400) * minute, random, 240).at;
  const dropped = repair?.status === 'canceled' ? repair.updated_at : null;
  const ended = repair ? (repair.resolved_at ?? dropped ?? today) : cleared;
  const isOver = ended < today;
  const isClosed = ended < today - 10 * day || random.chance(0.3);
  const isBegun = repair?.status === 'in_progress';
  return {
    ...made(reported.person, reported.at, isOver ? ended : isBegun ? repair.updated_at : reported.at),
    ...{ site, material, maintenance: repair, name: fault.incident, severity: fault.severity },
    ...{ description: random.chance(0.6) ? fault.reason : null, ...failureOf(fault, random) },
    status: isOver ? (isClosed ? 'closed' : 'resolved') : isBegun ? 'in_progress' : 'open',
    ...{ started_at: startedAt, resolved_at: isOver ? ended : null },
  };
}

function orderRepair(
  setting: Setting,
  fault: Fault,
  { at: createdAt, person }: Attendance,
  lasts: boolean,
): Work {
  const { material, today, random } = setting;
  const { site } = material;
  const [priority, soonest, latest] = urgency[fault.severity];
  const by = random.chance(2 / 3) ? 'internal' : random.pick<Realization>(['external', 'both']);
  const soon = createdAt + random.int(soonest, latest) * minute;
  // A part is on order, and arrives in some days.
  const wished = lasts && random.chance(0.4) ? today + random.int(1, 12) * day + 9 * hour : soon;
  const scheduledAt = nextAttendance(site, wished, random).at;
  const ready = Math.max(createdAt, scheduledAt + random.int(-60, 600) * minute);
  const startedAt = nextAttendance(site, ready, random, 120).at;
  const minutes = by === 'internal' ? random.int(20, 480) : random.int(120, 2900);
  const waiting = lasts ? 30 * day : random.chance(0.12) ? random.int(3, 20) * day : 0;
  const resolvedAt = nextAttendance(site, startedAt + minutes * minute + waiting, random, 300).at;
  return workOn(
    { material, created_by: person, created_at: createdAt },
    {
      ...{
        name: fault.repair,
        reason: fault.reason,
        type: 'corrective',
        priority,
        scheduled_at: scheduledAt,
      },
      description: random.chance(0.5) ? texts.repaired : null,
      ...courseOf(createdAt, startedAt, resolvedAt, today, !lasts && random.chance(0.03)),
      ...workersOf(setting, by, startedAt),
    },
  );
}

const found = ['operator', 'operator', 'operator', 'inspection', 'monitoring', 'demand'] as const;

/** The codes of a failure, by its name; some have no cause, a few no code at all. */
export function failureOf({ incident, severity }: Pick<Fault, 'incident' | 'severity'>, random: Random) {
  const [isBare, isCauseless] = [random.chance(0.06), random.chance(0.2)];
  const is_failure = severity !== 'low';
  const stated = { is_failure, detection: random.pick(found) };
  const sign = texts.failures.find(([says = '']) => new RegExp(says, 'i').test(incident));
  if (!is_failure || isBare || !sign) return stated;
  const [, mode, mechanism, cause] = sign;
  return { ...stated, mode, mechanism, cause: isCauseless ? null : cause };
}

/** The state of a material follows from its worst open incident. */
export function showState(material: Material, incidents: readonly Incident[]): void {
  const open = incidents.filter(({ resolved_at, severity }) => resolved_at === null && severity !== 'low');
  if (material.status === 'decommissioned' || open.length === 0) return;
  material.status = open.some(({ severity }) => severity !== 'medium') ? 'down' : 'degraded';
  material.updated_at = Math.max(...open.map(({ created_at }) => created_at));
}

const unitDays = { day: 1, week: 7, month: 30.4 } as const;

/** The cleanings of a material over the year, by its plan and occasionally without one; notes the latest on the material. */
export function buildCleanings(setting: Setting): Cleaning[] {
  const { material, today, random } = setting;
  const { cleaning_every: every, cleaning_unit: unit, created_at: since } = material;
  const end = material.decommissioned_at ?? today;
  const cleanings = every && unit ? cleanedBy(setting, [every, unit]) : [];
  if (random.chance(0.12)) {
    const moment = since + random.next() * (end - since);
    cleanings.push(...clean(setting, 'casual', Math.floor((today - moment) / day) + 1));
  }
  const done = cleanings.filter(({ cleaned_at: at }) => at > since && at < end);
  material.last_cleaning_at = done.length > 0 ? Math.max(...done.map(({ cleaned_at }) => cleaned_at)) : null;
  return done;
}

function cleanedBy(setting: Setting, [every, unit]: Interval): Cleaning[] {
  const { material, today, random } = setting;
  const interval = every * unitDays[unit];
  const [, type] = texts.cleaningTypes.find(([days = 0]) => interval <= Number(days)) ?? [];
  // Frequent cleanings have records for a part of the year only, to limit the amount of demo data.
  const recorded = interval <= 1 ? 30 : interval <= 7 ? 120 : 365;
  const age = Math.min((today - material.created_at) / day, recorded);
  // A few are behind their plan: the last one or two were missed.
  const behind = random.chance(0.08) ? random.int(1, 2) : 0;
  return [...rounds(age - random.next() * interval, interval, behind * interval)].flatMap((ago) => {
    const late = interval < 7 ? 0 : random.int(-1, 2);
    return clean(setting, String(type), Math.max(1, Math.floor(ago) - late));
  });
}

/** A cleaning on that day or the previous workday; none for a daily cleaning on a day off. */
function clean({ material, today, random }: Setting, type: string, ago: number): Cleaning[] {
  const { site } = material;
  const noonOf = (days: number) => onClock(today - days * day, 12 * 60, site.timezone);
  for (const days of type === 'daily' ? [ago] : [ago, ago + 1, ago + 2]) {
    const there = someAttendance(site, noonOf(days), random);
    if (!there) continue;
    const name = `Cleaning of ${material.name}`;
    const stamps = made(there.person, there.at + random.int(2, 90) * minute);
    const description = random.chance(0.15) ? random.pick(texts.cleaned) : null;
    return [{ ...stamps, site, material, name, type, description, cleaned_at: there.at } as Cleaning];
  }
  return [];
}
