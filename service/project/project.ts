/** The project of this process: the service's own product, or a project that builds on it in another folder. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Loaded } from '../../engine/check/subject.ts';
import { importModule } from '../../engine/database/scripts/migrations.ts';
import { addLocales } from '../../locales/index.ts';
import { withKeepHook } from './keep-files.ts';
import { type ProjectOptions, problemOf } from './options.ts';
import { version } from './version.ts';

const home = path.join(import.meta.dirname, '../..');

/** The folder whose files are the product's definitions. */
export const resourcesFolder = path.join(home, 'resources');

const migrationsFolder = path.join(home, 'migrations');
const seedsFolder = path.join(home, 'seeds');

export interface Project {
  readonly options: ProjectOptions;
  /** Its default name and version, if no setting changes them. */
  readonly identity: Identity;
  /** Its folder; null for the product. */
  readonly folder: string | null;
  /** The extension of its files, with the dot: `.ts`, `.js` or `.mjs`. */
  readonly ending: string;
  /** Folders of its own definitions, the first of which receives new ones, and the folder for new migrations. */
  readonly resourceFolders: readonly string[];
  readonly migrationsFolder: string;
  readonly localeFolders: readonly string[];
  /** Folders of seeds: those of its base, and its own. */
  readonly seedFolders: { readonly base: readonly string[]; readonly own: readonly string[] };
  /** Its own definitions. @throws DefinitionError for a file without one */
  loadOwn(): Promise<Loaded[]>;
  /** Its own definitions, and those of its base that they do not replace. @throws DefinitionError */
  load(): Promise<Loaded[]>;
}

/** The name of a service, for clients and in its documentation. */
interface Identity {
  readonly name: string;
  readonly version: string;
}

/** An invalid configuration. The message gives the reason in a sentence. */
export class ProjectError extends Error {
  override readonly name = 'ProjectError';
}

/** Imported on demand: a process that only leads others would load all of it without using it. */
async function loadDefinitions(folder: string): Promise<Loaded[]> {
  const { loadDefinitions: load } = await import('../../engine/model/compile.ts');
  return load(folder);
}

const product: Project = {
  options: {},
  identity: { name: 'Millwright', version },
  folder: null,
  ending: '.ts',
  resourceFolders: [resourcesFolder],
  migrationsFolder,
  localeFolders: [],
  seedFolders: { base: [seedsFolder], own: [] },
  loadOwn: () => loadDefinitions(resourcesFolder),
  load: () => loadDefinitions(resourcesFolder),
};

let current: Promise<Project> | undefined;
let present = product;

/**
 * The project of this process: the one that was opened, else that of the working folder, if it has a `millwright.config` with the
 * extension `.ts`, `.mts`, `.js` or `.mjs`, else the product. Call it before settings are read and databases opened.
 *
 * @throws ProjectError if the configuration is invalid
 */
export function findProject(): Promise<Project> {
  current ??= findConfig(process.cwd());
  return current;
}

/** The project, once it has been found. */
export function presentProject(): Project {
  return present;
}

/**
 * Sets the project of this process: words and migrations are shared by everything in it.
 *
 * @param folder base of its own folders
 * @throws ProjectError if another one is in use
 */
export function openProject(options: ProjectOptions, folder: string, ending = '.js'): Promise<Project> {
  if (current) throw new ProjectError('This process runs a project already: one more needs one of its own.');
  const problem = problemOf(options);
  if (problem !== null) throw new ProjectError(`What createMillwright was given ${problem}.`);
  current = prepare(options, path.resolve(folder), ending);
  return current;
}

async function findConfig(folder: string): Promise<Project> {
  const endings = ['.ts', '.mts', '.js', '.mjs'];
  const ending = endings.find((one) => existsSync(path.join(folder, `millwright.config${one}`)));
  if (ending === undefined) return product;
  const name = `millwright.config${ending}`;
  const { default: options } = await importModule(path.join(folder, name)).catch((error: unknown) => {
    const said = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new ProjectError(`${name} cannot be loaded: ${said}`, { cause: error });
  });
  const problem = problemOf(options);
  if (problem !== null) throw new ProjectError(`${name} ${problem}.`);
  return prepare(Object(options), folder, ending);
}

async function prepare(options: ProjectOptions, folder: string, ending: string): Promise<Project> {
  const base = options.base ?? 'maintenance';
  const foldersOf = (given: readonly string[] | undefined, usual: string): string[] => {
    if (given !== undefined) return given.map((one) => requireFolder(path.resolve(folder, one)));
    const found = path.join(folder, usual);
    return existsSync(found) ? [found] : [];
  };
  const named = options.resources?.filter((one) => typeof one === 'string');
  const definitions = options.resources?.filter((one) => typeof one !== 'string') ?? [];
  const resources = foldersOf(named, 'resources');
  const migrations = foldersOf(options.migrations, 'migrations');
  const seeds = foldersOf(options.seeds, 'seeds');
  const localeFolders = foldersOf(options.locales, 'locales');
  const onPeople = base === 'people';
  const { useMigrations } = await import('../../engine/database/open.ts');
  useMigrations([onPeople ? path.join(migrationsFolder, 'people') : migrationsFolder, ...migrations]);
  for (const one of localeFolders) await addLocales(one);
  const loadOwn = async (): Promise<Loaded[]> => [
    ...(await Promise.all(resources.map(loadDefinitions))).flat(),
    ...definitions.map((definition) => ({ file: `millwright.config${ending}`, definition })),
  ];
  present = {
    options,
    identity: identityIn(folder, options),
    folder,
    ending,
    resourceFolders: resources.length > 0 ? resources : [path.join(folder, 'resources')],
    migrationsFolder: migrations[0] ?? path.join(folder, 'migrations'),
    localeFolders,
    seedFolders: { base: onPeople ? [] : [seedsFolder], own: seeds },
    loadOwn,
    load: async () => {
      const own = await loadOwn();
      const replaced = new Set(own.map(({ definition }) => definition.path));
      const ours = await loadDefinitions(onPeople ? path.join(resourcesFolder, 'people') : resourcesFolder);
      const all = [...ours.filter(({ definition }) => !replaced.has(definition.path)), ...own];
      return withKeepHook(all, options.beforeKeep);
    },
  };
  return present;
}

/** The identity from the configuration, else from the folder's package.json, else ours. */
function identityIn(folder: string, { name }: ProjectOptions): Identity {
  const file = path.join(folder, 'package.json');
  const read = existsSync(file) ? readJson(file) : {};
  return {
    name: name ?? textOf(read.name) ?? product.identity.name,
    version: textOf(read.version) ?? version,
  };
}

/** @throws ProjectError for invalid JSON */
function readJson(file: string): Partial<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new ProjectError(`${file} cannot be read as JSON.`, { cause: error });
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/**
 * The import path of a part of ours in files of a project.
 *
 * @param part name of an export of the package
 * @param own the path for our own files
 */
export function faceOf({ folder }: Project, part: string, own: string): string {
  return folder === null ? own : `millwright/${part}`;
}

function requireFolder(folder: string): string {
  if (existsSync(folder)) return folder;
  throw new ProjectError(`There is no folder ${folder}, which the configuration names.`);
}
