/** `npm run seed`: puts the demo data, or the seeds of a project, into a migrated database. A second run changes nothing. */
import { seedDatabase } from '../engine/database/migrate.ts';
import { hasSeeds } from '../engine/database/open.ts';
import { runCommand } from '../service/start/command.ts';
import { databaseName, StartError } from '../service/start/failure.ts';
import { requireKey } from '../service/start/key-check.ts';
import { requireCurrentSchema } from '../service/start/migrate.ts';

await runCommand(async (database, config) => {
  await requireCurrentSchema(database, config);
  await requireKey(database, config);
  if (!(await hasSeeds()))
    throw new StartError(
      'There are no seeds: put some into seeds/, or name their folder in the configuration.',
    );
  await seedDatabase(database, config);
  console.log(`${databaseName(config)} holds the demo data.`);
});
