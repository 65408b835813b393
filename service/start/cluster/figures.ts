/** The parent's part in `/metrics`: asks every worker for its figures, and keeps what those that are gone had counted. */
import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import type { Figures } from './messages.ts';
import { Questions } from './questions.ts';
import { tell } from './tell.ts';

/** Of a worker that is held up for longer, what it last told is taken. */
const patienceMs = 1000;

export class FigureDesk {
  readonly #last = new Map<number, Figures>();
  readonly #questions = new Questions<Figures>(patienceMs);
  /** Sums of the counters of workers that are gone: without them a sum would fall, which Prometheus takes for a new start. */
  #gone: Promise<Figures> = Promise.resolve([]);

  /** Figures of some workers, and of those that are gone. */
  async collect(workers: readonly Worker[]): Promise<Figures[]> {
    const told = await Promise.all(workers.map((worker) => this.#ask(worker)));
    return [...told, await this.#gone];
  }

  /** A worker has told its figures. @param question the one that they answer; null where none was asked */
  take(worker: Worker, figures: Figures, question: number | null): void {
    this.#last.set(worker.id, figures);
    if (question !== null) this.#questions.answer(question, figures);
  }

  /** A worker is gone: what it had counted, when it was last asked, stays counted. */
  bury(worker: Worker): void {
    const last = this.#last.get(worker.id) ?? [];
    this.#last.delete(worker.id);
    const counters = last.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
    this.#gone = this.#gone.then((gone) =>
      AggregatorRegistry.aggregate([[...gone], counters]).getMetricsAsJSON(),
    );
  }

  async #ask(worker: Worker): Promise<Figures> {
    const figures = await this.#questions.ask((question) => tell(worker, { kind: 'give figures', question }));
    return figures ?? this.#last.get(worker.id) ?? [];
  }
}
