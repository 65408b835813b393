/** The demo: three sites, their people, equipment and plans, and a year of work. Run by `npm run seed`. */
import type { Knex } from 'knex';
import { defineSeed } from '../engine/index.ts';
import { fold } from '../engine/values.ts';
import { StartError } from '../service/project/start-error.ts';
import { madeAt, roleRowsOf, userRowsOf } from './demo/access-rows.ts';
import { hour, startOfDay } from './demo/calendar.ts';
import type { CodeIds } from './demo/codes.ts';
import { commentRowsOf } from './demo/comments.ts';
import { labourRowsOf } from './demo/labour.ts';
import { equipmentRowsOf } from './demo/lines.ts';
import { meterRowsOf } from './demo/meter-rows.ts';
import { notificationRowsOf } from './demo/notifications.ts';
import { demoTwoFactor, emailOf, people } from './demo/people.ts';
import { type Picture, picturesOf } from './demo/pictures/rows.ts';
import { occurrenceRowsOf, planRowsOf } from './demo/plans/rows.ts';
import { procedureRowsOf } from './demo/procedures.ts';
import { requestRowsOf } from './demo/requests.ts';
import { type Lists, placeRowsOf, type Row, workRowsOf } from './demo/rows.ts';
import { procedureIn, stepRowsOf } from './demo/steps.ts';
import { stockRowsOf } from './demo/stock-rows.ts';
import { stopRowsOf } from './demo/stops.ts';
import { upkeepRowsOf } from './demo/upkeep.ts';
import { webhookRowsOf } from './demo/webhooks.ts';
import { buildWorld, type World } from './demo/world.ts';

/**
 * Fills an empty database; does nothing if it contains the demo already. The data end at the start of this day, UTC: the same day
 * gives the same rows.
 *
 * @throws StartError on a database with other data
 */
export default defineSeed(async ({ db, now, services, rows, roles, keepFile }) => {
  if (!(await isWanted(db))) return;
  const today = startOfDay(new Date(now));
  const world = buildWorld(today);
  const lists = await listsOf(world, today, await codeIdsOf(db));
  for (const [path, list] of lists) await rows(path).load(list);
  const kept = async ({ siteId, name, bytes, row }: Picture) => ({
    ...row,
    ...(await keepFile(siteId, name, bytes)),
  });
  const files: Row[] = [];
  for (const one of picturesOf(world, lists, today)) files.push(await kept(one));
  await rows('attachments').load(files);
  const siteIds = new Map(world.sites.map(({ id, plan }) => [plan.name, id]));
  const siteOf = (name: string) => siteIds.get(name) ?? 0;
  for (const person of people) {
    for (const [site, role] of person.roles) await roles.give(person.id, role, siteOf(site));
    await db('users')
      .where({ id: person.id })
      .update({ current_site_id: siteOf(person.startsAt) });
  }
  for (const { id } of people.filter(({ twoFactor }) => twoFactor)) {
    const since = new Date(madeAt(world.start, id) + 2 * hour).toISOString();
    await services.bringTwoFactor(db, id, { ...demoTwoFactor, since });
  }
  // These secrets are not revealed: to use a webhook, create a new secret.
  for (const id of await db('webhooks').orderBy('id').pluck('id')) {
    const sealed_secret = services.webhooks.seal(id, services.webhooks.newSecret());
    await db('webhooks').where({ id }).update({ sealed_secret });
  }
});

/** Whether the demo must be added. @throws StartError if there are other data */
async function isWanted(db: Knex): Promise<boolean> {
  if (await isSeeded(db)) return false;
  const full = await findFullTable(db);
  if (full === null) return true;
  throw new StartError(
    `The database already holds data (in ${full}) and is not the demo: seed an empty database, or leave SEED_DEMO unset.`,
  );
}

/** From the list of failure codes in a new database. */
async function codeIdsOf(db: Knex): Promise<CodeIds> {
  const codes: { id: number; kind: string; code: string }[] = await db('failure_codes').select(
    'id',
    'kind',
    'code',
  );
  return new Map(codes.map(({ id, kind, code }) => [`${kind} ${code}`, id]));
}

async function listsOf(world: World, today: number, codes: CodeIds): Promise<Lists> {
  return [
    // Users come before sites, which refer to their author.
    ['users', await userRowsOf(world.start)],
    ...placeRowsOf(world),
    ...equipmentRowsOf(world),
    // Plans refer to their meters, and incidents to the readings that made them.
    ...meterRowsOf(world),
    ...procedureRowsOf(world),
    ...planRowsOf(world),
    ...workRowsOf(world, codes, (one) => procedureIn(one, world, today)?.id ?? null),
    ...stepRowsOf(world, today),
    ...labourRowsOf(world, today),
    ...occurrenceRowsOf(world),
    ...stockRowsOf(world),
    ...upkeepRowsOf(world, today),
    ...stopRowsOf(world, today),
    ...requestRowsOf(world, today),
    ...webhookRowsOf(world, today),
    ['roles', roleRowsOf(world.start)],
    ['comments', commentRowsOf(world, today)],
    ['notifications', notificationRowsOf(world, today)],
  ];
}

/** By the e-mails of its users, which deleted users keep. */
async function isSeeded(db: Knex): Promise<boolean> {
  const emails = people.map((person) => fold(emailOf(person)));
  return (await db('users').whereIn('email_key', emails).first('id')) !== undefined;
}

/** A table with users' data. */
async function findFullTable(db: Knex): Promise<string | null> {
  for (const table of ['users', 'sites', 'roles', 'companies']) {
    if (await db(table).first('id')) return table;
  }
  return null;
}
