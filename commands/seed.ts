/** `npm run seed`: puts the demo data into a migrated database. A second run changes nothing. */
import { seedDatabase } from '../engine/database/migrate.ts';
import { runCommand } from '../service/start/command.ts';
import { databaseName } from '../service/start/failure.ts';
import { requireKey } from '../service/start/key-check.ts';
import { requireCurrentSchema } from '../service/start/migrate.ts';

await runCommand(async (database, config) => {
  await requireCurrentSchema(database, config);
  await requireKey(database, config);
  await seedDatabase(database, config);
  console.log(`${databaseName(config)} holds the demo data.`);
});
