/** What floods of sign-ins from hundreds of addresses do to valid ones: of known people at their address, and of new ones. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { FloodOrder } from './login-flood.ts';
import { email, forkFlood, inWords, median, newsOf, report, timed, visitor } from './logins.ts';

/** Continuous floods, each from this many addresses. */
const floods = [
  {
    title: '300 networks (/64) of one /48',
    addresses: many(300, (at) => `2001:db8:7:${at.toString(16)}::1`),
  },
  { title: '400 IPv4 addresses of one /16', addresses: many(400, (at) => `198.19.${at % 100}.${at % 250}`) },
  {
    title: '300 networks (/64), each of another /48',
    addresses: many(300, (at) => `2001:db8:${at.toString(16)}::1`),
  },
];
const rounds = 10;

/** Runs each of the floods for a while, and signs people in meanwhile. */
export async function measureNetworks(url: string): Promise<void> {
  for (const flood of floods) await measureOne(url, flood);
}

async function measureOne(url: string, { title, addresses }: (typeof floods)[number]): Promise<void> {
  const known = many(rounds, (round) => `192.0.2.${round + 1}`);
  const idle: number[] = [];
  for (const address of known) idle.push((await right(url, address)).ms);
  const attacker = forkFlood();
  try {
    const begun = newsOf(attacker);
    attacker.send({ url, addresses, number: 1, keepOn: true } satisfies FloodOrder);
    await begun;
    // Until the queue is full.
    await sleep(3000);
    const during: number[] = [];
    const answers: Record<number, number> = {};
    const fresh: number[] = [];
    for (const [round, address] of known.entries()) {
      const again = await right(url, address);
      if (again.status !== 200) throw new Error(`Somebody known was answered ${again.status}.`);
      during.push(again.ms);
      const first = await right(url, `203.0.${round}.1`);
      answers[first.status] = (answers[first.status] ?? 0) + 1;
      fresh.push(first.ms);
    }
    const ended = newsOf(attacker);
    attacker.send('stop');
    report('a right login while nothing else happens', idle);
    report(`of somebody known while ${title} go on`, during);
    report(`of somebody new, answered ${inWords(answers)}`, fresh);
    console.log(
      `longest of these: ${Math.max(...during).toFixed(0)} ms and ${Math.max(...fresh).toFixed(0)} ms`,
    );
    console.log(`the bad ones were answered ${inWords(await ended)}`);
    console.log(
      `median of somebody known: ${(median(during) / median(idle)).toFixed(2)} times its idle value (aim: 3 at the most)\n`,
    );
  } finally {
    attacker.disconnect();
  }
}

/** Signs in from an address with the correct password. */
async function right(
  url: string,
  address: string,
): Promise<{ readonly status: number; readonly ms: number }> {
  const client = await visitor(url, address);
  let status = 0;
  const ms = await timed(async () => {
    ({ status } = await client.post('/auth/login', { email, password: 'password' }));
  });
  client.close();
  return { status, ms };
}

function many(number: number, make: (index: number) => string): string[] {
  return Array.from({ length: number }, (_, index) => make(index));
}
