/**
 * What a burst of logins does to other users; what a flood of failing ones from one address, and from hundreds, does to a valid
 * one from another; and whether the time of a login reveals known e-mails. `node --import tsx bench/login-burst.ts` starts the
 * service on demo data; with an address as its argument it measures the service there (which must have TRUST_PROXY=1, so that the
 * throttle sees many addresses). `burst`, `flood`, `networks` and `times` are its parts.
 */

import type { Client } from '../test/harness/client.ts';
import { startProcess } from '../test/harness/process.ts';
import type { FloodOrder } from './login-flood.ts';
import { measureNetworks } from './login-networks.ts';
import { email, forkFlood, inWords, median, newsOf, report, timed, visitor } from './logins.ts';

const burst = 50;
const flood = 300;
const floods = 10;
const rounds = 40;

const parts = {
  burst: measureBurst,
  flood: measureFlood,
  networks: () => measureNetworks(url),
  times: measureLoginTimes,
};

const given = process.argv.slice(2).find((argument) => argument.startsWith('http'));
const wanted = process.argv.slice(2).filter((argument) => argument !== given);
const started = given === undefined ? await start() : null;
const url = given ?? started?.url ?? '';
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) await measure();
  }
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
    Array.from({ length: burst }, (_, index) => visitor(url, `198.51.100.${index + 2}`)),
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

/** Valid sign-ins, alone and then each during many failing ones from another address. */
async function measureFlood(): Promise<void> {
  const idle: number[] = [];
  const during: number[] = [];
  const answers: Record<number, number> = {};
  const attacker = forkFlood();
  try {
    for (let round = 0; round < floods; round++) {
      const clients = [
        await visitor(url, `192.0.2.${round + 1}`),
        await visitor(url, `192.0.2.${round + 1}`),
      ] as const;
      idle.push(await timed(() => logIn(clients[0], email, 'password')));
      // A new address each time: in the next round the former one would be refused for its failures.
      const order: FloodOrder = { url, addresses: [`198.18.0.${round + 1}`], number: flood };
      const begun = newsOf(attacker);
      attacker.send(order);
      await begun;
      const ended = newsOf(attacker);
      during.push(await timed(() => logIn(clients[1], email, 'password')));
      for (const [status, number] of Object.entries(await ended))
        answers[Number(status)] = (answers[Number(status)] ?? 0) + number;
      for (const client of clients) client.close();
    }
  } finally {
    attacker.disconnect();
  }
  report('a right login while nothing else happens', idle);
  report(`a right login among ${flood} bad ones from one other address`, during);
  console.log(`the bad ones were answered ${inWords(answers)}`);
  console.log(
    `median among the bad ones: ${(median(during) / median(idle)).toFixed(2)} times its idle value (aim: 3 at the most)\n`,
  );
}

/** Alternating, so that other load on the machine affects all of them. */
async function measureLoginTimes(): Promise<void> {
  const cases = [
    ['a wrong password', email],
    ['an unknown e-mail', 'nobody@demo.test'],
  ] as const;
  const times = cases.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, [, who]] of cases.entries()) {
      const one = await visitor(url, `203.0.113.${round + 1}`);
      times[index]?.push(await timed(() => logIn(one, who, 'wrong password')));
      one.close();
    }
  }
  for (const [index, [title]] of cases.entries()) report(`login with ${title}`, times[index] ?? []);
}

async function signedIn(address: string): Promise<Client> {
  const client = await visitor(url, address);
  await logIn(client, email, 'password');
  return client;
}

async function logIn(client: Client, who: string, password: string): Promise<void> {
  const { status, text } = await client.post('/auth/login', { email: who, password });
  if (status !== 200 && status !== 422) throw new Error(`A login was answered ${status}: ${text}`);
}

/** Reads the current user repeatedly during the work, or this many times; returns the milliseconds of each. */
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
