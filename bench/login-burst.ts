/**
 * What a burst of logins does to everybody else, and whether the time of a login tells which e-mails are known.
 * `node --import tsx bench/login-burst.ts` starts the service on demo data; with an address as its argument it
 * measures the one that runs there (which must have TRUST_PROXY=1, so that the throttle sees many addresses).
 */

import { Client } from '../test/harness/client.ts';
import { startProcess } from '../test/harness/process.ts';

const burst = 50;
const rounds = 40;
const email = 'admin@demo.test';

const [given] = process.argv.slice(2);
const started = given === undefined ? await start() : null;
const url = given ?? started?.url ?? '';
try {
  await measureBurst();
  await measureLoginTimes();
} finally {
  await started?.stop();
}

function start() {
  return startProcess({
    env: { TRUST_PROXY: '1', SEED_DEMO: 'true', LOG_LEVEL: 'error', REQUEST_LIMIT: '0' },
  });
}

async function measureBurst(): Promise<void> {
  const reader = await signedIn('198.51.100.1');
  await readFor(reader, async () => {}, 100);
  const idle = await readFor(reader, async () => {}, 400);
  const visitors = await Promise.all(
    Array.from({ length: burst }, (_, index) => visitor(`198.51.100.${index + 2}`)),
  );
  const logins: number[] = [];
  const during = await readFor(reader, async () => {
    await Promise.all(
      visitors.map(async (one) => logins.push(await timed(() => logIn(one, email, 'password')))),
    );
  });
  report('GET /user while nothing else happens', idle);
  report(`GET /user during ${burst} logins at once`, during);
  report('one of those logins', logins);
  console.log(
    `median during the burst: ${(median(during) / median(idle)).toFixed(2)} times its idle value\n`,
  );
}

/** Turn about, so that whatever else the machine does falls on all of them. */
async function measureLoginTimes(): Promise<void> {
  const cases = [
    ['a wrong password', email],
    ['an unknown e-mail', 'nobody@demo.test'],
  ] as const;
  const times = cases.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, [, who]] of cases.entries()) {
      const one = await visitor(`203.0.113.${round + 1}`);
      times[index]?.push(await timed(() => logIn(one, who, 'wrong password')));
      one.close();
    }
  }
  for (const [index, [title]] of cases.entries()) report(`login with ${title}`, times[index] ?? []);
}

async function visitor(address: string): Promise<Client> {
  const client = new Client(url, {
    origin: 'http://localhost:5173',
    headers: { 'X-Forwarded-For': address },
  });
  await client.get('/spa/csrf-cookie');
  return client;
}

async function signedIn(address: string): Promise<Client> {
  const client = await visitor(address);
  await logIn(client, email, 'password');
  return client;
}

async function logIn(client: Client, who: string, password: string): Promise<void> {
  const { status, text } = await client.post('/auth/login', { email: who, password });
  if (status !== 200 && status !== 422) throw new Error(`A login was answered ${status}: ${text}`);
}

/** Reads the current user again and again while the work goes on, or so many times; milliseconds of each. */
async function readFor(client: Client, work: () => Promise<void>, atLeast = 0): Promise<number[]> {
  let working = true;
  const done = work().finally(() => {
    working = false;
  });
  const times: number[] = [];
  while (working || times.length < atLeast) {
    times.push(
      await timed(async () => {
        const { status } = await client.get('/user');
        if (status !== 200) throw new Error(`GET /user was answered ${status}.`);
      }),
    );
  }
  await done;
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function median(times: readonly number[]): number {
  return quantile(times, 0.5);
}

function report(title: string, times: readonly number[]): void {
  const [half, most] = [median(times), quantile(times, 0.95)].map((one) => `${one.toFixed(2)} ms`);
  console.log(`${title}: median ${half}, 95 % within ${most}, ${times.length} requests`);
}
