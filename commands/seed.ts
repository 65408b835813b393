/** `npm run seed`: puts the demo data into a migrated database. A second run changes nothing. */
import { seedDatabase } from '../database.ts';
import { runCommand } from '../startup/command.ts';
import { databaseName } from '../startup/failure.ts';
import { requireKey } from '../startup/key-check.ts';
import { requireCurrentSchema } from '../startup/migrate.ts';

await runCommand(async (database, config) => {
  await requireCurrentSchema(database, config);
  await requireKey(database, config);
  await seedDatabase(database, config);
  console.log(`${databaseName(config)} holds the demo data.`);
});
