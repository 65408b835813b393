/**
 * `npm run migration:new [-- FOLDER]`: compares the definitions with the tables that the migrations make, and writes
 * the migration that is missing, to be reviewed.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { resourcesFolder, systemPaths } from '../app.ts';
import { describeFinding } from '../engine/check/report.ts';
import { buildRegistry, loadDefinitions } from '../engine/model/compile.ts';
import { compareWithSchema } from '../engine/schema/compare.ts';
import { draftMigration } from '../engine/schema/draft/draft.ts';
import { migratedSchema } from '../engine/schema/introspect.ts';
import { catalogues } from '../locales/index.ts';
import { printFailure } from '../service/start/command.ts';

const folder = join(import.meta.dirname, '../migrations');

try {
  const [definitions = resourcesFolder] = process.argv.slice(2);
  const registry = buildRegistry(await loadDefinitions(resolve(definitions)), systemPaths, catalogues);
  const schema = await migratedSchema();
  const draft = draftMigration(registry, schema);
  const findings = draft ? [] : compareWithSchema(registry, schema);
  if (draft) {
    const file = `${stamp(new Date())}_${draft.name}.ts`;
    // `wx`: nothing that is there is ever overwritten.
    await writeFile(join(folder, file), draft.source, { flag: 'wx' });
    await tidy(file);
    console.log(`migrations/${file} is written. Read it, then run it: npm run migrate`);
    for (const note of draft.notes) console.log(`  ${note}`);
  } else if (findings.length > 0) {
    console.log('What is left is for you to write, in a migration or in the definition:');
    for (const finding of findings) console.log(`  ${describeFinding(finding)}`);
    process.exitCode = 1;
  } else {
    console.log('The migrations make every table that the definitions ask for.');
  }
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

/** As the project's formatter wants it, where that is installed; a draft that waits for a hand stays as it is. */
async function tidy(file: string): Promise<void> {
  const formatter = join(import.meta.dirname, '../node_modules/@biomejs/biome/bin/biome');
  const tidying = [formatter, 'check', '--write', '--vcs-enabled=false', join('migrations', file)];
  await promisify(execFile)(process.execPath, tidying, { cwd: join(folder, '..') }).catch(() => {});
}

/** `20260131080000`: migrations run in the order of their names. */
function stamp(now: Date): string {
  return now.toISOString().replace(/\D/g, '').slice(0, 14);
}
