/**
 * `npm run reindex`: writes the folded copies (`_key`, `search_text`) of every row anew. Needed after a migration
 * that adds one, and after rows were written past the service.
 */
import { createRegistry } from '../app.ts';
import { reindex } from '../engine/reindex.ts';
import { runCommand } from '../startup/command.ts';

await runCommand(async (database) => {
  const registry = await createRegistry();
  for (const resource of registry.values()) {
    const changed = await reindex(database, resource);
    console.log(`${resource.path}: ${changed} rows changed`);
  }
});
