/** The demo: three sites, their people, their equipment, the plans for it and a year of work. Run by `npm run seed`. */
import type { Knex } from 'knex';
import { fold } from '../engine/values.ts';
import { readConfig } from '../service/config/config.ts';
import { StartError } from '../service/start/failure.ts';
import { accessRowsOf } from './demo/access-rows.ts';
import { startOfDay } from './demo/calendar.ts';
import { insertTables } from './demo/insert.ts';
import { emailOf, people } from './demo/people.ts';
import { occurrenceRowsOf, planRowsOf } from './demo/plans/rows.ts';
import { placeRowsOf, type Tables, workRowsOf } from './demo/rows.ts';
import { stockRowsOf } from './demo/stock-rows.ts';
import { upkeepRowsOf } from './demo/upkeep.ts';
import { buildWorld } from './demo/world.ts';

/** Called by Knex. Everything is in there afterwards, or nothing of it. */
export async function seed(knex: Knex): Promise<void> {
  await seedDemo(knex, appKeysOf(knex), new Date());
}

/**
 * Seeds the demo into an empty database; does nothing where it is already.
 * @param appKeys seal the two-factor secret
 * @param now the data ends at the start of this day, UTC: the same day gives the same rows
 * @throws StartError on a database that holds something else
 */
export async function seedDemo(knex: Knex, appKeys: readonly Buffer[], now: Date): Promise<void> {
  if (!(await isWanted(knex))) return;
  // Before anybody has to wait for it: this takes as long as writing it.
  const tables = await buildTables(startOfDay(now), appKeys);
  await knex.transaction(async (trx) => {
    // Two nodes that start at the same moment: the second waits here, and then finds the demo there.
    await trx('knex_migrations_lock').forUpdate().select('index');
    if (await isWanted(trx)) await insertTables(trx, tables);
  });
}

/** Whether the demo is not there yet. @throws StartError where something else is */
async function isWanted(knex: Knex): Promise<boolean> {
  if (await isSeeded(knex)) return false;
  const full = await findFullTable(knex);
  if (full === null) return true;
  throw new StartError(
    `The database already holds data (in ${full}) and is not the demo: seed an empty database, or leave SEED_DEMO unset.`,
  );
}

async function buildTables(today: number, appKeys: readonly Buffer[]): Promise<Tables> {
  const world = buildWorld(today);
  const { users, memberships } = await accessRowsOf(world, appKeys);
  return [
    ...users,
    ...placeRowsOf(world),
    ...planRowsOf(world),
    ...workRowsOf(world),
    ...occurrenceRowsOf(world),
    ...stockRowsOf(world),
    ...upkeepRowsOf(world, today),
    ...memberships,
  ];
}

/** The keys of the settings: handed on by `seedDatabase`, else (the knex command line) read like everywhere. */
function appKeysOf(knex: Knex): readonly Buffer[] {
  const given: unknown = knex.userParams.appKeys;
  return Array.isArray(given) && given.every(Buffer.isBuffer) ? given : readConfig(process.env).appKeys;
}

/** By the e-mails of its users, which keep them also when they are deleted. */
async function isSeeded(trx: Knex): Promise<boolean> {
  const emails = people.map((person) => fold(emailOf(person)));
  return (await trx('users').whereIn('email_key', emails).first('id')) !== undefined;
}

/** A table that holds somebody's work. */
async function findFullTable(trx: Knex): Promise<string | null> {
  for (const table of ['users', 'sites', 'roles', 'companies']) {
    if (await trx(table).first('id')) return table;
  }
  return null;
}
