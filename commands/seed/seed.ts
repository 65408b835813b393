/** `npm run seed`: puts the demo data, or the seeds of a project, into a migrated database. Each is run once. */
import { findProject } from '../../service/project/project.ts';
import { hasSeeds } from '../../service/project/seeds.ts';
import { StartError } from '../../service/project/start-error.ts';
import { runCommand } from '../../service/start/command.ts';
import { requireKey } from '../../service/start/key-check.ts';
import { databaseName } from '../../service/start/log/failure.ts';
import { requireCurrentSchema } from '../../service/start/migrate.ts';
import { seedDatabase } from './seed-database.ts';

await runCommand(async (database, config) => {
  await requireCurrentSchema(database, config);
  await requireKey(database, config);
  const project = await findProject();
  if (!(await hasSeeds(project)))
    throw new StartError(
      'There are no seeds. Put some into seeds/, or name their folder in the configuration.',
    );
  const made = await seedDatabase(database, config);
  const name = databaseName(config);
  if (project.folder === null) console.log(`${name} has the demo data.`);
  else if (made.length === 0) console.log(`All seeds of ${name} have run already: nothing to do.`);
  else console.log(`Seeds that have run on ${name}:\n  ${made.join('\n  ')}`);
});
