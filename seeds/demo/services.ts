/** Builds recurring maintenances without a plan, and improvements. */
import { day, hour, minute, onClock } from './calendar.ts';
import type { Service } from './catalogue/equipment.ts';
import type { Maintenance, Material, Site } from './model.ts';
import type { Random } from './random.ts';
import { lastAttendance, nextAttendance, toMinute } from './roster.ts';
import { type CompanyFinder, pickWorkers } from './shifts.ts';

/** Later rounds are not planned yet. */
const horizonDays = 75;

const improvements = [
  ['Fit a vibration sensor', 'Findings would reach us weeks earlier.'],
  ['Move the control panel to eye level', 'The display cannot be read from the walkway.'],
  ['Add an isolation valve', 'The whole line has to be drained for every repair.'],
  ['Replace the lighting by LED', 'The level gauge cannot be read at night.'],
  ['Fit a drip tray', 'Oil on the floor after every top-up.'],
] as const;

/** @param planned the names of those with a plan */
export function buildServices(
  material: Material,
  planned: ReadonlySet<string>,
  today: number,
  findCompany: CompanyFinder,
  random: Random,
): Maintenance[] {
  const rounds = material.equipment.services
    .filter(({ name }) => !planned.has(name))
    .filter(({ by }) => by === 'external' || random.chance(0.8))
    .flatMap((service) => buildRounds(material, service, today, findCompany, random));
  return random.chance(0.05) ? [...rounds, buildImprovement(material, today, findCompany, random)] : rounds;
}

function buildRounds(
  material: Material,
  service: Service,
  today: number,
  findCompany: CompanyFinder,
  random: Random,
): Maintenance[] {
  const age = Math.floor((today - material.createdAt) / day);
  const end = material.retiredAt === null ? -horizonDays : Math.ceil((today - material.retiredAt) / day) + 5;
  const rounds: Maintenance[] = [];
  let ahead = false;
  for (let ago = age - random.int(6, service.everyDays + 6); ago > end && !ahead; ago -= service.everyDays) {
    ahead = ago <= 0;
    rounds.push(buildRound(material, service, ago, today, findCompany, random));
  }
  return rounds;
}

function buildRound(
  material: Material,
  { type, name, by, company }: Service,
  ago: number,
  today: number,
  findCompany: CompanyFinder,
  random: Random,
): Maintenance {
  const { site } = material.zone;
  const onPlan = onClock(today, ago, random.int(16, 30) * 30, site.plan.timezone);
  const scheduledAt = toHalfHour(nextAttendance(site, onPlan, random).at);
  const latest = Math.min(scheduledAt - 2 * hour, today - random.int(2, 200) * hour);
  const wished = toMinute(Math.min(latest, scheduledAt - random.int(5, 25) * day));
  const planned = lastAttendance(site, Math.max(wished, material.createdAt), random);
  const { at: createdAt, person: author } =
    planned.at > material.createdAt
      ? planned
      : nextAttendance(site, material.createdAt + random.int(60, 600) * minute, random);
  const course =
    ago > 0 ? buildCourse(site, scheduledAt, createdAt, ago, today, random) : plannedCourse(createdAt);
  const provider = findCompany(company ?? material.equipment.provider);
  const workers = pickWorkers(material, course.startedAt ?? scheduledAt, by, provider, random);
  const assigned = course.status === 'planned' || course.status === 'canceled' ? random.chance(0.7) : true;
  return {
    id: 0,
    author,
    createdAt,
    material,
    name,
    description: random.chance(0.3) ? 'As the maintenance plan says; note findings below.' : null,
    reason: null,
    type,
    realization: by,
    priority: type === 'inspection' ? 'high' : random.pick(['low', 'medium', 'medium']),
    scheduledAt,
    ...course,
    operators: assigned ? workers.operators : [],
    companies: assigned ? workers.companies : [],
  };
}

type Course = Pick<Maintenance, 'status' | 'startedAt' | 'resolvedAt'> & { updatedAt: number };

function plannedCourse(createdAt: number): Course {
  return { status: 'planned', startedAt: null, resolvedAt: null, updatedAt: createdAt };
}

/** Work is planned to the half hour. */
function toHalfHour(moment: number): number {
  return Math.ceil(moment / (30 * minute)) * 30 * minute;
}

/** The result of work whose day has passed. */
function buildCourse(
  site: Site,
  scheduledAt: number,
  createdAt: number,
  ago: number,
  today: number,
  random: Random,
): Course {
  if (random.chance(ago < 30 ? 0.2 : 0.004)) return plannedCourse(createdAt);
  const ready = Math.max(scheduledAt + random.int(-4, 60) * 10 * minute, createdAt + hour);
  const startedAt = nextAttendance(site, ready, random, 120).at;
  const resolvedAt = nextAttendance(site, startedAt + random.int(6, 60) * 5 * minute, random, 240).at;
  if (startedAt >= today) return plannedCourse(createdAt);
  if (random.chance(0.05)) return { ...plannedCourse(createdAt), status: 'canceled', updatedAt: startedAt };
  // Started and interrupted: a part is missing.
  const waits = ago < 15 && random.chance(0.3);
  if (resolvedAt >= today || waits) {
    return { status: 'in_progress', startedAt, resolvedAt: null, updatedAt: startedAt };
  }
  return { status: 'completed', startedAt, resolvedAt, updatedAt: resolvedAt };
}

function buildImprovement(
  material: Material,
  today: number,
  findCompany: CompanyFinder,
  random: Random,
): Maintenance {
  const [name, reason] = random.pick(improvements);
  const middle = (material.createdAt + (material.retiredAt ?? today)) / 2;
  const service: Service = { type: 'improvement', name, everyDays: 0, by: random.pick(['internal', 'both']) };
  return {
    ...buildRound(material, service, Math.ceil((today - middle) / day), today, findCompany, random),
    reason,
  };
}
