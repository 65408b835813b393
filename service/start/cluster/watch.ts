/** Finds workers that hang: they listen, but do not answer the parent. */
import type { Worker } from 'node:cluster';
import { tell } from './tell.ts';

/** How long a worker may be silent, in milliseconds. */
export const usualPatienceMs = 10_000;

/** The number of unanswered queries in that time. */
const questions = 10;

export class Watch {
  readonly #unanswered = new Map<Worker, number>();

  /**
   * @param serving the listening ones; starting or migrating ones are not queried
   * @param onHang called for a worker that has been silent for too long
   */
  constructor(serving: () => Iterable<Worker>, patienceMs: number, onHang: (worker: Worker) => void) {
    // It counts queries, not time: after a pause of the parent, or of its machine, no worker counts as silent.
    const timer = setInterval(() => {
      for (const worker of serving()) {
        const unanswered = this.#unanswered.get(worker) ?? 0;
        this.#unanswered.set(worker, unanswered + 1);
        if (unanswered === questions) onHang(worker);
        else tell(worker, { kind: 'are you there' });
      }
    }, patienceMs / questions);
    timer.unref();
  }

  /** A worker has answered. */
  hear(worker: Worker): void {
    if (this.#unanswered.has(worker)) this.#unanswered.set(worker, 0);
  }

  /** A worker has ended. */
  forget(worker: Worker): void {
    this.#unanswered.delete(worker);
  }
}
