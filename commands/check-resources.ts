/**
 * `npm run check:resources`: reports mistakes in the definitions, each by itself, against the tables that the migrations make and
 * the values that columns may have. It reads no database: the start and `npm run migrate` check rows. It also lists missing words
 * of other languages, which are shown in English until they are added; with `--strict` they are mistakes. So are missing rules of
 * specimens for the conformance suite. `npm run check:resources -- FOLDER` checks another folder of definitions, without words
 * and rules.
 */

import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DefinitionError, describeFinding, type Finding, type Loaded } from '../engine/check/subject.ts';
import { buildRegistry } from '../engine/features/index.ts';
import { checkViews } from '../engine/features/metadata/check-views.ts';
import { migratedSchema } from '../engine/features/schema/introspect.ts';
import { loadDefinitions } from '../engine/model/compile.ts';
import type { Registry } from '../engine/model/resource.ts';
import {
  catalogueFile,
  catalogues,
  languages,
  readLocales,
  sentencesPlace,
  translations,
} from '../locales/index.ts';
import { findMissingRules } from '../package/testing/specimens/foreseen.ts';
import { readRules } from '../package/testing/specimens/rule-book.ts';
import { inWords } from '../service/project/command-words.ts';
import { findProject, type Project, resourcesFolder } from '../service/project/project.ts';
import { systemPaths } from '../service/project/registry.ts';
import { readRoles } from '../service/project/roles.ts';
import { printFailure } from '../service/start/command.ts';
import { compareWithSchema } from './schema/compare.ts';
import { checkConsoleWords } from './words/console.ts';
import { checkLabels } from './words/labels.ts';
import { checkSentences, type Sentence, sentencesIn, sentencesOf } from './words/sentences.ts';

const root = join(import.meta.dirname, '..');

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { strict: { type: 'boolean', default: false } },
  });
  const project = await findProject();
  const [given] = positionals;
  const folder = given === undefined ? null : resolve(given);
  const loaded = await (folder === null ? project.load() : loadDefinitions(folder));
  const withWords = folder === null || folder === resourcesFolder;
  const { wrong, lacking } = await findAll(loaded, withWords ? project : null);
  for (const finding of [...wrong, ...lacking]) console.log(inWords(describeFinding(finding)));
  if (wrong.length > 0 || (values.strict && lacking.length > 0)) process.exitCode = 1;
  else console.log(`${loaded.length} definitions are correct.`);
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}

interface Findings {
  readonly wrong: readonly Finding[];
  /** Words that are shown in English until they are added, and rules that tests need. */
  readonly lacking: readonly Finding[];
}

/** Definitions with mistakes are not compared with tables: the findings would only confuse. */
async function findAll(loaded: readonly Loaded[], project: Project | null): Promise<Findings> {
  try {
    const registry = buildRegistry(loaded, systemPaths, catalogues);
    if (project) readRoles(project, registry);
    return {
      wrong: [...checkViews(registry), ...compareWithSchema(registry, await migratedSchema())],
      lacking:
        project === null
          ? []
          : [...(await findWordless(loaded, project)), ...(await findUntestable(registry, project))],
    };
  } catch (error) {
    if (error instanceof DefinitionError) return { wrong: error.findings, lacking: [] };
    throw error;
  }
}

/** Missing words of languages, and words that nothing uses. */
async function findWordless(loaded: readonly Loaded[], project: Project): Promise<readonly Finding[]> {
  if (project.folder !== null) return findOwnWordless(project);
  const said = [
    ...(await sentencesOfCode()),
    ...loaded.flatMap(({ file, definition }) => sentencesOf(file, definition)),
  ];
  return [
    ...checkLabels(loaded, catalogues, catalogueFile),
    ...checkSentences(said, translations, sentencesPlace),
    ...(await checkConsoleWords(languages, sentencesPlace)),
  ];
}

/** Missing rules of specimens. Those of definitions in the configuration itself are in the test. */
async function findUntestable(registry: Registry, project: Project): Promise<readonly Finding[]> {
  const own = await project.loadOwn();
  const looked = own.flatMap(({ file, definition }) =>
    file.startsWith('millwright.config') ? [] : (registry.get(definition.path) ?? []),
  );
  return findMissingRules(registry, await readRules(registry), looked);
}

async function sentencesOfCode(): Promise<Sentence[]> {
  const folders = ['engine', 'auth', 'service', 'resources'];
  const listed = await Promise.all(
    folders.map(async (one) => {
      const names = await readdir(join(root, one), { recursive: true });
      return names.filter((name) => name.endsWith('.ts')).map((name) => `${one}/${name}`);
    }),
  );
  const files = listed.flat().sort();
  const read = async (file: string) => sentencesIn(file, await readFile(join(root, file), 'utf8'));
  return (await Promise.all(files.map(read))).flat();
}

/** Finds missing words of a project's own definitions, in the languages of its files. Our own sentences are already translated. */
async function findOwnWordless(project: Project): Promise<Finding[]> {
  const loaded = await project.loadOwn();
  const said = loaded.flatMap(({ file, definition }) => sentencesOf(file, definition));
  const files = new Set(loaded.map(({ file }) => file));
  const read = (await Promise.all(project.localeFolders.map(readLocales))).flat();
  const languages = [...new Set(read.map(([language]) => language))];
  return languages.flatMap((language) => {
    const words = Object.assign({}, ...read.map(([one, locale]) => (one === language ? locale.words : {})));
    const place = () => `locales/${language}`;
    const sentences = { [language]: translations[language] ?? {} };
    return [
      ...checkLabels(loaded, { [language]: words }, place),
      ...checkSentences(said, sentences, place).filter(({ file }) => files.has(file)),
    ];
  });
}
