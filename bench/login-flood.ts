/** A flood of failing sign-ins: a separate process, so that its work does not disturb the measuring one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../test/harness/client.ts';

/** The order of the parent. */
export interface FloodOrder {
  readonly url: string;
  readonly addresses: readonly string[];
  /** The number of concurrent ones per address. */
  readonly number: number;
  /** Whether each continues until it is told to stop: after a refusal it waits three seconds, independent of `Retry-After`. */
  readonly keepOn?: boolean;
}

/** A message: that the flood has started to arrive, and at the end the number of answers per status; 0 means none in 30 s. */
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
