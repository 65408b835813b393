/** Random requests to what is written by hand: signing in, the current user, two-factor, and the service's own pages. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { Client } from '../../../harness/client.ts';
import { faultIn } from '../../../harness/random/answer.ts';
import { bodyText } from '../../../harness/random/body.ts';
import { anyQuery } from '../../../harness/random/query.ts';
import { headersOf } from '../../../harness/random/request.ts';
import { announceSeed, longest, search } from '../../../harness/random/search.ts';
import { anyJson, anyText } from '../../../harness/random/values.ts';
import { type Service, startService } from '../../../harness/service.ts';

/** Requests to each endpoint. */
const runs = 25;

const visitor = 'technician@demo.test';
type Who = 'stranger' | 'visitor';
type Model = Readonly<Record<string, fc.Arbitrary<unknown>>>;

const password = fc.oneof(fc.constantFrom('password', 'wrong', '', 'x'.repeat(73), 'a\0b'), anyText);
const email = fc.oneof(
  fc.constantFrom('viewer@demo.test', 'VIEWER@demo.test', 'secure@demo.test', 'nobody@demo.test'),
  anyText,
);
const code = fc.oneof(fc.constantFrom('000000', '123456', '12 34 56', '１２３４５６'), anyText);

/** Every endpoint, the user who asks, and the fields of its body. */
const endpoints: readonly (readonly [method: string, path: string, who: Who, fields: Model])[] = [
  ['GET', '/spa/csrf-cookie', 'stranger', {}],
  ['POST', '/api/v1/auth/login', 'stranger', { email, password, remember: fc.boolean() }],
  ['POST', '/api/v1/auth/two-factor-challenge', 'stranger', { code, recovery_code: code }],
  ['POST', '/api/v1/auth/logout', 'stranger', {}],
  ['GET', '/api/v1/user', 'visitor', {}],
  ['PATCH', '/api/v1/user/site', 'visitor', { site_id: fc.constantFrom(1, 2, 3, 0, 2 ** 31) }],
  ['PATCH', '/api/v1/user/locale', 'visitor', { locale: fc.constantFrom('en', 'fr', 'xx') }],
  [
    'PUT',
    '/api/v1/user/password',
    'visitor',
    { current_password: password, password, password_confirmation: password },
  ],
  ['GET', '/api/v1/user/sessions', 'visitor', {}],
  ['DELETE', '/api/v1/user/sessions/nothing', 'visitor', { password }],
  ['DELETE', '/api/v1/user/sessions/%E0%A4%A', 'visitor', { password }],
  ['GET', '/api/v1/user/two-factor', 'visitor', {}],
  ['POST', '/api/v1/user/two-factor', 'visitor', { password }],
  ['POST', '/api/v1/user/two-factor/confirm', 'visitor', { code }],
  ['POST', '/api/v1/user/two-factor/recovery-codes', 'visitor', { password }],
  ['DELETE', '/api/v1/user/two-factor', 'visitor', { password }],
  ['GET', '/api/v1/resources', 'visitor', {}],
  ['GET', '/api/v1/openapi.json', 'visitor', {}],
  ['GET', '/health/ready', 'visitor', {}],
  ['POST', '/api/v1/nothing/%zz', 'visitor', {}],
];

describe('random sign-ins', () => {
  let service: Service;
  let account: Readonly<Record<string, unknown>>;
  const clients = new Map<Who, Client>();
  const statuses = new Map<number, number>();

  before(async () => {
    announceSeed();
    service = await startService({ seed: 'demo' });
    // The document does not describe parameters that these paths ignore, and its check would call that a fault.
    const witness = () => undefined;
    clients.set('stranger', service.client({ witness }));
    clients.set('visitor', await service.signedIn(visitor, { witness }));
    account = await service.database
      .knex('users')
      .where({ email: visitor })
      .first('password_hash', 'two_factor_secret', 'two_factor_confirmed_at');
  });
  after(() => {
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    console.log(`      ${counts.join(', ')}`);
    return service?.stop();
  });

  /** Guessing is limited, passwords can be changed and two-factor turned on: none of it is to spoil the next case. */
  const mend = async (who: Who, client: Client): Promise<void> => {
    const { knex } = service.database;
    await knex('rate_limits').delete();
    if (who === 'stranger') {
      await client.get('/spa/csrf-cookie');
      return;
    }
    await knex('users').where({ email: visitor }).update(account);
    if ((await client.get('/user')).status !== 200)
      expect((await client.login(visitor)).status).to.equal(200);
  };

  for (const [method, path, who, fields] of endpoints) {
    it(`${method} ${path}`, async function () {
      this.timeout(longest);
      const right = fc.record(fields, { requiredKeys: [] });
      const wrong = fc.tuple(
        right,
        fc.dictionary(fc.constantFrom(...Object.keys(fields), '__proto__', 'x'), anyJson, { maxKeys: 2 }),
      );
      const body = fc.oneof(bodyText(right), bodyText(wrong.map(([some, other]) => ({ ...some, ...other }))));
      const cases = fc.record({
        query: anyQuery,
        headers: headersOf(method !== 'GET'),
        body: method === 'GET' ? fc.constant(undefined) : body,
      });
      await search(`${method} ${path}`, cases, runs, async ({ query, headers, body: text }) => {
        const client = clients.get(who) ?? service.client();
        await mend(who, client);
        const reply = await client.raw(method, path + query, {
          headers: {
            Accept: 'application/json',
            Origin: 'http://localhost:5173',
            Cookie: client.cookieHeader(),
            'X-XSRF-TOKEN': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''),
            ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(text === undefined ? {} : { body: text }),
        });
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        const fault = faultIn(reply);
        expect(fault, `${fault}: ${reply.status} ${reply.text.slice(0, 500)}`).to.equal(null);
      });
    });
  }
});
