/**
 * The real `service/server.ts`, from sources or compiled, as a separate process: for failing starts, signals, crashes and several
 * nodes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Witness, witnessOf } from '../../package/testing/world/documented-answers.ts';
import { dropAtExit, keepUntilExit } from './at-exit.ts';
import { builtEntry } from './built-project.ts';
import { Client, type ClientOptions } from './client.ts';
import { testAppKey } from './database.ts';
import { projectWitness } from './documented-project.ts';
import { forgetErrors, watchErrors } from './logged-errors.ts';
import { freePort, untilOpen } from './port.ts';

export interface Exit {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServiceProcess {
  readonly url: string;
  /** Checks answers against the project's document, for other clients. */
  readonly witness: Witness;
  readonly port: number;
  readonly pid: number;
  /** Everything it has printed so far. */
  readonly stdout: string;
  readonly stderr: string;
  readonly exited: Promise<Exit>;
  client(options?: ClientOptions): Client;
  /** Sends SIGTERM and returns how it ended. */
  stop(): Promise<Exit>;
  /** Sends SIGKILL: a crash. */
  kill(): Promise<Exit>;
}

export interface ProcessOptions {
  /** The working folder, with `data/` and `.env`; by default an empty one, removed at the end. */
  readonly folder?: string;
  /** The root of a copy of the project, which is also the working folder. */
  readonly project?: string;
  /** Whether tsx runs it from the sources, as `npm start` does without a build, even if the test run has compiled them. */
  readonly uncompiled?: boolean;
  /** Whether `commands/bin/millwright.mjs` runs it, with its words in place of a file. */
  readonly launcher?: boolean;
  /** The time limit of an entry point in milliseconds. Default: enough for a busy machine. */
  readonly patienceMs?: number;
  /** Whether it runs without privileges, even if the test is run by root. */
  readonly unprivileged?: boolean;
  /** Settings. Of the test's own environment, only `passedOn`. */
  readonly env?: Readonly<Record<string, string>>;
}

const root = resolve(import.meta.dirname, '../..');
const tsx = import.meta.resolve('tsx');
const startTimeoutMs = 200_000;
const nobody = 65_534;
/** Values of LOG_LEVEL with which a service does not log that it listens. */
const quietLevels: ReadonlySet<string> = new Set(['warn', 'error', 'fatal', 'silent']);

/**
 * Runs an entry point (`service/server.ts`, `commands/migrate.ts`) to its end and returns its output.
 * @param entry path from the project's root, with arguments after it
 */
export async function runEntry(
  entry: readonly [string, ...string[]],
  options: ProcessOptions = {},
): Promise<Exit & { readonly stdout: string; readonly stderr: string }> {
  const started = await launch(entry, options);
  const patience = setTimeout(() => started.child.kill('SIGKILL'), options.patienceMs ?? startTimeoutMs);
  const exit = await started.exited;
  clearTimeout(patience);
  return { ...exit, ...started.output };
}

/**
 * Starts the service and waits until it listens.
 * @throws Error with its output, if it ends instead
 */
export async function startProcess(options: ProcessOptions = {}): Promise<ServiceProcess> {
  const port = Number(options.env?.PORT ?? (await freePort()));
  const { child, output, exited } = await launch([options.launcher ? 'start' : 'service/server.ts'], {
    ...options,
    env: { ...options.env, PORT: String(port) },
  });
  const url = `http://127.0.0.1:${port}`;
  const clients: Client[] = [];
  const end = async (signal: NodeJS.Signals): Promise<Exit> => {
    for (const client of clients) client.close();
    child.kill(signal);
    return exited;
  };
  const patience = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  const says = !quietLevels.has(options.env?.LOG_LEVEL ?? '');
  const listening = new Promise<'listening'>((resolve) => {
    child.stdout?.on('data', () => {
      if (says && output.stdout.includes('is listening on ')) resolve('listening');
    });
    if (!says) void untilOpen(port, exited).then(() => resolve('listening'));
  });
  const first = await Promise.race([exited, listening]);
  clearTimeout(patience);
  if (first !== 'listening') {
    throw new Error(`The service ended with ${first.code ?? first.signal}: ${output.stderr}${output.stdout}`);
  }
  const witness = options.project ? await witnessAt(url) : await projectWitness();
  return {
    url,
    port,
    witness,
    pid: child.pid ?? 0,
    get stdout() {
      return output.stdout;
    },
    get stderr() {
      return output.stderr;
    },
    exited,
    client: (settings = {}) => {
      const client = new Client(url, { origin: 'http://localhost:5173', witness, ...settings });
      clients.push(client);
      return client;
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** A copy of the project may have other resources: answers are checked against its own document. */
async function witnessAt(url: string): Promise<Witness> {
  const response = await fetch(`${url}/api/v1/openapi.json`);
  return witnessOf(JSON.parse(await response.text()));
}

export interface Launched {
  readonly child: ChildProcess;
  readonly output: { stdout: string; stderr: string };
  readonly exited: Promise<Exit>;
}

/** The last three are another day, by `faketime`. */
const named = ['PATH', 'HOME', 'LD_PRELOAD', 'FAKETIME', 'DONT_FAKE_MONOTONIC'];
const passedOn = Object.fromEntries(named.map((name) => [name, process.env[name]]));

/** Starts an entry point and returns it while it runs. */
export async function launch(
  [file, ...rest]: readonly [string, ...string[]],
  options: ProcessOptions,
): Promise<Launched> {
  const given = options.folder ?? options.project;
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'millwright-process-')));
  const child = spawn(process.execPath, [...(await argumentsFor(file, options)), ...rest], {
    cwd: folder,
    env: { ...passedOn, APP_KEY: testAppKey, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.unprivileged && process.getuid?.() === 0 && { uid: nobody, gid: nobody }),
  });
  keepUntilExit(child);
  if (given === undefined) keepUntilExit(folder);
  const output = { stdout: '', stderr: '' };
  watchErrors(output);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const exited = once(child, 'close').then(async ([code, signal]): Promise<Exit> => {
    dropAtExit(child);
    forgetErrors(output);
    if (given === undefined) {
      await rm(folder, { recursive: true, force: true });
      dropAtExit(folder);
    }
    return { code, signal };
  });
  return { child, output, exited };
}

/** The arguments of `node` to run it. */
export async function argumentsFor(
  file: string,
  { project, launcher, uncompiled }: ProcessOptions = {},
): Promise<string[]> {
  const home = project ?? root;
  if (launcher) return [join(home, 'commands/bin/millwright.mjs'), file];
  const built = project === undefined && !uncompiled ? await builtEntry(file) : null;
  return built === null ? ['--import', tsx, join(home, file)] : [built];
}
