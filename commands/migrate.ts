/** `npm run migrate`: brings the schema up to date. `npm run migrate -- unlock` frees the lock of a killed run. */
import { createRegistry } from '../app.ts';
import { migrateDatabase, unlockMigrations } from '../database.ts';
import { countMissing, talliesOf } from '../engine/tally-setup.ts';
import { runCommand } from '../startup/command.ts';
import { databaseName, StartError } from '../startup/failure.ts';

const [what = 'latest', ...rest] = process.argv.slice(2);

await runCommand(async (database, config) => {
  if (!['latest', 'unlock'].includes(what) || rest.length > 0) {
    throw new StartError(
      `There is no ${[what, ...rest].join(' ')}: use npm run migrate, or npm run migrate -- unlock.`,
    );
  }
  if (what === 'unlock') {
    await unlockMigrations(database);
    console.log(`${databaseName(config)} is unlocked.`);
    return;
  }
  const names = await migrateDatabase(database);
  const refused = await countMissing(database, talliesOf(await createRegistry()));
  if (names.length === 0) console.log(`${databaseName(config)} is up to date: nothing to do.`);
  else console.log(`${databaseName(config)} has had ${names.length} migrations:\n  ${names.join('\n  ')}`);
  for (const [path, error] of refused) {
    const reason = error instanceof Error && 'sqlMessage' in error ? error.sqlMessage : error;
    console.log(
      `Totals of ${path} are not kept, which makes long lists slow. The database refuses triggers: ${reason}`,
    );
  }
});
