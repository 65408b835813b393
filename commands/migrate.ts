/** `npm run migrate`: brings the schema up to date. It also finishes what a killed run has left undone. */

import { describeFinding } from '../engine/check/subject.ts';
import { countersOf, countMissing } from '../engine/counters/setup.ts';
import { isInUse } from '../engine/database/lock.ts';
import { describeColumns } from '../engine/features/schema/introspect.ts';
import type { UpgradeEffects } from '../engine/features/schema/upgrade.ts';
import { findStrays } from '../engine/features/schema/values.ts';
import { inWords } from '../service/project/command-words.ts';
import { findProject } from '../service/project/project.ts';
import { createRegistry } from '../service/project/registry.ts';
import { StartError } from '../service/project/start-error.ts';
import { runCommand } from '../service/start/command.ts';
import { databaseName } from '../service/start/log/failure.ts';
import { foreseeUpgrade, migrate, requireKnownSchema, requireNoObstacles } from '../service/start/migrate.ts';
import { explainRefusal } from './doctor/database.ts';
import { listed } from './doctor/row.ts';
import { makeRoles } from './seed/seed-database.ts';

const [option, ...more] = process.argv.slice(2);

await runCommand(async (database, config) => {
  if (more.length > 0 || (option !== undefined && option !== '--check' && option !== '--yes')) {
    throw new StartError(
      `There is no option ${process.argv.slice(2).join(' ')}. Use npm run migrate alone. Add -- --check to see whether services that run now keep working. Add -- --yes to migrate in any case.`,
    );
  }
  const project = await findProject();
  const state = await requireKnownSchema(database, config);
  const name = databaseName(config);
  if (state.unknown.length > 0) {
    console.log(`${name} has migrations of a later version. This version can use it: nothing to do.`);
    return;
  }
  if (option === '--check') {
    const effects = await foreseeUpgrade(state);
    if (effects === null) console.log(`${name} is up to date: nothing to do.`);
    else for (const sentence of tell(state.pending, effects)) console.log(inWords(sentence));
    if (effects !== null && effects.obstacles.length > 0) process.exitCode = 1;
    return;
  }
  const inUse = state.pending.length > 0 && (await isInUse(database));
  if (inUse && option !== '--yes') await requireNoObstacles(state, config);
  if (inUse) console.log(`${name} is in use. Restart every service that uses it when this is done.`);
  const { migrations: names, copy } = await migrate(database, config, () =>
    console.log(`Another migration of ${name} is running. Waiting for its end.`),
  );
  if (copy !== null) console.log(`A copy of the database from before is in ${copy}.`);
  const registry = await createRegistry();
  const refused = await countMissing(database, countersOf(registry));
  if (names.length === 0) console.log(`${name} is up to date: nothing to do.`);
  else console.log(`Migrations that have run on ${name} (${names.length}):\n  ${names.join('\n  ')}`);
  if (refused.size > 0) {
    const [first] = refused.values();
    const reason = first instanceof Error && 'sqlMessage' in first ? first.sqlMessage : first;
    const todo = config.database.kind === 'mysql' ? (await explainRefusal(database))?.todo : undefined;
    console.log(
      `The database refuses triggers, so totals of ${listed([...refused.keys()])} are counted at each request and long lists are slow. Reason: ${reason}`,
    );
    if (todo !== undefined) console.log(inWords(`Remedy: ${todo}`));
  }
  const roles = project.options.roles ? await makeRoles(database, config) : [];
  if (roles.length > 0) console.log(`New in ${name}:\n  ${roles.join('\n  ')}`);
  // Also those of a service of the version before, which may have written them since they were moved.
  const strays = await findStrays(database, registry, await describeColumns(database), 'all');
  for (const finding of strays) console.log(inWords(describeFinding(finding)));
});

/** The pending migrations and their effect on services of the previous version, in lines. */
function tell(pending: readonly string[], { obstacles, unfilled }: UpgradeEffects): string[] {
  const [are, they] = pending.length === 1 ? ['migration is', 'it runs'] : ['migrations are', 'they run'];
  return [
    `${pending.length} ${are} pending:`,
    ...pending.map((migration) => `  ${migration}`),
    ...(obstacles.length > 0
      ? [
          `Services of the previous version cannot run while ${they}, or afterwards. Stop all of them first:`,
          ...obstacles.map((obstacle) => `  ${obstacle}`),
        ]
      : [`Services of the previous version can run while ${they}, and afterwards.`]),
    ...(unfilled.length > 0
      ? [
          `They leave ${unfilled.join(', ')} empty. When all services are of this version, run npm run reindex to fill it.`,
        ]
      : []),
  ];
}
