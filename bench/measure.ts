/** Measures one server at one work, once. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dropAtExit, keepUntilExit } from '../test/harness/at-exit.ts';
import type { Contender } from './contenders.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { cpuSeconds, pin, residentMiB } from './process-figures.ts';

/** Figures of one run of one server. */
export interface Sample {
  readonly perSecond: number;
  /** Milliseconds of the server's processor time per request. */
  readonly cpu: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Memory of the server after the run, in MiB. */
  readonly memory: number;
}

/** A measured server, with its other processes, if it has several. */
export interface Measured extends Pick<Contender, 'name' | 'url' | 'pid'> {
  readonly others?: readonly number[];
}

export interface Load {
  run(server: Measured, order: Omit<LoadOrder, 'url'>): Promise<Sample>;
  stop(): void;
}

/** A load process. @param pinned whether it has its own core */
export function startLoad(pinned = true): Load {
  const child = fork(join(import.meta.dirname, 'load.ts'), {
    execArgv: ['--import', import.meta.resolve('tsx')],
  });
  keepUntilExit(child);
  if (pinned) pin(child.pid ?? 0, 'load');
  return {
    run: async (server, order) => {
      const pids = [server.pid, ...(server.others ?? [])];
      const before = sum(pids.map(cpuSeconds));
      const result = await runOnce(child, { ...order, url: server.url });
      // Requests in progress when the load ended.
      await sleep(50);
      const cpu = sum(pids.map(cpuSeconds)) - before;
      if (result.failures > 0) {
        throw new Error(`${server.name} failed ${result.failures} times at "${order.work}".`);
      }
      return {
        perSecond: result.requests / result.seconds,
        cpu: (cpu * 1000) / result.requests,
        p50: result.p50,
        p99: result.p99,
        memory: sum(pids.map(residentMiB)),
      };
    },
    stop: () => {
      child.kill();
      dropAtExit(child);
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

async function runOnce(child: ChildProcess, order: LoadOrder): Promise<LoadResult> {
  const over = new AbortController();
  try {
    const answer = once(child, 'message', over);
    const end = once(child, 'exit', over).then(() => {
      throw new Error('The load process has ended.');
    });
    child.send(order);
    const [result]: LoadResult[] = await Promise.race([answer, end]);
    // Listeners for the other event are stopped, which is expected.
    end.catch(() => {});
    if (!result) throw new Error('The load process gave no result.');
    return result;
  } finally {
    over.abort();
  }
}
