/** Builds the incidents, and the resulting repairs. */
import { day, hour, minute } from './calendar.ts';
import type { Fault, Realization, Severity } from './catalogue/equipment.ts';
import type { Incident, Maintenance, Material, Site } from './model.ts';
import type { Random } from './random.ts';
import { type Attendance, bustleAt, nextAttendance, toMinute } from './roster.ts';
import { type CompanyFinder, pickWorkers } from './shifts.ts';

const priorities: Readonly<Record<Severity, Maintenance['priority']>> = {
  low: 'low',
  medium: 'medium',
  high: 'high',
  critical: 'urgent',
};

/** Minutes until a repair starts. */
const waits: Readonly<Record<Severity, readonly [number, number]>> = {
  low: [600, 12_000],
  medium: [120, 3600],
  high: [30, 480],
  critical: [5, 60],
};

export interface Breakdown {
  readonly incident: Incident;
  readonly repair: Maintenance | null;
}

export function buildBreakdowns(
  material: Material,
  today: number,
  findCompany: CompanyFinder,
  random: Random,
): Breakdown[] {
  const { faults, faultsPerYear } = material.equipment;
  const end = material.retiredAt ?? today - hour;
  const start = material.createdAt + 3 * day;
  const mean = (faultsPerYear * (end - start)) / (365 * day);
  const { site } = material.zone;
  const moments = Array.from({ length: poisson(mean, random) }, () => busyMoment(site, start, end, random));
  const breakdowns = moments.map((moment) =>
    breakDown(material, random.pick(faults), moment, false, today, findCompany, random),
  );
  // There are always some open incidents on the day of seeding: some wait for parts for weeks.
  if (material.retiredAt === null && random.chance(0.05)) {
    const moment = busyMoment(site, Math.max(start, today - 25 * day), end, random);
    const grave = faults.filter(({ severity }) => severity !== 'low');
    const fault = random.pick(grave.length > 0 ? grave : faults);
    breakdowns.push(breakDown(material, fault, moment, true, today, findCompany, random));
  }
  // Events of this weekend have not been noticed yet.
  return breakdowns.filter(({ incident }) => incident.createdAt < today);
}

/** Machines fail while they run: busy moments are more likely. */
function busyMoment(site: Site, start: number, end: number, random: Random): number {
  for (let draw = 0; draw < 1000; draw += 1) {
    const moment = toMinute(start + random.next() * (end - start));
    if (random.chance(bustleAt(site, moment))) return moment;
  }
  throw new Error(`Nothing goes on at ${site.plan.name}.`);
}

/** A random number of events with this mean (Knuth's method: for small means). */
function poisson(mean: number, random: Random): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count += 1;
  return count;
}

function breakDown(
  material: Material,
  fault: Fault,
  startedAt: number,
  lasts: boolean,
  today: number,
  findCompany: CompanyFinder,
  random: Random,
): Breakdown {
  const { site } = material.zone;
  const { at: reportedAt, person: author } = nextAttendance(
    site,
    startedAt + random.int(1, 40) * minute,
    random,
  );
  const needsRepair = lasts || fault.severity !== 'low' || random.chance(0.4);
  const order = nextAttendance(site, reportedAt + random.int(3, 90) * minute, random);
  const repair =
    needsRepair && order.at < today
      ? orderRepair(material, fault, order, lasts, today, findCompany, random)
      : null;
  const report = {
    id: 0,
    author,
    createdAt: reportedAt,
    material,
    maintenance: repair,
    name: fault.incident,
    description: random.chance(0.6) ? fault.reason : null,
    severity: fault.severity,
    startedAt,
  };
  const cleared = nextAttendance(site, reportedAt + random.int(10, 400) * minute, random, 240);
  const clearedAt = repair === null ? cleared.at : null;
  return { incident: { ...report, ...outcome(repair, reportedAt, clearedAt, today, random) }, repair };
}

