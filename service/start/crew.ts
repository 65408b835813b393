/**
 * Several processes that share one port, by node:cluster: they are started, replaced after a failure, and stopped together. The
 * parent opens no database and answers no request: it accepts connections and passes each to the next worker.
 */
import cluster, { type Worker } from 'node:cluster';
import { EventEmitter, once } from 'node:events';
import type { Logger } from 'pino';
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { endMs } from './end.ts';

/** Metrics of a process, in the form of prom-client. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

interface Message {
  readonly kind: 'duty' | 'are you there' | 'ask figures' | 'own figures' | 'all figures';
  readonly figures?: Figures;
}

/** A worker that has served for this long has shown that workers can. */
const provenMs = 10_000;
/** After this many early deaths in a row, and with none serving, further attempts are useless. */
const mostInVain = 5;
/** After this many unanswered queries a worker hangs. */
const mostUnanswered = 10;
/** For a worker that takes longer, or cannot tell them, its last metrics are used. */
const figuresMs = 1000;

/**
 * Starts the first worker, which prepares the database like a single process, and the others when that one listens. Until then,
 * the process ends if the first worker does, which has reported the reason.
 * @param leaveMs how long they continue to serve while not ready, before they stop
 * @param silenceMs the time after which a silent, listening worker is replaced, for tests
 */
