/** The parent's part in `/metrics`: it collects the metrics of every worker, and keeps the counts of ended ones. */
import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import type { Figures } from './messages.ts';
import { Questions } from './questions.ts';
import { tell } from './tell.ts';

/** For a worker that takes longer, its last metrics are used. */
const patienceMs = 1000;

export class FigureDesk {
  readonly #last = new Map<number, Figures>();
  readonly #questions = new Questions<Figures>(patienceMs);
  /** Sums of the counters of ended workers: without them a sum would fall, which Prometheus treats as a restart. */
  #gone: Promise<Figures> = Promise.resolve([]);

  /** Metrics of some workers, and of the ended ones. */
  async collect(workers: readonly Worker[]): Promise<Figures[]> {
    const told = await Promise.all(workers.map((worker) => this.#ask(worker)));
    return [...told, await this.#gone];
  }

  /** A worker has sent its metrics. @param question the query that they answer; null for none */
  take(worker: Worker, figures: Figures, question: number | null): void {
    this.#last.set(worker.id, figures);
    if (question !== null) this.#questions.answer(question, figures);
  }

  /** A worker has ended: its counts at the last query are kept. */
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
