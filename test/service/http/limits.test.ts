/** What a request may be, what is said about it in the log and the metrics, and a disk that is full. */
import { expect } from 'chai';
import type { Client, Headers } from '../../harness/client.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { onlyOn } from '../../harness/only-on.ts';
import { startProcess } from '../../harness/process.ts';
import { type Service, startService } from '../../harness/service.ts';

describe('limits', () => {
  let service: Service;
  let manager: Client;

  before(async () => {
    service = await startService({ seed: 'demo' });
    manager = await service.signedIn('manager@demo.test');
  });
  after(() => service.stop());

  /** Sends a body as it stands. */
  const send = (
    body: string | Buffer | undefined,
    contentType: string | undefined,
    method = 'POST',
    path = '/api/v1/zones',
    more: Headers = {},
  ) =>
    manager.raw(method, path, {
      headers: {
        ...more,
        Origin: 'http://localhost:5173',
        Cookie: manager.cookieHeader(),
        'X-XSRF-TOKEN': manager.cookies.get('XSRF-TOKEN'),
        ...(contentType && { 'Content-Type': contentType }),
      },
      ...(body !== undefined && { body }),
    });
  const json = 'application/json';
  const nested = (depth: number) => `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  const bodies: [string, string | Buffer, string | undefined, number, string][] = [
    ['no JSON', '{"name": ', json, 400, 'malformed_json'],
    ['white space', ' ', json, 400, 'malformed_json'],
    ['a form', 'name=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['text', '{"name":"x"}', 'text/plain', 415, 'unsupported_media_type'],
    ['no type', '{"name":"x"}', undefined, 415, 'unsupported_media_type'],
    ['an unknown character set', '{"name":"x"}', `${json}; charset=klingon`, 415, 'unsupported_media_type'],
    ['more than 1 MiB', JSON.stringify({ name: 'x'.repeat(1024 * 1024) }), json, 413, 'payload_too_large'],
    [
      'bytes that are no UTF-8',
      Buffer.from([...Buffer.from('{"name":"'), 0xff, 0x22, 0x7d]),
      json,
      400,
      'malformed_json',
    ],
  ];
  for (const [what, body, contentType, status, code] of bodies) {
    it(`refuses a body that is ${what} with ${status}`, async () => {
      const reply = await send(body, contentType);
      expect([reply.status, reply.body?.code], reply.text).to.deep.equal([status, code]);
      expect(reply.headers).to.have.property('x-request-id');
    });
  }

  const fields: [string, string, string][] = [
    ['a text', '"name"', 'body'],
    ['a number', '3', 'body'],
    ['null', 'null', 'body'],
    ['a truth value', 'true', 'body'],
    ['an array', '[]', 'body'],
    ['33 levels deep', nested(32), 'body'],
    ['far too deep', nested(200_000), 'body'],
    ['32 levels deep', nested(31), 'name'],
    ['a NUL', '{"name":"a\\u0000b"}', 'name'],
    ['half a character', '{"name":"a\\ud800b"}', 'name'],
    ['a prototype', '{"name":"x","__proto__":{"name":"y"}}', '__proto__'],
    ['a prototype alone', '{"__proto__":{"name":"y"}}', '__proto__'],
  ];
  for (const [what, body, field] of fields) {
    it(`refuses a body that is ${what} with 422 on ${field}`, async () => {
      const reply = await send(body, json);
      expect([reply.status, reply.body?.code], reply.text).to.deep.equal([422, 'validation_failed']);
      expect(Object.keys(reply.body.errors)).to.include(field);
      expect(reply.body.errors[field][0]).to.match(/^[A-Z].*[.]$/);
    });
  }

  const others: [string, string][] = [
    ['PATCH', '/api/v1/zones/ID'],
    ['POST', '/api/v1/batch'],
    ['POST', '/api/v1/maintenances/ID/duplicate'],
    ['POST', '/api/v1/auth/login'],
    ['PATCH', '/api/v1/user/site'],
    ['PATCH', '/api/v1/user/locale'],
    ['PUT', '/api/v1/user/password'],
    ['POST', '/api/v1/user/two-factor'],
    ['DELETE', '/api/v1/user/two-factor'],
  ];
  for (const [method, path] of others) {
    it(`says the same of a body that is no object to ${method} ${path}`, async () => {
      const [, resource] = /v1\/(\w+)\/ID/.exec(path) ?? [];
      const id = resource && (await manager.get(`/${resource}?per_page=1`)).body.data[0].id;
      const address = path.replace('ID', String(id));
      for (const body of ['"x"', '3', 'null', 'true', '[]', nested(200_000)]) {
        const reply = await send(body, json, method, address);
        expect(reply.status, reply.text).to.equal(422);
        expect(Object.keys(reply.body.errors), body.slice(0, 9)).to.deep.equal(['body']);
      }
      const proto = await send('{"__proto__":{"a":1}}', json, method, address);
      expect(proto.status, proto.text).to.equal(422);
      expect(Object.keys(proto.body.errors)).to.include('__proto__');
    });
  }

  it('refuses a packed body that holds nothing', async () => {
    const reply = await send('3e-323', json, 'POST', '/api/v1/zones', { 'Content-Encoding': 'br' });
    expect([reply.status, reply.body.code], reply.text).to.deep.equal([400, 'malformed_json']);
  });

  it('takes a body of no chunks for no body', async () => {
    const reply = await send(undefined, json, 'POST', '/api/v1/zones', { 'Transfer-Encoding': 'chunked' });
    expect(reply.status, reply.text).to.equal(422);
    expect(reply.body.errors).to.have.keys('name');
  });

  for (const path of ['/api/v1/Zones', '/API/v1/zones', '/api/v1/auth/Login', '/SPA/csrf-cookie']) {
    it(`knows no path ${path}: case counts`, async () => {
      const headers = { Origin: 'http://localhost:5173', Cookie: manager.cookieHeader() };
      expect((await manager.raw('GET', path, { headers })).status).to.equal(404);
    });
  }

  it('refuses a query of very many parameters instead of leaving some out', async () => {
    const query = Array.from({ length: 201 }, (_, index) => `a${index}=1`).join('&');
    const reply = await manager.get(`/zones?${query}`);
    expect(reply.status).to.equal(422);
    expect(reply.body.errors).to.have.keys('query');
  });

  it('reads a query that begins with a second question mark as it stands', async () => {
    for (const [query, name] of [
      ['?', '?'],
      ['?&&', '?'],
      ['?per_page=1', '?per_page'],
    ] as const) {
      const reply = await manager.get(`/zones?${query}`);
      expect(reply.status, query).to.equal(422);
      expect(reply.body.errors, query).to.have.keys(name);
    }
  });

  it('answers metrics to this machine only, or with the token', async () => {
    await manager.get('/zones');
    await manager.get('/maintenance-plans/compliance?from=2026-01-01&until=2026-02-01');
    const local = await manager.raw('GET', '/metrics');
    expect(local.status).to.equal(200);
    expect(local.text).to.match(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/zones",status="200"\} \d/,
    );
    expect(local.text).to.match(/sign_ins_total\{status="200"\} 1/);
    const ofReports = /millwright_report_seconds_count\{[^}]*\} \d+/g;
    expect(local.text.match(ofReports)).to.deep.equal([
      'millwright_report_seconds_count{report="maintenance-plans.compliance"} 1',
    ]);
    expect(local.text).to.include('database_pool_connections').and.include('nodejs_eventloop_lag_seconds');
    const forwarded = { 'X-Forwarded-For': '127.0.0.1' };
    const { port } = new URL(service.url);
    for (const [status, headers] of [
      [403, forwarded],
      ...[
        ...['Forwarded', 'Via', 'X-Real-IP', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'X-Original-URL'],
        ...['True-Client-IP', 'CF-Connecting-IP', 'X-Client-IP', 'CDN-Loop'],
      ].map((name) => [403, { [name]: 'x' }] as const),
      ...['evil.example', `evil.example:${port}`, '127.0.0.1.evil.example', '192.0.2.1'].map(
        (Host) => [403, { Host }] as const,
      ),
      ...['localhost', `localhost:${port}`, '127.0.0.1', '[::1]', `[::1]:${port}`].map(
        (Host) => [200, { Host }] as const,
      ),
    ] as const) {
      const reply = await manager.raw('GET', '/metrics', { headers });
      expect(reply.status, JSON.stringify(headers)).to.equal(status);
    }
    const guarded = await startService({ env: { METRICS_TOKEN: 'secret' } });
    try {
      const ask = (token: string) =>
        guarded
          .client()
          .raw('GET', '/metrics', { headers: { ...forwarded, Authorization: `Bearer ${token}` } });
      expect((await ask('secret')).status).to.equal(200);
      expect((await ask('secreT')).status).to.equal(403);
    } finally {
      await guarded.stop();
    }
  });

  it('lets no cache keep what is no file: health, figures, unknown paths and redirections neither', async () => {
    const client = service.client();
    for (const path of [
      '/health/live',
      '/health/ready',
      '/metrics',
      '/',
      '/nowhere',
      '/api/v1/nowhere',
      '/docs/none',
    ]) {
      const { headers, status } = await client.raw('GET', path);
      expect(headers['cache-control'], `${path} ${status}`).to.equal('no-store');
    }
    for (const path of ['/docs', '/docs/page.css', '/api/v1/openapi.json'])
      expect((await client.raw('GET', path)).headers['cache-control'], path).to.equal('no-cache');
  });

  it('lets an address make so many requests a minute as REQUEST_LIMIT says', async () => {
    const limited = await startService({ env: { REQUEST_LIMIT: '5' } });
    try {
      const client = limited.client();
      const statuses: number[] = [];
      for (const left of [4, 3, 2, 1, 0, 0]) {
        const reply = await client.get('/user');
        statuses.push(reply.status);
        expect(reply.headers['ratelimit-policy']).to.equal('"requests";q=5;w=60');
        expect(reply.headers.ratelimit).to.match(
          new RegExp(`^"requests";r=${left};t=([1-9]|[1-5][0-9]|60)$`),
        );
      }
      expect(statuses).to.deep.equal([401, 401, 401, 401, 401, 429]);
      const refused = await client.get('/user');
      expect(refused.body.code).to.equal('rate_limited');
      expect(Number(refused.headers['retry-after'])).to.be.within(1, 60);
      expect((await client.get('/health/live')).status, 'a health check is never refused').to.equal(200);
    } finally {
      await limited.stop();
    }
  });

  it('logs one line a request: who, where, what, how long, and no secrets', async () => {
    const database = await createTestDatabase('demo');
    const service = await startProcess({
      env: {
        DATABASE_URL: database.url,
        APP_KEY: database.config.appKeys[0].toString('base64'),
        LOG_LEVEL: 'info',
      },
    });
    try {
      const client = service.client();
      await client.login('technician@demo.test');
      const list = await client.get('/materials?search=quietly');
      const [row, word] = [await client.get('/materials/4711'), await client.get('/materials/whispered')];
      await client.post('/auth/login', { email: 'a@b.test', password: 'never to be seen' });
      await service.stop();
      expect(service.stderr).to.equal('');
      const lines = service.stdout.trimEnd().split('\n');
      const all: Record<string, unknown>[] = lines.map((line) => JSON.parse(line));
      for (const { time } of all) expect(new Date(String(time)).toISOString()).to.equal(time);
      const entries = all.filter(({ msg }) => msg === 'request');
      const [entry, ...others] = entries.filter(
        ({ requestId }) => requestId === list.headers['x-request-id'],
      );
      expect(others).to.deep.equal([]);
      expect(entry).to.include({ method: 'GET', route: '/api/v1/materials', status: 200, site: 2 });
      expect(entry).to.include({ ip: '127.0.0.1' }).and.not.to.have.property('id');
      expect(entry?.user).to.be.a('number');
      const signedIn = all.find(({ event }) => event === 'login');
      expect(signedIn?.user, 'one word for who it was').to.equal(entry?.user);
      expect(entry?.ms).to.be.a('number');
      const ofRow = entries.find(({ requestId }) => requestId === row.headers['x-request-id']);
      expect(ofRow).to.include({ route: '/api/v1/materials/:id', id: 4711, status: 404 });
      const ofWord = entries.find(({ requestId }) => requestId === word.headers['x-request-id']);
      expect(ofWord, 'nobody’s own words').to.include({ route: '/api/v1/materials/:id' });
      expect(ofWord).not.to.have.property('id');
      const session = client.cookies.get('millwright_session') ?? 'no session';
      const told = service.stdout.replace('"demoPassword":"password"', '');
      for (const secret of ['never to be seen', 'a@b.test', 'password', session, 'quietly', 'whispered']) {
        expect(told).to.not.include(secret);
      }
    } finally {
      await service.kill();
      await database.drop();
    }
  });

  const embedded = onlyOn('sqlite', 'the disk of a server is its own');
  embedded.it(
    'answers 503 when the disk is full, writes nothing by halves, and goes on when there is room',
    async () => {
      const full = await startService({ seed: 'demo' });
      const client = await full.signedIn('manager@demo.test');
      try {
        const [{ page_count: pages }] = await full.database.knex.raw('pragma page_count');
        await full.database.knex.raw(`pragma max_page_count = ${pages}`);
        const create = (index: number) =>
          client.post('/zones', { name: `Full ${index}`, description: 'x'.repeat(1000) });
        let refused = 0;
        for (let index = 0; index < 60; index += 1) {
          const reply = await create(index);
          expect([201, 503], reply.text).to.include(reply.status);
          if (reply.status === 503) refused += 1;
        }
        expect(refused).to.be.greaterThan(0);
        expect((await client.get('/zones')).status).to.equal(200);
        const zones = await full.database.knex('zones').where('name', 'like', 'Full %').pluck('id');
        expect(zones.length).to.equal(60 - refused);
        const journaled = await full.database
          .knex('activities')
          .whereIn('record_id', zones)
          .where({ name: 'zone.create' });
        expect(journaled.length).to.equal(zones.length);
        await full.database.knex.raw('pragma max_page_count = 1000000');
        expect((await create(100)).status).to.equal(201);
      } finally {
        await full.stop();
      }
    },
  );
});
