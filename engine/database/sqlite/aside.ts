/**
 * Long reads of the embedded database, in a thread with its own connection: in this thread, its driver would block all requests.
 */
import { Worker } from 'node:worker_threads';
import { giveWay } from '../../signal.ts';
import { bindable } from './statements.ts';

type ReadRows = readonly (readonly unknown[])[];

/** A read that waits or is running. */
interface Job {
  readonly text: string;
  readonly bindings: readonly unknown[];
  /** The results: some rows each, as JSON. */
  readonly parts: string[];
  resolve(parts: readonly string[]): void;
  reject(error: unknown): void;
}

/** A message of the thread: some rows as JSON, the end of the rows, or the driver's error. */
interface FromThread {
  readonly rows?: string;
  readonly failure?: { readonly message: string; readonly code?: string };
}

/** How long an idle thread is kept: it needs memory. */
const idleMs = 60_000;

/** Runs reads one after the other. Each sees the file as it was when the read began. */
export class Aside {
  readonly #path: string;
  readonly #jobs: Job[] = [];
  #worker: Worker | null = null;
  #rest: NodeJS.Timeout | undefined;

  /** @param path of a file: a database in memory exists only in its own connection */
  constructor(path: string) {
    this.#path = path;
  }

  /** @param text of a select that returns one JSON array of rows, `packed`. @returns these rows. @throws the driver's error */
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

  /** Ends the thread, and with it what it reads. */
  async close(): Promise<void> {
    clearTimeout(this.#rest);
    const worker = this.#worker;
    this.#worker = null;
    for (const job of this.#jobs.splice(0)) job.reject(new Error('The database is closed.'));
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
    // The thread keeps the process running only while it works: a command ends when its work is done.
    this.#worker.ref();
    this.#worker.postMessage({ text: job.text, bindings: job.bindings });
  }

  #start(): Worker {
    // Without the flags of this process, which would load a TypeScript compiler into the thread.
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

  /** The thread has ended during a read; the next read starts another one. */
  #lose(worker: Worker, error: Error): void {
    if (this.#worker === worker) this.#worker = null;
    else if (this.#worker !== null) return;
    this.#jobs.shift()?.reject(error);
    if (this.#jobs.length > 0) this.#begin();
  }
}
