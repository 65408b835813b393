/**
 * Long reads of the embedded database, in a thread with its own connection: in this thread, its driver would block all requests.
 */
import { Worker } from 'node:worker_threads';
import { inSlices } from '../../signal.ts';
import type { QueryJob } from '../knex-internals.ts';
import { bindable } from './statements.ts';

/** A read that waits or is running. */
interface Waiting {
  readonly text: string;
  readonly bindings: readonly unknown[];
  /** Whether the rows are one packed text, of which the thread returns some at a time. */
  readonly asText: boolean;
  readonly take: (row: unknown) => void;
  resolve(): void;
  reject(error: unknown): void;
}

/** A message of the thread: the next rows, or the driver's error. */
interface FromThread {
  readonly rows?: string | readonly unknown[];
  readonly hasMore?: boolean;
  readonly failure?: { readonly message: string; readonly code?: string };
}

const databaseClosed = () => new Error('The database is closed.');

/** How long an idle thread is kept: it needs memory. */
const idleMs = 60_000;

/** Runs reads one after the other. Each sees the file as it was when the read began. */
export class Aside {
  readonly #path: string;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | null = null;
  #rest: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param path of a file: a database in memory exists only in its own connection */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Runs a select. With `taking`, it must return one JSON array of rows, `packed`: these rows are passed on.
   *
   * @throws the driver's error
   */
  async run(job: QueryJob): Promise<QueryJob> {
    const { sql, bindings = [], taking } = job;
    const rows: unknown[] = [];
    const take = taking ? (row: unknown) => taking.take(Array.isArray(row) ? row : []) : rows.push.bind(rows);
    await new Promise<void>((resolve, reject) => {
      if (this.#isClosed) throw databaseClosed();
      const own = { text: sql, bindings: bindings.map(bindable), asText: taking !== undefined };
      this.#waiting.push({ ...own, take, resolve, reject });
      if (this.#waiting.length === 1) this.#begin();
    });
    job.response = rows;
    return job;
  }

  /** Ends the thread, and with it what it reads. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const one of this.#waiting.splice(0)) one.reject(databaseClosed());
    await this.#stop();
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#rest);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #begin(): void {
    const [next] = this.#waiting;
    clearTimeout(this.#rest);
    if (!next) {
      this.#worker?.unref();
      this.#rest = setTimeout(() => void this.#stop(), idleMs).unref();
      return;
    }
    this.#worker ??= this.#start();
    // The thread keeps the process running only while it works: a command ends when its work is done.
    this.#worker.ref();
    const { text, bindings, asText } = next;
    this.#worker.postMessage({ text, bindings, asText });
  }

  #start(): Worker {
    // Without the flags of this process, which would load a TypeScript compiler into the thread.
    const worker = new Worker(new URL('./aside.mjs', import.meta.url), {
      execArgv: [],
      workerData: { path: this.#path },
    });
    worker.on('message', (told: FromThread) => void this.#hear(worker, told));
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('A thread that reads has ended.')));
    return worker;
  }

  async #hear(worker: Worker, { rows = [], hasMore = false, failure }: FromThread): Promise<void> {
    const [own] = this.#waiting;
    if (!own) return;
    await inSlices<unknown, void>(typeof rows === 'string' ? JSON.parse(rows) : rows, own.take);
    // It may have ended meanwhile.
    if (this.#worker !== worker || this.#waiting[0] !== own) return;
    if (hasMore) return worker.postMessage({});
    this.#waiting.shift();
    if (failure) own.reject(Object.assign(new Error(failure.message), { code: failure.code }));
    else own.resolve();
    this.#begin();
  }

  /** The thread has ended during a read; the next read starts another one. */
  #lose(worker: Worker, error: Error): void {
    if (this.#worker === worker) this.#worker = null;
    else if (this.#worker !== null) return;
    this.#waiting.shift()?.reject(error);
    if (this.#waiting.length > 0) this.#begin();
  }
}
