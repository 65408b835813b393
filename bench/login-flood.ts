/** A flood of failing sign-ins: a separate process, so that its work does not disturb the measuring one. */
import { Client } from '../test/harness/client.ts';

export interface FloodOrder {
  readonly url: string;
  readonly address: string;
  /** The number of sign-ins at once. */
  readonly attempts: number;
}

/** That the flood has started to arrive, and at its end the number of answers per status; 0 means none in 30 s. */
export type FloodNews = 'begun' | Readonly<Record<number, number>>;

process.on('message', (order: FloodOrder) => {
  flood(order).then(
    (news) => process.send?.(news),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function flood({ url, address, attempts }: FloodOrder): Promise<FloodNews> {
  const statuses: Record<number, number> = {};
  const headers = { 'X-Forwarded-For': address };
  const client = new Client(url, { origin: 'http://localhost:5173', headers });
  await client.get('/spa/csrf-cookie');
  const attempt = async (index: number) => {
    const body = { email: `guess-${index}@demo.test`, password: 'wrong' };
    const { status } = await client.post('/auth/login', body).catch(() => ({ status: 0 }));
    if (Object.keys(statuses).length === 0) process.send?.('begun');
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: attempts }, (_, index) => attempt(index)));
  client.close();
  return statuses;
}
