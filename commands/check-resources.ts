/**
 * `npm run check:resources`: says what is wrong with the definitions, each by itself, against the tables that the
 * migrations make and the values that they say columns may hold, and in the words that other languages have for them. No
 * database is asked: rows are for the start and for `npm run migrate`. `npm run check:resources -- FOLDER` takes
 * another folder of definitions, for which no words are asked.
 */
import { resolve } from 'node:path';
import { resourcesFolder, systemPaths } from '../app.ts';
import { checkLabels } from '../engine/check/labels.ts';
import { DefinitionError, describeFinding, type Finding } from '../engine/check/report.ts';
import { buildRegistry, loadDefinitions } from '../engine/model/compile.ts';
import { compareWithSchema } from '../engine/schema/compare.ts';
import { migratedSchema } from '../engine/schema/introspect.ts';
import { catalogueFile, catalogues } from '../locales/index.ts';
import { printFailure } from '../service/start/command.ts';

const [folder = resourcesFolder] = process.argv.slice(2);

try {
  const loaded = await loadDefinitions(resolve(folder));
  const findings = await findAll(loaded);
  for (const finding of findings) console.log(describeFinding(finding));
  if (findings.length > 0) process.exitCode = 1;
  else console.log(`${loaded.length} definitions are sound.`);
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

/** Definitions that are wrong in themselves are not compared: what follows from them would only confuse. */
async function findAll(loaded: Parameters<typeof buildRegistry>[0]): Promise<readonly Finding[]> {
  try {
    const registry = buildRegistry(loaded, systemPaths, catalogues);
    const ours = resolve(folder) === resourcesFolder;
    return [
      ...compareWithSchema(registry, await migratedSchema()),
      ...(ours ? checkLabels(loaded, catalogues, catalogueFile) : []),
    ];
  } catch (error) {
    if (error instanceof DefinitionError) return error.findings;
    throw error;
  }
}
