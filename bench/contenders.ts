/** The compared servers, each as a real process, on the same database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropAtExit, keepUntilExit } from '../test/harness/at-exit.ts';
import { testAppKey } from '../test/harness/database.ts';
import { freePort, untilOpen } from '../test/harness/port.ts';
import { compiledFolder } from './compiled.ts';
import { pin } from './process-figures.ts';

export const contenderNames = ['ours', 'by hand', 'limit'] as const;
export type ContenderName = (typeof contenderNames)[number];

export interface Contender {
  readonly name: ContenderName;
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;

const entries: Readonly<Record<ContenderName, string>> = {
  ours: 'service/server.js',
  'by hand': 'bench/by-hand/server.js',
  limit: 'bench/limit/server.js',
};

/** The options of `npm start` for Node.js: memory for new objects, which is part of production. */
function startOptions(): string {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));
  const given = /^NODE_OPTIONS="([^"$]+) \$/.exec(scripts.start)?.[1];
  if (given === undefined) throw new Error(`The script "start" gives Node.js no options: ${scripts.start}`);
  return given;
}

/** Options for a server outside of a comparison. */
export interface ContenderOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Whether it has its own core; otherwise all cores. */
  readonly pinned?: boolean;
  /** The folder of the compiled files, if it differs from the default; null runs the sources, for answers and not for times. */
  readonly folder?: string | null;
}

/**
 * Starts a server, compiled as in production, and waits until it listens. None of them logs requests.
 * @throws Error with its output if it does not
 */
export async function startContender(
  name: ContenderName,
  databaseUrl: string,
  { env = {}, pinned = true, folder: own }: ContenderOptions = {},
): Promise<Contender> {
  const program =
    own === null
      ? [
          '--import',
          import.meta.resolve('tsx'),
          join(import.meta.dirname, '..', entries[name].replace(/js$/, 'ts')),
        ]
      : [join(own ?? (await compiledFolder()), entries[name])];
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-'));
  keepUntilExit(folder);
  const child = spawn(process.execPath, program, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...(name === 'ours' && { NODE_OPTIONS: `${startOptions()} ${process.env.BENCH_NODE_OPTIONS ?? ''}` }),
      NODE_ENV: 'production',
      APP_KEY: testAppKey,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      REQUEST_LIMIT: '0',
      SEED_DEMO: 'false',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  keepUntilExit(child);
  const ended = once(child, 'exit');
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const patience = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  await untilOpen(port, ended);
  clearTimeout(patience);
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error(`The server "${name}" does not start: ${printed}`);
  // Its further output is discarded: storing it would take time from the load.
  child.stdout.removeAllListeners('data').resume();
  const pid = child.pid ?? 0;
  if (pinned) pin(pid, 'server');
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    pid,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      dropAtExit(child);
      rmSync(folder, { recursive: true, force: true });
      dropAtExit(folder);
    },
  };
}
