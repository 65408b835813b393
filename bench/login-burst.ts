/**
 * What a flood of failing sign-ins from one address does to a right one from another: `node --import tsx bench/login-burst.ts`. It
 * starts the service on demo data, behind a proxy of which it plays the part.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '../test/harness/client.ts';
import { startProcess } from '../test/harness/process.ts';
import type { FloodNews, FloodOrder } from './login-flood.ts';

const [rounds, attempts] = [10, 300];

const service = await startProcess({
  env: { TRUST_PROXY: '1', SEED_DEMO: 'true', LOG_LEVEL: 'error', REQUEST_LIMIT: '0' },
});
const attacker = fork(join(import.meta.dirname, 'login-flood.ts'));
try {
  const [idle, during]: number[][] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    const address = `192.0.2.${round}`;
    idle?.push(await signIn(address));
    // A new address each time: in the next round the former one would be refused for its failures.
    const order: FloodOrder = { url: service.url, address: `198.18.0.${round}`, attempts };
    const begun = newsOf(attacker);
    attacker.send(order);
    await begun;
    const ended = newsOf(attacker);
    during?.push(await signIn(address));
    console.log(`round ${round}: the failing ones were answered ${JSON.stringify(await ended)}`);
  }
  const [alone, among] = [median(idle ?? []), median(during ?? [])];
  console.log(
    `a right sign-in: alone ${alone.toFixed(1)} ms, among ${attempts} failing ones ${among.toFixed(1)} ms`,
  );
  console.log(`${(among / alone).toFixed(2)} times (aim: 3 at the most)`);
} finally {
  attacker.disconnect();
  await service.stop();
}

/** @returns the milliseconds of a right sign-in from an address */
async function signIn(address: string): Promise<number> {
  const headers = { 'X-Forwarded-For': address };
  const client = new Client(service.url, { origin: 'http://localhost:5173', headers });
  await client.get('/spa/csrf-cookie');
  const start = performance.now();
  const { status, text } = await client.post('/auth/login', {
    email: 'admin@demo.test',
    password: 'password',
  });
  const took = performance.now() - start;
  if (status !== 200) throw new Error(`A right sign-in was answered ${status}: ${text}`);
  client.close();
  return took;
}

function newsOf(sender: ChildProcess): Promise<FloodNews> {
  return new Promise((resolve, reject) => {
    const early = () => reject(new Error('The flood ended early.'));
    sender.once('exit', early);
    sender.once('message', (news: FloodNews) => {
      sender.off('exit', early);
      resolve(news);
    });
  });
}

function median(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}
