/** The service in several processes, with `WORKERS`. */
import { spawnSync } from 'node:child_process';
import type { Client } from './client.ts';
import { type ProcessOptions, type ServiceProcess, startProcess } from './process.ts';
import { until } from './until.ts';

export interface Workers {
  readonly service: ServiceProcess;
  /** Their process ids, in the order in which they started to listen. */
  readonly pids: readonly number[];
  /** The log so far, by line. */
  log(): LogLine[];
  /** Waits until all of them listen, for this number of times. */
  untilWhole(times: number): Promise<void>;
  /** A client that opens a new connection for each request, which goes to the next worker. */
  client(): Client;
}

export interface LogLine {
  readonly pid: number;
  readonly msg: string;
  readonly [key: string]: unknown;
}

/** Starts the service and waits until all of its workers listen. */
export async function startWorkers(
  count: number,
  { env, ...options }: ProcessOptions = {},
): Promise<Workers> {
  const service = await startProcess({ ...options, env: { ...env, WORKERS: String(count) } });
  const log = () => linesOf(service.stdout);
  const whole = () => log().filter(({ msg }) => msg === 'All workers listen.');
  const untilWhole = (times: number) =>
    until(`all workers listen (${times})`, () => whole().length >= times, {
      tell: () => service.stderr,
    });
  await untilWhole(1);
  const pids = whole()[0]?.workers;
  if (!Array.isArray(pids)) throw new Error('The log does not name the workers.');
  return {
    service,
    pids: pids.map(Number),
    log,
    untilWhole,
    client: () => service.client({ headers: { Connection: 'close' } }),
  };
}

/** Every complete line of the output. @throws SyntaxError for invalid JSON */
function linesOf(printed: string): LogLine[] {
  return printed
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

/** Whether a process exists. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether a process has been stopped (SIGSTOP). */
export function isStopped(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.startsWith('T');
}

/** The child processes of a process that run Node.js. */
export function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => /\bserver\.[jt]s\b/.test(line));
  return lines.map((line) => Number.parseInt(line, 10));
}
