/** A few threads for bcrypt. Logins wait for them only in a burst. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Failure } from '../../engine/failure.ts';
import { shareOf } from '../machine.ts';

/** The job of a thread: to hash a text, or to compare it with a hash. */
type PasswordJob =
  | { readonly text: string; readonly cost: number }
  | { readonly text: string; readonly hash: string };

interface Waiting {
  readonly job: PasswordJob;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** One core stays with the event loop; more than four threads on a machine would only take memory from it. */
const threadsInAll = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Threads of this process. */
export function threadCount(): number {
  return shareOf(threadsInAll);
}

/** Beyond this a login would wait for longer than a browser does. */
const maxQueue = 500;

const queue: Waiting[] = [];
const idle: Worker[] = [];
const busy = new Map<Worker, Waiting>();

/**
 * Runs a job in the next free thread. Threads are started when they are first needed.
 * @throws Failure `unavailable` (503) when too many wait already: a flood of logins must not fill the memory
 */
export function runPasswordJob(job: PasswordJob): Promise<unknown> {
  if (queue.length >= maxQueue) {
    return Promise.reject(new Failure('unavailable', { headers: { 'Retry-After': '5' } }));
  }
  return new Promise((resolve, reject) => {
    queue.push({ job, resolve, reject });
    assign();
  });
}

function assign(): void {
  const next = queue[0];
  const worker = next && (idle.pop() ?? (busy.size < threadCount() ? start() : undefined));
  if (!next || !worker) return;
  queue.shift();
  busy.set(worker, next);
  // A thread keeps the process alive only while it works, so a command ends when its work is done.
  worker.ref();
  worker.postMessage(next.job);
}

function start(): Worker {
  // Without the flags of this process, which would load a TypeScript compiler into each thread.
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), { execArgv: [] });
  worker.on('message', (result: unknown) => {
    const done = busy.get(worker);
    busy.delete(worker);
    idle.push(worker);
    worker.unref();
    done?.resolve(result);
    assign();
  });
  worker.on('error', (error) => {
    // The thread has ended; the next job starts another one.
    const failed = busy.get(worker);
    busy.delete(worker);
    failed?.reject(error);
    assign();
  });
  return worker;
}
