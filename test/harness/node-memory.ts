/** Watches the memory of servers: excessive use must neither crash the machine nor go unnoticed. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** The memory limit of a test node: it needs some 150 MB. */
const mostMb = 1024;
/** Above this, it is killed. */
const endMb = 3 * 1024;
const everyMs = 250;

export interface Watched {
  readonly name: string;
  /** The id of its process; 0 if it is not running. */
  readonly pid: number;
  /** Ends it at once. */
  kill(): Promise<void>;
}

export interface MemoryWatch {
  /** @throws Error with the statements of each node that exceeded the limit */
  end(): Promise<void>;
}

/** @param limits in MB: for a report, and for a kill */
export function watchMemory(
  watched: readonly Watched[],
  limits: { readonly most: number; readonly end: number } = { most: mostMb, end: endMb },
): MemoryWatch {
  const told = new Map<number, Promise<string>>();
  const look = async (one: Watched) => {
    const { pid, name } = one;
    const taken = await ownMemory(pid);
    if (taken > limits.most && !told.has(pid))
      told.set(
        pid,
        stacksOf(pid).then((stacks) => `${name} took ${Math.round(taken)} MB. What it did:\n${stacks}`),
      );
    if (taken > limits.end) await one.kill();
  };
  const timer = setInterval(() => void Promise.all(watched.map(look)), everyMs).unref();
  return {
    end: async () => {
      clearInterval(timer);
      const all = await Promise.all(told.values());
      if (all.length > 0) throw new Error(all.join('\n\n'));
    },
  };
}

/** The private memory of a process in MB; 0 if it does not exist, or the value is unknown. */
export async function ownMemory(pid: number): Promise<number> {
  const status = pid === 0 ? '' : await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

function stacksOf(pid: number): Promise<string> {
  const words = ['-p', String(pid), '-batch', '-ex', 'thread apply all bt 12'];
  return new Promise((resolve) => {
    execFile('gdb', words, { timeout: 30_000, maxBuffer: 2 ** 24 }, (error, stdout) => {
      const lines = stdout.split('\n').filter((line) => /^(?:Thread|#)/.test(line));
      resolve(lines.length > 0 ? lines.join('\n') : `nobody knows (${error?.message ?? 'gdb says nothing'})`);
    });
  });
}
