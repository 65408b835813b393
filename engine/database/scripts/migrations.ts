/** The migrations of several folders, as one history: folder by folder, sorted by name within each. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Knex } from 'knex';

/** The names of migrations in a database are the same for a source and its compiled file: `…_tools.ts`. */
interface MigrationFile {
  readonly name: string;
  readonly path: string;
}

/** Migrations of folders. Those of a later folder follow all of the earlier ones, independent of the dates in their names. */
export class Migrations implements Knex.MigrationSource<MigrationFile> {
  /**
   * @param folders absolute paths
   * @param leftOut names of those that they leave out
   */
  constructor(
    public folders: readonly string[],
    private readonly leftOut: readonly string[] = [],
  ) {}

  /** All but some: those of a project may have run before one of ours. */
  without(names: readonly string[]): Migrations {
    return new Migrations(this.folders, names);
  }

  /** @throws Error if two files have the same name: the database identifies migrations by name */
  async getMigrations(): Promise<MigrationFile[]> {
    const files: MigrationFile[] = [];
    for (const folder of this.folders) {
      for (const file of await listModules(folder)) {
        const found = { name: sourceName(file), path: path.join(folder, file) };
        const same = files.find(({ name }) => name === found.name);
        if (same) throw new Error(`Two migrations have one name: ${same.path} and ${found.path}.`);
        files.push(found);
      }
    }
    return files.filter(({ name }) => !this.leftOut.includes(name));
  }

  getMigrationName({ name }: MigrationFile): string {
    return name;
  }

  async getMigration(file: MigrationFile): Promise<Knex.Migration> {
    const migration = await importModule(file.path);
    if (!isMigration(migration)) throw new Error(`${file.path} exports no \`up\`.`);
    return migration;
  }

  /** Their names, in the order in which they run. */
  async names(): Promise<string[]> {
    return (await this.getMigrations()).map(({ name }) => name);
  }
}

function isMigration(exported: { readonly up?: unknown }): exported is Knex.Migration {
  return typeof exported.up === 'function';
}

const runnable = /\.(?:ts|mts|js|mjs)$/;
const declaration = /\.d\.m?ts$/;
/** A file with test data for the definition beside it: `loans.specimen.ts` for `loans.ts`. */
const specimen = /\.specimen\.m?[jt]s$/;

/** Names of the importable files of a folder, sorted; none if the folder does not exist. */
export async function listModules(folder: string): Promise<string[]> {
  return (await listRunnable(folder)).filter((name) => !specimen.test(name));
}

/** Names of the specimen files of a folder: they contain test data. */
export async function listSpecimens(folder: string): Promise<string[]> {
  return (await listRunnable(folder)).filter((name) => specimen.test(name));
}

async function listRunnable(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => runnable.test(name) && !declaration.test(name)).sort();
}

/** Returns the exports of the file. */
export function importModule(file: string): Promise<{ readonly [name: string]: unknown }> {
  return import(pathToFileURL(file).href);
}

/** The name of the source file, also for a compiled one. */
export function sourceName(file: string): string {
  return path.basename(file).replace(runnable, '.ts');
}

/** Why a file could not be imported, and where: a line of it, or of another file of its folder that it imports. */
interface ImportFault {
  readonly problem: string;
  /** Relative to the folder of the file. */
  readonly file: string;
  readonly line: number | null;
}

/** Converts the error of an import to one that the author can act on. */
export async function importFault(error: unknown, file: string): Promise<ImportFault> {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const folder = path.dirname(file);
  // A compiler puts the place into the message, running code into the stack. For invalid plain JavaScript, only Node's own report
  // has it.
  const compiled = /^(\/.+?):(\d+):\d+: ERROR: (.+)$/m.exec(message);
  if (compiled) return placed(folder, compiled[3] ?? '', compiled[1] ?? file, compiled[2]);
  const problem = message.split('\n')[0] ?? '';
  const said = error instanceof SyntaxError ? await checkedByNode(file) : stack;
  // regexp-safe: it reads the stack of an error of the author’s file.
  for (const [, at = '', line] of said.matchAll(/(?:file:\/\/)?(\/[^\s():]+):(\d+)/g)) {
    const other = said.includes(`file://${at}`) ? fileURLToPath(`file://${at}`) : at;
    if (!path.relative(folder, other).startsWith('..')) return placed(folder, problem, other, line);
  }
  return placed(folder, problem, file, undefined);
}

function placed(folder: string, problem: string, file: string, line: string | undefined): ImportFault {
  return { problem, file: path.relative(folder, file), line: line === undefined ? null : Number(line) };
}

async function checkedByNode(file: string): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, ['--check', file]);
    return '';
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  }
}
