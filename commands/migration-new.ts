/**
 * `npm run migration:new [-- FOLDER]`: compares the definitions with the tables that the migrations make, and writes the missing
 * migration for review. It tells what it leaves to the author.
 */

import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describeFinding } from '../engine/check/subject.ts';
import { buildRegistry } from '../engine/features/index.ts';
import { migratedSchema } from '../engine/features/schema/introspect.ts';
import { loadDefinitions } from '../engine/model/compile.ts';
import { catalogues } from '../locales/index.ts';
import { inWords } from '../service/project/command-words.ts';
import { findProject } from '../service/project/project.ts';
import { systemPaths } from '../service/project/registry.ts';
import { printFailure } from '../service/start/command.ts';
import { draftMigration } from './drafts/draft.ts';
import { compareWithSchema } from './schema/compare.ts';

try {
  const project = await findProject();
  const { migrationsFolder: folder, ending } = project;
  const own = project.folder === null;
  const [definitions] = process.argv.slice(2);
  const loaded = await (definitions === undefined ? project.load() : loadDefinitions(resolve(definitions)));
  const registry = buildRegistry(loaded, systemPaths, catalogues);
  const schema = await migratedSchema();
  const style = { face: own ? null : 'millwright/migration', typed: own || ending.endsWith('ts') };
  const draft = draftMigration(registry, schema, style);
  const findings = draft ? [] : compareWithSchema(registry, schema);
  if (draft) {
    const file = `${stamp(new Date())}_${draft.name}${ending}`;
    await mkdir(folder, { recursive: true });
    // `wx`: never overwrites an existing file.
    await writeFile(join(folder, file), inWords(draft.source), { flag: 'wx' });
    if (own) await tidy(folder, file);
    const name = `${basename(folder)}/${file}`;
    console.log(inWords(`${name} is written. Read it, then run it: npm run migrate`));
    for (const note of draft.notes) console.log(inWords(`  ${note}`));
  } else if (findings.length > 0) {
    console.log('Write the rest yourself, in a migration or in the definition:');
    for (const finding of findings) console.log(inWords(`  ${describeFinding(finding)}`));
    process.exitCode = 1;
  } else {
    console.log('The migrations create all tables that the definitions need.');
  }
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

/** Formats the file with the project's formatter, if it is installed. A draft that a person must complete stays as it is. */
async function tidy(folder: string, file: string): Promise<void> {
  const formatter = join(import.meta.dirname, '../node_modules/@biomejs/biome/bin/biome');
  const tidying = [formatter, 'check', '--write', '--vcs-enabled=false', join('migrations', file)];
  await promisify(execFile)(process.execPath, tidying, { cwd: join(folder, '..') }).catch(() => {});
}

/** `20260131080000`: migrations run in the order of their names. */
function stamp(now: Date): string {
  return now.toISOString().replace(/\D/g, '').slice(0, 14);
}