export function leadWorkers(count: number, leaveMs: number, log: Logger, silenceMs = 10_000): void {
  cluster.setupPrimary({ serialization: 'advanced' });
  // Counts the requests per address for all workers, if they are limited.
  new RateLimiterClusterMaster();
  const registry = new Registry();
  const metric = (name: string, help: string) => ({ name, help, registers: [registry] });
  const workers = new Gauge(metric('service_workers', 'Processes that share the port.'));
  const deaths = new Counter(metric('service_worker_deaths_total', 'Those that died, and were replaced.'));
  /** Counts of ended workers: without them a sum would fall, which Prometheus treats as a restart. */
  let gone: Promise<Figures> = Promise.resolve([]);
  /** The listening ones. The first of them does the work of one process for all. */
  const serving = new Map<Worker, { readonly since: number; unanswered: number; figures: Figures }>();
  let [begun, ending, inVain] = [false, false, 0];
  /** All that have not ended, listening or not. */
  const left = () =>
    Object.values(cluster.workers ?? {}).flatMap((one) => (one && !one.isDead() ? [one] : []));
  const end = (signal: NodeJS.Signals) => {
    for (const { process } of left()) process.kill(signal);
  };
  const giveUp = (reason: string, code = 1) => {
    process.stderr.write(reason);
    end('SIGKILL');
    process.exit(code);
  };
  const giveDuty = () => tell([...serving.keys()][0], { kind: 'duty' });
  const fork = () => {
    if (ending) return;
    const worker = cluster.fork();
    // A message to a worker that is just ending fails; its end is reported anyway.
    worker.on('error', (err) => log.debug({ err, worker: worker.process.pid }, 'A worker did not hear.'));
    closeUnaccepted(worker);
  };
  cluster.on('listening', (worker) => {
    serving.set(worker, { since: performance.now(), unanswered: 0, figures: [] });
    giveDuty();
    for (let number = 1; number < count && !begun; number += 1) fork();
    begun = true;
    // At the start, and after the last missing one has been replaced.
    if (serving.size === count) log.info({ workers: pidsOf(serving.keys()) }, 'All workers listen.');
  });
  cluster.on('exit', (worker, code: number | null, signal: string | null) => {
    const { since = Number.POSITIVE_INFINITY, figures = [] } = serving.get(worker) ?? {};
    serving.delete(worker);
    const counts = figures.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
    gone = gone.then((before) => addUp([before, counts]));
    if (ending && left().length === 0) process.exit(0);
    if (ending) return;
    // It has reported the reason on stderr, unless the system has killed it.
    const killed = `The first worker was ended by ${signal} before it listened, so the service ends.\n`;
    if (!begun) giveUp(signal === null ? '' : killed, code || 1);
    giveDuty();
    inVain = performance.now() - since >= provenMs ? 0 : inVain + 1;
    const waitMs = inVain === 0 ? 0 : Math.min(30_000, 250 * 2 ** (inVain - 1));
    const facts = { worker: worker.process.pid, code, signal, waitMs };
    if (code === 0) log.info(facts, 'A worker has ended in good order; another one takes its place.');
    else log.error(facts, 'A worker has died; another one takes its place.');
    if (code !== 0) deaths.inc();
    if (inVain >= mostInVain && serving.size === 0)
      giveUp('No worker stays alive, so the service ends: what each of them said stands above.\n');
    setTimeout(fork, waitMs);
  });
  cluster.on('message', async (worker, { kind, figures = [] }: Message) => {
    const member = serving.get(worker);
    if (member) Object.assign(member, { unanswered: 0, ...(kind === 'own figures' && { figures }) });
    if (kind === 'own figures') worker.emit(kind);
    if (kind !== 'ask figures') return;
    const told = [...serving.keys()].map((one) => {
      tell(one, { kind });
      return once(one, 'own figures', { signal: AbortSignal.timeout(figuresMs) }).catch(() => {});
    });
    await Promise.all(told);
    const all = [...serving.values()].map((one) => one.figures);
    workers.set(serving.size);
    all.push(await gone, await registry.getMetricsAsJSON());
    tell(worker, { kind: 'all figures', figures: await addUp(all) });
  });
  // It counts queries, not time: after a pause of the parent, or of its machine, no worker counts as silent.
  const watch = () => {
    for (const [worker, member] of serving) {
      member.unanswered += 1;
      if (member.unanswered <= mostUnanswered) tell(worker, { kind: 'are you there' });
      if (member.unanswered !== mostUnanswered + 1) continue;
      log.error({ worker: worker.process.pid, silenceMs }, 'A worker does not answer: it is ended.');
      // It could not react to any other signal.
      worker.process.kill('SIGKILL');
    }
  };
  setInterval(watch, silenceMs / mostUnanswered).unref();
  const onSignal = (signal: NodeJS.Signals) => {
    // A second signal means the same: a terminal sends Ctrl-C to all processes, and npm passes it on.
    if (ending) return;
    ending = true;
    if (left().length === 0) process.exit(0);
    log.info({ signal, workers: pidsOf(left()) }, 'Ending all workers.');
    end('SIGTERM');
    // They stop by themselves within their own limit.
    setTimeout(() => giveUp('', 0), leaveMs + endMs + 400);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  fork();
}

function pidsOf(workers: Iterable<Worker>): (number | undefined)[] {
  return [...workers].map(({ process }) => process.pid);
}

async function addUp(figures: Figures[]): Promise<Figures> {
  return AggregatorRegistry.aggregate(figures).getMetricsAsJSON();
}

/** Sends a message to the other end. If that is just ending, the message is lost; its end is reported elsewhere. */
function tell(worker: Worker | undefined, message: Message): void {
  if (worker?.isConnected()) worker.send(message, () => {});
}

/** node:cluster forgets a connection that a worker did not live to accept: its client would wait without limit. */
function closeUnaccepted({ process }: Worker): void {
  let handed: { close(): void } | null = null;
  const send = process.send.bind(process) as (...given: unknown[]) => boolean;
  process.send = (...given: unknown[]) => {
    const [message, handle] = given as [{ act?: string }, typeof handed];
    if (message.act === 'newconn') handed = handle;
    return send(...given);
  };
  // The worker has accepted or refused it.
  process.on('internalMessage', (message: object) => {
    if ('accepted' in message) handed = null;
  });
  process.on('exit', () => handed?.close());
}

/** A worker's end of the channel to its parent. */
export interface Crew {
  /** Whether it prepares the database, before the others start. */
  readonly isFirst: boolean;
  /** From then on this worker does the work that one process does for all. */
  readonly duty: Promise<unknown>;
  /**
   * When the parent has ended, since no connection would arrive any more. Until this is called, the process then ends at once.
   */
  loss(): Promise<void>;
  /** @param own metrics of this process @returns asks for those of all */
  share(own: () => Promise<Figures>): () => Promise<Figures>;
}

/** Called once, before anything else; null for a process that shares nothing. */
export function joinCrew(): Crew | null {
  const { worker } = cluster;
  if (!worker) return null;
  const told = new EventEmitter();
  process.on('message', ({ kind, figures }: Message) => {
    if (kind === 'are you there') tell(worker, { kind });
    else told.emit(kind, figures);
  });
  // Messages to a parent that has ended; that is reported elsewhere.
  process.on('error', () => {});
  return {
    // They are numbered from one, in the order of their start.
    isFirst: worker.id === 1,
    duty: once(told, 'duty'),
    loss: () =>
      new Promise((resolve) => {
        worker.on('disconnect', () => {
          // Otherwise Node.js ends the process at once, whatever is running.
          worker.exitedAfterDisconnect = true;
          resolve();
        });
      }),
    share: (own) => {
      const answer = () => own().then((figures) => tell(worker, { kind: 'own figures', figures }));
      told.on('ask figures', () => answer().catch(() => {}));
      return async () => {
        const all = once(told, 'all figures');
        tell(worker, { kind: 'ask figures' });
        return (await all)[0];
      };
    },
  };
}
