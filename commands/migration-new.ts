/**
 * `npm run migration:new [-- FOLDER]`: compares the definitions with the tables that the migrations make, and writes
 * the migration that is missing, to be reviewed.
 */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { resourcesFolder, systemPaths } from '../app.ts';
import { migratedSchema } from '../database-schema.ts';
import { draftMigration } from '../engine/migration-draft.ts';
import { buildRegistry, loadDefinitions } from '../engine/registry.ts';
import { catalogues } from '../locales/index.ts';
import { printFailure } from '../startup/command.ts';

const folder = join(import.meta.dirname, '../migrations');

try {
  const [definitions = resourcesFolder] = process.argv.slice(2);
  const registry = buildRegistry(await loadDefinitions(resolve(definitions)), systemPaths, catalogues);
  const draft = draftMigration(registry, await migratedSchema());
  if (draft) {
    const file = `${stamp(new Date())}_${draft.name}.ts`;
    // `wx`: nothing that is there is ever overwritten.
    await writeFile(join(folder, file), draft.source, { flag: 'wx' });
    console.log(`migrations/${file} is written. Read it, then run it: npm run migrate`);
  } else {
    console.log('The migrations make every table that the definitions ask for.');
  }
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

/** `20260131080000`: migrations run in the order of their names. */
function stamp(now: Date): string {
  return now.toISOString().replace(/\D/g, '').slice(0, 14);
}
