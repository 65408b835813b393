/** `npm run migrate`: brings the schema up to date. Whatever a killed run has left undone is done by the next. */
import { createRegistry } from '../app.ts';
import { describeFinding } from '../engine/check/report.ts';
import { countersOf, countMissing } from '../engine/counters/setup.ts';
import { isInUse } from '../engine/database/lock.ts';
import { describeColumns } from '../engine/schema/introspect.ts';
import { findStrays } from '../engine/schema/values.ts';
import { inWords } from '../service/project/command-words.ts';
import { runCommand } from '../service/start/command.ts';
import { databaseName, StartError } from '../service/start/failure.ts';
import { migrate, requireKnownSchema } from '../service/start/migrate.ts';

const words = process.argv.slice(2);

await runCommand(async (database, config) => {
  if (words.length > 0) throw new StartError(`There is no ${words.join(' ')}: use npm run migrate alone.`);
  const { pending } = await requireKnownSchema(database, config);
  if (pending.length > 0 && (await isInUse(database))) {
    console.log(
      `${databaseName(config)} is in use: start every service that runs on it anew once this is done.`,
    );
  }
  const { migrations: names, copy } = await migrate(database, config, () =>
    console.log(`Another migration of ${databaseName(config)} is running: waiting for its end.`),
  );
  if (copy !== null) console.log(`The database as it was before is kept in ${copy}.`);
  const registry = await createRegistry();
  const refused = await countMissing(database, countersOf(registry));
  if (names.length === 0) console.log(`${databaseName(config)} is up to date: nothing to do.`);
  else console.log(`${databaseName(config)} has had ${names.length} migrations:\n  ${names.join('\n  ')}`);
  for (const [path, error] of refused) {
    const reason = error instanceof Error && 'sqlMessage' in error ? error.sqlMessage : error;
    console.log(
      `Totals of ${path} are not kept, which makes long lists slow. The database refuses triggers: ${reason}`,
    );
  }
  // Also those of a service of the version before, which may have written them since they were moved.
  const strays = await findStrays(database, registry, await describeColumns(database), 'all');
  for (const finding of strays) console.log(inWords(describeFinding(finding)));
});
