/** Shared parts of sign-in measurements: people at addresses, floods in another process, and reports of times. */

import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '../test/harness/client.ts';
import type { FloodNews } from './login-flood.ts';

export const email = 'admin@demo.test';

/** A person at an address who has not signed in yet. */
export async function visitor(url: string, address: string): Promise<Client> {
  const client = new Client(url, {
    origin: 'http://localhost:5173',
    headers: { 'X-Forwarded-For': address },
  });
  await client.get('/spa/csrf-cookie');
  return client;
}

/** A process that runs floods. */
export function forkFlood(): ChildProcess {
  return fork(join(import.meta.dirname, 'login-flood.ts'));
}

/** The next message of a flood. */
export function newsOf(attacker: ChildProcess): Promise<FloodNews> {
  return new Promise((resolve, reject) => {
    const early = () => reject(new Error('The flood ended early.'));
    attacker.once('exit', early);
    attacker.once('message', (news: FloodNews) => {
      attacker.off('exit', early);
      resolve(news);
    });
  });
}

/** The number of answers per status. */
export function inWords(answers: FloodNews): string {
  return Object.entries(answers)
    .map(([status, number]) => `${number} × ${status}`)
    .join(', ');
}

/** The milliseconds of some work. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The time within which this share of the times is. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(times: readonly number[]): number {
  return quantile(times, 0.5);
}

/** Prints the measured times. */
export function report(title: string, times: readonly number[]): void {
  const [half, most] = [median(times), quantile(times, 0.95)].map((one) => `${one.toFixed(2)} ms`);
  console.log(`${title}: median ${half}, 95 % within ${most}, ${times.length} requests`);
}
