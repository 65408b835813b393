/** Files that are imported by being in a folder: in TypeScript, or compiled. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const runnable = /\.(?:ts|mts|js|mjs)$/;
const declaration = /\.d\.m?ts$/;
/** What tells tests of the definition beside it: `loans.specimen.ts` of `loans.ts`. */
const specimen = /\.specimen\.m?[jt]s$/;

/** Names of the files of a folder that can be imported, in their order; none where there is no such folder. */
export async function listModules(folder: string): Promise<string[]> {
  return (await listRunnable(folder)).filter((name) => !specimen.test(name));
}

/** Names of the files that stand beside those, and tell of them what tests need to know. */
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

/** What the file exports. */
export function importModule(file: string): Promise<{ readonly [name: string]: unknown }> {
  return import(pathToFileURL(file).href);
}

/** The name of a file as it is written by hand: that of the source, also where it was compiled. */
export function sourceName(file: string): string {
  return path.basename(file).replace(runnable, '.ts');
}

/** Why a file could not be imported, and where: a line of it, or of another file of its folder that it imports. */
interface ImportFault {
  readonly problem: string;
  /** From the folder of the file on. */
  readonly file: string;
  readonly line: number | null;
}

/** Makes out of what importing a file has thrown what its author can mend. */
export async function importFault(error: unknown, file: string): Promise<ImportFault> {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const folder = path.dirname(file);
  // A compiler says where in the message, code that runs in its stack; of plain JavaScript that cannot be read Node tells by itself alone.
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
