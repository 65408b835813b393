/** The demo: three sites, their people, equipment and plans, and a year of work. Run by `npm run seed`. */
import type { Knex } from 'knex';
import { defineSeed } from '../engine/index.ts';
import { fold } from '../engine/values.ts';
import { StartError } from '../service/project/start-error.ts';
import { hour, isoOf, startOfDay } from './demo/calendar.ts';
import { type Row, written } from './demo/draft.ts';
import { listsOf } from './demo/rows.ts';
import { demoTwoFactor, emailOf, people } from './demo/tables.ts';
import { buildWorld } from './demo/world.ts';

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
  const codes: { id: number; kind: string; code: string }[] = await db('failure_codes').select();
  const codeIds = new Map(codes.map(({ id, kind, code }) => [`${kind} ${code}`, id]));
  const { lists, pictures } = listsOf(world, codeIds);
  for (const [path, list] of lists) await rows(path).load(list.map(written));
  const files: Row[] = [];
  for (const one of pictures) {
    files.push({ ...written(one), ...(await keepFile(one.site.id, one.of.name, one.of.bytes)) });
  }
  await rows('attachments').load(files);
  const siteIds = new Map(world.sites.map(({ id, name }) => [name, id]));
  const siteOf = (name: string) => siteIds.get(name) ?? 0;
  for (const { id, created_at, of } of world.people) {
    for (const [site, role] of of.roles) await roles.give(id, role, siteOf(site));
    const current_site_id = siteOf(of.startsAt);
    await db('users').where({ id }).update({ current_site_id });
    const since = isoOf(created_at + 2 * hour);
    if (of.twoFactor) await services.bringTwoFactor(db, id, { ...demoTwoFactor, since });
  }
  // These secrets are not revealed: to use a webhook, create a new secret.
  for (const id of await db('webhooks').orderBy('id').pluck('id')) {
    const sealed_secret = services.webhooks.seal(id, services.webhooks.newSecret());
    await db('webhooks').where({ id }).update({ sealed_secret });
  }
});

/** Whether the demo must be added: its users' e-mails, which deleted users keep, are not there. @throws StartError if there are other data */
async function isWanted(db: Knex): Promise<boolean> {
  const emails = people.map((person) => fold(emailOf(person)));
  if (await db('users').whereIn('email_key', emails).first('id')) return false;
  for (const table of ['users', 'sites', 'roles', 'companies']) {
    if (!(await db(table).first('id'))) continue;
    throw new StartError(
      `The database already holds data (in ${table}) and is not the demo: seed an empty database, or leave SEED_DEMO unset.`,
    );
  }
  return true;
}
