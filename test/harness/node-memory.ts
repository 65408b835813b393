/** Watches the memory of servers, so that one that runs wild neither takes the machine with it nor goes unnoticed. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** What a node of the tests may take: it needs some 150 MB. */
const mostMb = 1024;
/** Beyond this it is ended, whatever it does. */
const endMb = 3 * 1024;
const everyMs = 250;

export interface Watched {
  readonly name: string;
  /** Of its process; 0 where none runs. */
  readonly pid: number;
  /** Ends it at once. */
  kill(): Promise<void>;
}

export interface MemoryWatch {
  /** @throws Error with what each did that took more than it may */
  end(): Promise<void>;
}

/** @param limits in MB: from where on it is told, and ended */
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

/** What a process has taken for itself alone, in MB; 0 where it is none, or nobody can tell. */
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
