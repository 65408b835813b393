/**
 * `npm run reindex`: writes the folded copies (`_key`, `search_text`) of every row and the indexes of searches anew, and
 * counts all lists anew.
 * Needed after a migration that adds a copy, and after rows were written past the service.
 */
import { createRegistry } from '../app.ts';
import { reindex } from '../engine/reindex.ts';
import { countAnew } from '../engine/tally-setup.ts';
import { runCommand } from '../startup/command.ts';
import { requireCurrentSchema } from '../startup/migrate.ts';

await runCommand(async (database, config) => {
  await requireCurrentSchema(database, config);
  const registry = await createRegistry();
  for (const resource of registry.values()) {
    const changed = await reindex(database, resource);
    if (resource.tally) await countAnew(database, resource.tally);
    console.log(`${resource.path}: ${changed} rows changed`);
  }
});
