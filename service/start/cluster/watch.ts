/** Finds workers that hang: those that listen, and do not answer the parent. */
import type { Worker } from 'node:cluster';
import { tell } from './tell.ts';

/** How long a worker may be silent, in milliseconds. */
export const usualPatienceMs = 10_000;

/** So many questions without an answer make up that time. */
const questions = 10;

export class Watch {
  readonly #unanswered = new Map<Worker, number>();

  /**
   * @param serving those that listen; who still starts or migrates is asked nothing
   * @param onHang a worker has not answered for so long
   */
  constructor(serving: () => Iterable<Worker>, patienceMs: number, onHang: (worker: Worker) => void) {
    // Questions are counted, not time: a parent that stood still itself, or whose machine did, finds nobody silent for it.
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

  /** A worker has said something. */
  hear(worker: Worker): void {
    if (this.#unanswered.has(worker)) this.#unanswered.set(worker, 0);
  }

  /** A worker is gone. */
  forget(worker: Worker): void {
    this.#unanswered.delete(worker);
  }
}
