/** `npm run seed`: puts the demo data into a migrated database. A second run changes nothing. */
import { checkSchema, seedDatabase } from '../database.ts';
import { runCommand } from '../startup/command.ts';
import { databaseName, StartError } from '../startup/failure.ts';

await runCommand(async (database, config) => {
  const { pending } = await checkSchema(database);
  if (pending.length > 0) {
    throw new StartError(
      `${databaseName(config)} lacks ${pending.length} migrations: run npm run migrate first.`,
    );
  }
  await seedDatabase(database, config);
  console.log(`${databaseName(config)} holds the demo data.`);
});
