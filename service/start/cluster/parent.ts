/**
 * Several processes that share one port: they are started, replaced after a failure, and stopped together. The parent opens no
 * database and answers no request: it accepts connections and passes each to the next worker.
 */
import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { endMs } from '../end.ts';
import { FigureDesk } from './figures.ts';
import { handOn, watchHanded } from './handed.ts';
import { isToParent } from './messages.ts';
import { Patience } from './patience.ts';
import { tell } from './tell.ts';
import { usualPatienceMs, Watch } from './watch.ts';

/** Workers stop by themselves within their own limit; after that they are killed. */
const killAfterMs = endMs + 400;

/**
 * Starts the first worker, which prepares the database like a single process, and the others when that one listens. Until then,
 * the process ends if the first worker does, which has reported the reason.
 * @param count how many
 * @param leaveMs how long they continue to serve while not ready, before they are stopped
 * @param silenceMs the time after which a silent, listening worker is replaced, for tests
 */
export function leadWorkers(
  count: number,
  leaveMs: number,
  log: Logger,
  silenceMs: number = usualPatienceMs,
): void {
  cluster.setupPrimary({ serialization: 'advanced', execArgv: [...process.execArgv, ...loader()] });
  // Counts the requests per address for all workers, if they are limited.
  new RateLimiterClusterMaster();
  new Crew({ count, leaveMs, silenceMs }, log).start();
}

/** Sources need one; it may have been added by other means than an argument. */
function loader(): string[] {
  const isLoaded = process.execArgv.some((argument) => argument.includes('tsx'));
  return process.argv[1]?.endsWith('.ts') && !isLoaded ? ['--import', import.meta.resolve('tsx')] : [];
}

interface CrewOptions {
  readonly count: number;
  readonly leaveMs: number;
  readonly silenceMs: number;
}

class Crew {
  readonly #count: number;
  readonly #leaveMs: number;
  readonly #log: Logger;
  readonly #desk = new FigureDesk();
  readonly #patience = new Patience();
  /** The listening ones, with their start times. */
  readonly #serving = new Map<Worker, number>();
  readonly #watch: Watch;
  readonly #waits = new Set<NodeJS.Timeout>();
  /** The one that does the work of one process for all. */
  #onDuty: Worker | null = null;
  #begun = false;
  #ending = false;
  #deaths = 0;

