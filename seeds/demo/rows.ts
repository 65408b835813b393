/** The rows of the demo by resource, in an order for foreign keys. */
import { minute, nextCleaning } from './calendar.ts';
import * as desk from './desk.ts';
import { type Incident, type Lists, type Material, made, type Plan } from './draft.ts';
import { buildPictures } from './pictures.ts';
import { buildClasses, buildTree } from './places.ts';
import { standingOf } from './plans.ts';
import { buildCosts, buildLabour, buildSteps, buildStops } from './records.ts';
import { emailOf, permissionsOf, roles } from './tables.ts';
import type { World } from './world.ts';

/** Of the public password, with a salt of its own: computing it takes a tenth of a second. */
const password_hash = '$2b$10$Millwright.demo.data.uMzHKK2NLCJ6SEX/9IvebecbisB51ahy';

/** The row id of a mode, a mechanism or a cause (`mode BRD`). */
export type CodeIds = ReadonlyMap<string, number>;

export function listsOf(world: World, codes: CodeIds) {
  const { author, start, people, sites, zones, materials, plans, maintenances, incidents } = world;
  for (const material of materials) Object.assign(material, { next_cleaning_at: nextOf(material) });
  const classes = buildClasses(author, start);
  const steps = buildSteps(world);
  const { trades, entries } = buildLabour(world);
  const { points, requests } = desk.buildRequests(world);
  const { webhooks, deliveries } = desk.buildWebhooks(world);
  const roleRows = roles.map(({ may, ...role }, at) => ({
    ...{ ...made(author, start + at * minute), id: at + 1, ...role, permissions: permissionsOf({ may }) },
  }));
  const datesOf = (plan: Plan) => world.occurrences.filter((one) => one.maintenance_plan === plan);
  const lists: Lists = [
    // Users come before sites, which refer to their author.
    ['users', people.map((person) => ({ ...person, email: emailOf(person), password_hash }))],
    ['sites', sites],
    ['companies', world.companies],
    ['zones', zones],
    ['equipment-classes', classes],
    ['materials', buildTree(zones, materials, classes)],
    // Plans refer to their meters, and incidents to the readings that made them.
    ['meters', world.meters],
    ['meter-readings', world.readings],
    ['procedures', world.procedures],
    ['maintenance-plans', plans.map((plan) => ({ ...plan, ...standingOf(plan, datesOf(plan)) }))],
    ['maintenances', maintenances],
    ['incidents', incidents.map((incident) => coded(incident, codes))],
    ['cleanings', world.cleanings],
    ['maintenance-steps', steps],
    ['trades', trades],
    ['labour-entries', entries],
    ['service-costs', buildCosts(world)],
    ['plan-occurrences', world.occurrences],
    ['items', world.items],
    ['item-movements', world.movements],
    ['working-hours', desk.buildWorkingHours(world)],
    ['closures', desk.buildClosures(world)],
    ['cleaning-rounds', desk.buildRounds(world)],
    ['downtimes', buildStops(world)],
    ['request-points', points],
    ['work-requests', requests],
    ['webhooks', webhooks],
    ['webhook-deliveries', deliveries],
    ['roles', roleRows],
    ['comments', desk.buildComments(world)],
    ['notifications', desk.buildNotifications(world)],
  ];
  const answered = steps.filter(({ kind }) => kind === 'photo');
  const pictured = { materials, maintenances, incidents, 'maintenance-steps': answered };
  return { lists, pictures: buildPictures(world, { ...pictured, 'work-requests': requests }) };
}

function nextOf({
  cleaning_every: every,
  cleaning_unit: unit,
  last_cleaning_at: last,
  created_at,
  site,
}: Material) {
  return every && unit ? nextCleaning(last ?? created_at, [every, unit], site.timezone) : null;
}

/** An incident with the ids of its codes. */
function coded({ mode, mechanism, cause, ...incident }: Incident, codes: CodeIds): object {
  return {
    ...incident,
    failure_mode_id: codes.get(`mode ${mode}`) ?? null,
    failure_mechanism_id: codes.get(`mechanism ${mechanism}`) ?? null,
    failure_cause_id: codes.get(`cause ${cause}`) ?? null,
  };
}
