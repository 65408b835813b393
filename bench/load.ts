/** The load: a separate process, so that it does not use the core of the servers. Its parent sends orders. */
import autocannon from 'autocannon';
import type { BenchSite } from './bench-site.ts';
import { askFor, connectionsOf, requestFor, type WorkName } from './work.ts';

/** The order for one run. */
export interface LoadOrder {
  readonly url: string;
  readonly work: WorkName;
  readonly site: BenchSite;
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** The number of server processes: it multiplies the connections. */
  readonly processes?: number;
  /** A number of requests instead of a number of seconds. */
  readonly amount?: number;
  readonly run: string;
}

/** The result. Times in milliseconds. */
export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that were no success, and broken connections. */
  readonly failures: number;
}

process.on('message', (order: LoadOrder) => {
  runLoad(order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function runLoad({
  url,
  work,
  site,
  headers,
  seconds,
  amount,
  processes = 1,
  run,
}: LoadOrder): Promise<LoadResult> {
  let count = 0;
  let failures = 0;
  const times: number[] = [];
  const began = performance.now();
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        connections: processes * connectionsOf(work),
        ...(amount === undefined ? { duration: seconds } : { amount }),
        // The interval in which it checks the time.
        sampleInt: 20,
        requests: [
          {
            setupRequest: (request) => ({
              ...request,
              ...requestFor(askFor(work, site, count++, run), headers),
            }),
          },
        ],
      },
      (error: unknown) => (error ? reject(error) : resolve()),
    );
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      times.push(milliseconds);
      if (Number(status) >= 300) failures += 1;
    });
    instance.on('reqError', () => {
      failures += 1;
    });
  });
  const elapsed = (performance.now() - began) / 1000;
  times.sort((left, right) => left - right);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { requests: times.length, seconds: elapsed, p50: at(0.5), p99: at(0.99), failures };
}
