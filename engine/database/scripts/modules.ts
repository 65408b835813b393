/** Files that are imported by being in a folder: in TypeScript, or compiled. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

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
