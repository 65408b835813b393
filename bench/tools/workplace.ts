/** A temporary folder in which other tools are installed and run, each in the tested version. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Ran {
  readonly status: number | null;
  readonly output: string;
}

export interface Workplace {
  readonly folder: string;
  /** Runs a program of its packages to its end, in one of its folders. */
  run(folder: string, command: readonly string[], env?: Readonly<Record<string, string>>): Promise<Ran>;
  /** Starts a program that keeps running. */
  start(folder: string, command: readonly string[]): ChildProcess;
  remove(): Promise<void>;
}

/** The time limit of any program. */
const patienceMs = 10 * 60_000;

/** @param packages names with their versions, from the npm registry. @throws Error with npm's message */
export async function makeWorkplace(packages: readonly string[]): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-tools-'));
  const path = `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`;
  const start: Workplace['start'] = (place, [program = '', ...rest]) =>
    spawn(program, rest, { cwd: place, env: { ...process.env, PATH: path }, stdio: 'ignore' });
  const run: Workplace['run'] = async (place, [program = '', ...rest], env = {}) => {
    const child = spawn(program, rest, {
      cwd: place,
      env: { ...process.env, PATH: path, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: patienceMs,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
    const status = await new Promise<number | null>((resolve) => {
      child.on('error', () => resolve(null));
      child.on('close', resolve);
    });
    return { status, output };
  };
  await writeFile(join(folder, 'package.json'), '{"private": true, "type": "module"}');
  const install = ['npm', 'install', '--no-audit', '--no-fund', '--no-progress', ...new Set(packages)];
  const { status, output } = await run(folder, install);
  if (status !== 0) throw new Error(`npm install ended with ${status}: ${output.slice(-2000)}`);
  return { folder, run, start, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A subfolder with these files, and with the two that make calls. */
export async function makeFolder(
  { folder }: Workplace,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const place = join(folder, name.replace(/\W+/g, '-'));
  await mkdir(place);
  for (const [file, text] of Object.entries(files)) await writeFile(join(place, file), text);
  for (const own of ['jar.ts', 'driver.ts']) await copyFile(join(import.meta.dirname, own), join(place, own));
  return place;
}
