/** Which refusal comes first where several apply: 404/405 of the path, 401, 419, 403, 400/413/415, 422. */
import { expect } from 'chai';
import { serveDemo } from '../../../harness/service.ts';

/** What is wrong with a request, each of which is mended after the one before. */
const flaws = [
  'path',
  'method',
  'session',
  'token',
  'right',
  'type',
  'length',
  'json',
  'query',
  'body',
] as const;
type Flaw = (typeof flaws)[number];

const expected: Readonly<Record<Flaw, number>> = {
  path: 404,
  method: 405,
  session: 401,
  token: 419,
  right: 403,
  type: 415,
  length: 413,
  json: 400,
  query: 422,
  body: 422,
};

interface Route {
  readonly method: string;
  readonly path: string;
  /** A path beside it that leads nowhere. */
  readonly nowhere: string;
  /** A method that it does not have. */
  readonly other: string;
  /** What cannot be wrong there. */
  readonly never?: readonly Flaw[];
}

const routes: readonly Route[] = [
  { method: 'POST', path: '/zones', nowhere: '/zone', other: 'PUT' },
  { method: 'PATCH', path: '/zones/ID', nowhere: '/zones/0', other: 'PUT' },
  { method: 'PATCH', path: '/zones/ID', nowhere: '/zones/new', other: 'POST' },
  {
    method: 'DELETE',
    path: '/zones/ID',
    nowhere: '/zones/1/2',
    other: 'PUT',
    never: ['type', 'length', 'json', 'body'],
  },
  {
    method: 'POST',
    path: '/maintenances/1/duplicate',
    nowhere: '/maintenances/x/duplicate',
    other: 'PATCH',
  },
  {
    method: 'GET',
    path: '/users',
    nowhere: '/user/all',
    other: 'PUT',
    never: ['token', 'type', 'length', 'json', 'body'],
  },
  // What each operation may is its own answer.
  { method: 'POST', path: '/batch', nowhere: '/batches', other: 'GET', never: ['right', 'query'] },
  { method: 'PATCH', path: '/user/site', nowhere: '/user/sites', other: 'PUT', never: ['right'] },
  { method: 'PATCH', path: '/user/locale', nowhere: '/user/locales', other: 'PUT', never: ['right'] },
  { method: 'PUT', path: '/user/password', nowhere: '/user/passwords', other: 'POST', never: ['right'] },
  { method: 'POST', path: '/user/two-factor', nowhere: '/user/two', other: 'PUT', never: ['right'] },
  {
    method: 'POST',
    path: '/auth/login',
    nowhere: '/auth/logins',
    other: 'PUT',
    // A request that signs in has no user yet, and needs no right.
    never: ['session', 'right'],
  },
  {
    method: 'POST',
    path: '/auth/two-factor-challenge',
    nowhere: '/auth/two-factor',
    other: 'PUT',
    // A signed-in user has no login that waits. For one that waits see auth-two-factor.test.ts.
    never: ['token', 'right', 'type', 'length', 'json', 'query', 'body'],
  },
];

describe('the order of refusals', () => {
  const { manager, viewer } = serveDemo(['manager', 'viewer']);
  /** One of the manager's site. */
  let zone: number;

  before(async () => {
    zone = (await manager.get('/zones')).body.data[0].id;
  });

  /** Sends a request with these flaws. @returns its status */
  async function send(route: Route, wrong: ReadonlySet<Flaw>): Promise<number> {
    const who = wrong.has('right') ? viewer : manager;
    const address = (wrong.has('path') ? route.nowhere : route.path).replace('ID', String(zone));
    const text = wrong.has('json') ? '{"no": ' : '{"no_such_field": 1}';
    const body = wrong.has('length') ? text.padEnd(1_100_000) : text;
    const { status } = await who.raw(
      wrong.has('method') && !wrong.has('path') ? route.other : route.method,
      `/api/v1${address}${wrong.has('query') ? '?no_such_parameter=1' : ''}`,
      {
        headers: {
          Origin: 'http://localhost:5173',
          ...(!wrong.has('session') && { Cookie: who.cookieHeader() }),
          'X-XSRF-TOKEN': wrong.has('token') ? 'forged' : (who.cookies.get('XSRF-TOKEN') ?? ''),
          'Content-Type': wrong.has('type') ? 'text/plain' : 'application/json',
          'Idempotency-Key': wrong.has('body') ? 'x'.repeat(256) : 'x',
        },
        ...(route.method !== 'GET' && { body }),
      },
    );
    return status;
  }

  for (const route of routes) {
    it(`of ${route.method} ${route.path} (or ${route.nowhere}) is that of the contract`, async () => {
      const possible = flaws.filter((flaw) => !route.never?.includes(flaw));
      const seen: Record<string, number> = {};
      for (const [index, flaw] of possible.entries())
        seen[flaw] = await send(route, new Set(possible.slice(index)));
      expect(seen).to.deep.equal(Object.fromEntries(possible.map((flaw) => [flaw, expected[flaw]])));
    });
  }
});