  constructor({ count, leaveMs, silenceMs }: CrewOptions, log: Logger) {
    this.#count = count;
    this.#leaveMs = leaveMs;
    this.#log = log;
    this.#watch = new Watch(
      () => this.#serving.keys(),
      silenceMs,
      (worker) => {
        log.error({ worker: pidOf(worker), silenceMs }, 'A worker does not answer: it is ended.');
        // It could not react to any other signal.
        worker.process.kill('SIGKILL');
      },
    );
  }

  start(): void {
    cluster.on('listening', (worker) => this.#add(worker));
    cluster.on('exit', (worker, code, signal) => this.#remove(worker, code, signal));
    cluster.on('message', (worker, message: unknown) => void this.#hear(worker, message));
    process.on('SIGTERM', (signal) => this.#end(signal));
    process.on('SIGINT', (signal) => this.#end(signal));
    this.#fork();
  }

  #fork(): void {
    const worker = cluster.fork();
    watchHanded(worker);
    // A message to a worker that is just ending fails; its end is reported anyway.
    worker.on('error', (err) =>
      this.#log.debug({ err, worker: worker.process.pid }, 'A worker did not hear.'),
    );
  }

  #add(worker: Worker): void {
    this.#serving.set(worker, performance.now());
    this.#giveDuty();
    if (!this.#begun) {
      this.#begun = true;
      for (let number = 1; number < this.#count; number += 1) this.#fork();
    }
    // At the start, and after the last missing one has been replaced.
    if (this.#serving.size === this.#count)
      this.#log.info({ workers: [...this.#serving.keys()].map(pidOf) }, 'All workers listen.');
  }

  #giveDuty(): void {
    const [first] = this.#serving.keys();
    if (this.#onDuty !== null || first === undefined) return;
    this.#onDuty = first;
    tell(first, { kind: 'duty' });
  }

  #remove(worker: Worker, code: number | null, signal: string | null): void {
    const since = this.#serving.get(worker);
    this.#serving.delete(worker);
    this.#desk.bury(worker);
    this.#watch.forget(worker);
    const [other] = this.#serving.keys();
    handOn(worker, other);
    if (this.#ending) {
      if (this.#others().length === 0) process.exit(0);
      return;
    }
    // It has reported the reason on stderr, unless the system has killed it.
    if (!this.#begun) endInVain(code, signal);
    this.#replace(worker, { code, signal, servedMs: since === undefined ? 0 : performance.now() - since });
  }

  #replace(worker: Worker, { code, signal, servedMs }: End): void {
    if (this.#onDuty === worker) this.#onDuty = null;
    this.#giveDuty();
    const waitMs = this.#patience.after(servedMs);
    const facts = { worker: pidOf(worker), code, signal, waitMs };
    if (code === 0) this.#log.info(facts, 'A worker has ended in good order; another one takes its place.');
    else {
      this.#deaths += 1;
      this.#log.error(facts, 'A worker has died; another one takes its place.');
    }
    if (this.#patience.isOver && this.#serving.size === 0) {
      this.#log.fatal('No worker stays alive, so the service ends.');
      process.stderr.write(
        'No worker stays alive, so the service ends: what each of them said stands above.\n',
      );
      for (const one of this.#others()) one.process.kill('SIGKILL');
      process.exit(1);
    }
    const wait = setTimeout(() => {
      this.#waits.delete(wait);
      this.#fork();
    }, waitMs);
    this.#waits.add(wait);
  }

  async #hear(worker: Worker, message: unknown): Promise<void> {
    if (!isToParent(message)) return;
    this.#watch.hear(worker);
    if (message.kind === 'here') return;
    const { kind, figures, question } = message;
    this.#desk.take(worker, figures, kind === 'own figures' ? question : null);
    if (kind === 'own figures') return;
    const others = [...this.#serving.keys()].filter((one) => one !== worker);
    tell(worker, {
      kind: 'all figures',
      question,
      figures: await this.#desk.collect(others),
      workers: this.#serving.size,
      deaths: this.#deaths,
    });
  }

  #end(signal: NodeJS.Signals): void {
    // A second signal means the same: a terminal sends Ctrl-C to all processes, and npm passes it on.
    if (this.#ending) return;
    this.#ending = true;
    for (const wait of this.#waits) clearTimeout(wait);
    if (this.#others().length === 0) process.exit(0);
    for (const worker of this.#others()) tell(worker, { kind: 'leave' });
    setTimeout(() => this.#endNow(signal), this.#leaveMs);
  }

  #endNow(signal: NodeJS.Signals): void {
    const workers = this.#others();
    this.#log.info({ signal, workers: workers.map(pidOf) }, 'Ending all workers.');
    for (const worker of workers) worker.process.kill('SIGTERM');
    setTimeout(() => {
      for (const worker of this.#others()) worker.process.kill('SIGKILL');
      process.exit(0);
    }, killAfterMs);
  }

  /** All that have not ended, listening or not. */
  #others(): Worker[] {
    return Object.values(cluster.workers ?? {}).filter(
      (worker): worker is Worker => worker?.isDead() === false,
    );
  }
}

interface End {
  readonly code: number | null;
  readonly signal: string | null;
  readonly servedMs: number;
}

function endInVain(code: number | null, signal: string | null): never {
  if (signal !== null) {
    process.stderr.write(
      `The first worker was ended by ${signal} before it listened, so the service ends.\n`,
    );
  }
  process.exit(code || 1);
}

function pidOf(worker: Worker): number | undefined {
  return worker.process.pid;
}
