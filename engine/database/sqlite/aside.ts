/** Long reads of the embedded database, in a thread with a connection of its own: here its driver would keep everybody waiting. */
import { Worker } from 'node:worker_threads';
import { giveWay } from '../../signal.ts';
import { bindable } from './statements.ts';

type ReadRows = readonly (readonly unknown[])[];

/** A read that waits, or is under way. */
interface Job {
  readonly text: string;
  readonly bindings: readonly unknown[];
  /** What has come of it: some rows each, as JSON. */
  readonly parts: string[];
  resolve(parts: readonly string[]): void;
  reject(error: unknown): void;
}

/** What the thread says: some rows as JSON, that there are no more, or what the driver said. */
interface FromThread {
  readonly rows?: string;
  readonly failure?: { readonly message: string; readonly code?: string };
}

/** So long a thread that has nothing to do is kept: it takes memory. */
const idleMs = 60_000;

/** Reads one after the other. A file that is written meanwhile is read as it was when a read began. */
export class Aside {
  readonly #path: string;
  readonly #jobs: Job[] = [];
  #worker: Worker | null = null;
  #rest: NodeJS.Timeout | undefined;

  /** @param path of a file: what is in memory is its connection's alone */
  constructor(path: string) {
    this.#path = path;
  }

  /** @param text of a select that gives one JSON array of rows, `packed`. @returns these rows. @throws the driver's error */
  async read(text: string, bindings: readonly unknown[]): Promise<ReadRows> {
    const parts = await new Promise<readonly string[]>((resolve, reject) => {
      this.#jobs.push({ text, bindings: bindings.map(bindable), parts: [], resolve, reject });
      if (this.#jobs.length === 1) this.#begin();
    });
    const rows: (readonly unknown[])[] = [];
    for (const part of parts) {
      rows.push(...JSON.parse(part));
      await giveWay();
    }
    return rows;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    clearTimeout(this.#rest);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #begin(): void {
    const [job] = this.#jobs;
    clearTimeout(this.#rest);
    if (!job) {
      this.#worker?.unref();
      this.#rest = setTimeout(() => void this.close(), idleMs).unref();
      return;
    }
    this.#worker ??= this.#start();
    // Only while it works does a thread keep the process alive: a command ends when its work is done.
    this.#worker.ref();
    this.#worker.postMessage({ text: job.text, bindings: job.bindings });
  }

  #start(): Worker {
    // Without the flags of this process, which would load a TypeScript compiler into it.
    const worker = new Worker(new URL('./aside.mjs', import.meta.url), {
      execArgv: [],
      workerData: { path: this.#path },
    });
    worker.on('message', (told: FromThread) => this.#hear(told));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('A thread that reads has ended.')));
    return worker;
  }

  #hear({ rows, failure }: FromThread): void {
    if (rows !== undefined) {
      this.#jobs[0]?.parts.push(rows);
      return;
    }
    const job = this.#jobs.shift();
    if (failure) job?.reject(Object.assign(new Error(failure.message), { code: failure.code }));
    else job?.resolve(job.parts);
    this.#begin();
  }

  /** The thread is gone with what it read; the next read starts another one. */
  #lose(worker: Worker, error: Error): void {
    if (this.#worker === worker) this.#worker = null;
    else if (this.#worker !== null) return;
    this.#jobs.shift()?.reject(error);
    if (this.#jobs.length > 0) this.#begin();
  }
}