type Outcome = Pick<Incident, 'status' | 'resolvedAt'> & { updatedAt: number };

/** @param clearedAt when the problem ended without a repair */
function outcome(
  repair: Maintenance | null,
  reportedAt: number,
  clearedAt: number | null,
  today: number,
  random: Random,
): Outcome {
  if (repair?.status === 'in_progress') {
    return { status: 'in_progress', resolvedAt: null, updatedAt: repair.updatedAt };
  }
  const resolvedAt = repair?.status === 'canceled' ? repair.updatedAt : (repair?.resolvedAt ?? clearedAt);
  if (resolvedAt === null || resolvedAt >= today) {
    return { status: 'open', resolvedAt: null, updatedAt: reportedAt };
  }
  const closed = resolvedAt < today - 10 * day || random.chance(0.3);
  return { status: closed ? 'closed' : 'resolved', resolvedAt, updatedAt: resolvedAt };
}

function orderRepair(
  material: Material,
  fault: Fault,
  { at: createdAt, person: author }: Attendance,
  lasts: boolean,
  today: number,
  findCompany: CompanyFinder,
  random: Random,
): Maintenance {
  const { site } = material.zone;
  const realization: Realization = random.pick([
    'internal',
    'internal',
    'internal',
    'internal',
    'external',
    'both',
  ]);
  const [soonest, latest] = waits[fault.severity];
  const soon = createdAt + random.int(soonest, latest) * minute;
  // A part is on order, and arrives in some days.
  const wished = lasts && random.chance(0.4) ? today + random.int(1, 12) * day + 9 * hour : soon;
  const scheduledAt = nextAttendance(site, wished, random).at;
  const ready = Math.max(createdAt, scheduledAt + random.int(-60, 600) * minute);
  const startedAt = nextAttendance(site, ready, random, 120).at;
  const work = realization === 'internal' ? random.int(20, 480) : random.int(120, 2900);
  const waiting = lasts ? 30 * day : random.chance(0.12) ? random.int(3, 20) * day : 0;
  const resolvedAt = nextAttendance(site, startedAt + work * minute + waiting, random, 300).at;
  const dropped = !lasts && random.chance(0.03);
  return {
    id: 0,
    author,
    createdAt,
    material,
    name: fault.repair,
    description: random.chance(0.5)
      ? 'Isolate, lock and tag before opening; test run with the operator.'
      : null,
    reason: fault.reason,
    type: 'corrective',
    realization,
    priority: priorities[fault.severity],
    scheduledAt,
    ...courseOf(createdAt, startedAt, resolvedAt, dropped, today),
    ...pickWorkers(material, startedAt, realization, findCompany(material.equipment.provider), random),
  };
}

type Course = Pick<Maintenance, 'status' | 'startedAt' | 'resolvedAt'> & { updatedAt: number };

function courseOf(
  createdAt: number,
  startedAt: number,
  resolvedAt: number,
  dropped: boolean,
  today: number,
): Course {
  const planned = { startedAt: null, resolvedAt: null };
  if (startedAt >= today) return { status: 'planned', ...planned, updatedAt: createdAt };
  if (dropped) return { status: 'canceled', ...planned, updatedAt: startedAt };
  if (resolvedAt >= today)
    return { status: 'in_progress', startedAt, resolvedAt: null, updatedAt: startedAt };
  return { status: 'completed', startedAt, resolvedAt, updatedAt: resolvedAt };
}

/** The state of a material follows from its worst open incident. */
export function showState(material: Material, incidents: readonly Incident[]): void {
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null);
  const grave = open.some(({ severity }) => severity === 'high' || severity === 'critical');
  const ill = open.some(({ severity }) => severity === 'medium');
  if (material.status === 'decommissioned' || !(grave || ill)) return;
  material.status = grave ? 'down' : 'degraded';
  material.updatedAt = Math.max(...open.map(({ createdAt }) => createdAt));
}
