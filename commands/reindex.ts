/**
 * `npm run reindex`: writes the folded copies (`_key`, `search_text`) of every row and the indexes of searches anew, and
 * counts all lists anew.
 * Needed after a migration that adds a copy, and after rows were written past the service.
 */

import { createRegistry } from '../app.ts';
import { countAllAnew, countersOf } from '../engine/counters/setup.ts';
import { reindex } from '../engine/schema/reindex.ts';
import { runCommand } from '../service/start/command.ts';
import { requireCurrentSchema } from '../service/start/migrate.ts';

await runCommand(async (database, config) => {
  await requireCurrentSchema(database, config);
  const registry = await createRegistry();
  for (const resource of registry.values()) {
    const changed = await reindex(database, resource);
    console.log(`${resource.path}: ${changed} rows changed`);
  }
  await countAllAnew(database, countersOf(registry));
});
