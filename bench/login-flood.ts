/** A flood of bad sign-ins: a process of its own, so that what it does is not done by the one that measures. */
import { Client } from '../test/harness/client.ts';

/** What the parent orders: so many at once, all from one address. */
export interface FloodOrder {
  readonly url: string;
  readonly address: string;
  readonly number: number;
}

/** What it is told: that the flood has begun to arrive, and in the end how many answers had which status. */
export type FloodNews = 'begun' | Readonly<Record<number, number>>;

process.on('message', (order: FloodOrder) => {
  flood(order).then(tell, (error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});

function tell(news: FloodNews): void {
  process.send?.(news);
}

async function flood({ url, address, number }: FloodOrder): Promise<FloodNews> {
  const client = new Client(url, {
    origin: 'http://localhost:5173',
    headers: { 'X-Forwarded-For': address },
  });
  await client.get('/spa/csrf-cookie');
  const statuses: Record<number, number> = {};
  const attempt = async (index: number) => {
    const body = { email: `guess-${index}@demo.test`, password: 'wrong' };
    const { status } = await client.post('/auth/login', body);
    if (Object.keys(statuses).length === 0) tell('begun');
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: number }, (_, index) => attempt(index)));
  client.close();
  return statuses;
}
