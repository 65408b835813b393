/** Addresses that a trusted proxy tells, and what is none. */
import { expect } from 'chai';
import { serveDemo } from '../../harness/service.ts';

const email = 'manager@demo.test';

describe('the address of a client behind a proxy', () => {
  const { service } = serveDemo([], { env: { TRUST_PROXY: '1', REQUEST_LIMIT: '40' } });
  beforeEach(() => service.database.knex('rate_limits').delete());

  /** Where a session is said to be, which began behind this header. */
  const addressOf = async (forwarded: string): Promise<unknown> => {
    const headers = { 'X-Forwarded-For': forwarded };
    const client = await service.signedIn(email, { headers });
    const { data } = (await client.get('/user/sessions')).body;
    return data.find(({ current }: { current: boolean }) => current).address;
  };

  for (const told of ['203.0.113.7', '2001:db8::7', '::ffff:203.0.113.7', '2001:db8:0:0:0:0:0:8']) {
    it(`is the one it tells: ${told}`, async () => {
      expect(await addressOf(told)).to.equal(told);
    });
  }

  const none: [string, string][] = [
    ['a text longer than its column', 'x'.repeat(3000)],
    ['an address with a zone longer than its column', `fe80::1%${'a'.repeat(300)}`],
    ['an address with a port', '203.0.113.7:4711'],
    ['a name', 'unknown'],
    ['markup', '<script>'],
    ['nothing', ' '],
  ];
  for (const [title, told] of none) {
    it(`is that of the connection for ${title}`, async () => {
      expect(await addressOf(told)).to.match(/127\.0\.0\.1$/);
    });
  }

  it('multiplies no limit by what is none', async () => {
    const guess = async (told: string) => {
      const client = service.client({ headers: { 'X-Forwarded-For': told } });
      await client.get('/spa/csrf-cookie');
      return (await client.post('/auth/login', { email, password: 'wrong' })).status;
    };
    const statuses: number[] = [];
    for (let number = 0; number < 6; number++) statuses.push(await guess(`made up ${number}`));
    expect(statuses).to.deep.equal([422, 422, 422, 422, 422, 429]);
    const asked = Array.from({ length: 60 }, (_, number) =>
      service.client({ headers: { 'X-Forwarded-For': `asked ${number}` } }).get('/service'),
    );
    expect((await Promise.all(asked)).map(({ status }) => status)).to.include(429);
  });
});
