/**
 * `npm run reindex`: writes the folded copies (`_key`, `search_text`) of every row and the indexes of searches again, and
 * counts all lists again, with the triggers that keep both in step.
 * Needed after a migration that adds a copy, and after rows were written past the service.
 */

import { countAllAnew, countersOf } from '../engine/counters/setup.ts';
import { isSqlite } from '../engine/database/open.ts';
import { transact } from '../engine/database/transaction.ts';
import { hasSearchedTexts } from '../engine/model/resource.ts';
import { addSearchIndex } from '../migrations/columns/search.ts';
import { createRegistry } from '../service/project/registry.ts';
import { runCommand } from '../service/start/command.ts';
import { requireCurrentSchema } from '../service/start/migrate.ts';
import { reindex } from './stored/reindex.ts';

await runCommand(async (database, config) => {
  await requireCurrentSchema(database, config);
  const registry = await createRegistry();
  for (const resource of registry.values()) {
    // First: an index that lacks a row refuses its changes. On a server there is nothing to undo.
    const index = (db: typeof database) => addSearchIndex(db, resource.table);
    if (hasSearchedTexts(resource)) await (isSqlite(database) ? transact(database, index) : index(database));
    const changed = await reindex(database, resource);
    console.log(`${resource.path}: ${changed} rows changed`);
  }
  await countAllAnew(database, countersOf(registry));
});
