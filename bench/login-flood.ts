/** A flood of bad sign-ins: a process of its own, so that what it does is not done by the one that measures. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../test/harness/client.ts';

/** What the parent orders. */
export interface FloodOrder {
  readonly url: string;
  readonly addresses: readonly string[];
  /** So many at once from each address. */
  readonly number: number;
  /** Whether each goes on until it is told to stop: after a refusal it waits three seconds, whatever it was told. */
  readonly keepOn?: boolean;
}

/** What it is told: that the flood has begun to arrive, and in the end how many answers had which status; 0 is none in 30 s. */
export type FloodNews = 'begun' | Readonly<Record<number, number>>;

let isOn = false;

process.on('message', (order: FloodOrder | 'stop') => {
  if (order === 'stop') {
    isOn = false;
    return;
  }
  isOn = true;
  flood(order).then(tell, (error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});

function tell(news: FloodNews): void {
  process.send?.(news);
}

async function flood({ url, addresses, number, keepOn = false }: FloodOrder): Promise<FloodNews> {
  const statuses: Record<number, number> = {};
  let sent = 0;
  const attempt = async (client: Client) => {
    do {
      sent += 1;
      const body = { email: `guess-${sent}@demo.test`, password: 'wrong' };
      const { status } = await client.post('/auth/login', body).catch(() => ({ status: 0 }));
      if (Object.keys(statuses).length === 0) tell('begun');
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (keepOn && status !== 422) await sleep(3000);
    } while (keepOn && isOn);
  };
  const clients = await Promise.all(
    addresses.map(async (address) => {
      const client = new Client(url, {
        origin: 'http://localhost:5173',
        headers: { 'X-Forwarded-For': address },
      });
      await client.get('/spa/csrf-cookie');
      return client;
    }),
  );
  await Promise.all(clients.flatMap((client) => Array.from({ length: number }, () => attempt(client))));
  for (const client of clients) client.close();
  return statuses;
}
