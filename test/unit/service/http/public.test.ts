/** Public routes: what they answer, and what they never touch. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import { answerFailures } from '../../../../service/http/failures.ts';
import { observeRequests, type RequestFacts } from '../../../../service/http/observed/request-log.ts';
import { createPublicRoutes } from '../../../../service/http/public.ts';

describe('public routes', () => {
  let server: Server;
  let base: string;
  const seen: RequestFacts[] = [];
  const later: string[] = [];
  before(async () => {
    const routes = createPublicRoutes('/api/v1');
    routes.get('/feeds/:token.ics', (ctx) => {
      ctx.body = `feed ${ctx.params.token}`;
    });
    routes.get('/leave/:token', (ctx) => {
      ctx.body = 'a button';
    });
    routes.post('/leave/:token', (ctx) => {
      ctx.body = 'left';
    });
    const app = new Koa();
    app.use(observeRequests([(facts) => seen.push(facts)]));
    app.use(answerFailures({ error: () => {} }, 'en'));
    app.use(routes.middleware);
    app.use((ctx) => {
      later.push(ctx.path);
      ctx.body = 'something else';
    });
    server = createServer(app.callback());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  });
  after(() => server.close());

  /** Asks, and waits for what is noted of it. */
  const ask = async (method: string, path: string, more: Readonly<Record<string, string>> = {}) => {
    const count = seen.length;
    const headers = { Origin: base, Cookie: 'a=b', ...more };
    const reply = await fetch(`${base}${path}`, { method, headers });
    const text = await reply.text();
    while (seen.length === count) await new Promise((resolve) => setImmediate(resolve));
    return { status: reply.status, text, allow: reply.headers.get('allow'), headers: reply.headers };
  };

  it('answer their own methods, HEAD without a body, and 405 with Allow to others', async () => {
    expect(await ask('GET', '/feeds/abc.ics')).to.include({ status: 200, text: 'feed abc' });
    expect(await ask('HEAD', '/feeds/abc.ics')).to.include({ status: 200, text: '' });
    expect(await ask('POST', '/leave/abc')).to.include({ status: 200, text: 'left' });
    expect(await ask('POST', '/feeds/abc.ics')).to.include({ status: 405, allow: 'GET, HEAD' });
    expect(await ask('DELETE', '/leave/abc')).to.include({ status: 405, allow: 'GET, HEAD, POST' });
    expect(await ask('OPTIONS', '/leave/abc')).to.include({ status: 204, allow: 'GET, HEAD, POST' });
    expect(later, 'nothing behind them is asked').to.deep.equal([]);
  });

  it('refuse a dry run', async () => {
    const tried = await ask('POST', '/leave/abc', { Prefer: 'dry-run' });
    expect([tried.status, JSON.parse(tried.text).errors]).to.deep.equal([
      422,
      { Prefer: ['This request has no dry run. Leave out the header Prefer.'] },
    ]);
  });

  it('are logged without the part that has the secret', async () => {
    await ask('GET', '/feeds/secret.ics');
    await ask('PUT', '/leave/secret');
    const routes = seen.slice(-2).map(({ route }) => route);
    expect(routes).to.deep.equal(['/api/v1/feeds/***.ics', '/api/v1/leave/***']);
    expect(JSON.stringify(seen)).not.to.include('secret');
  });

  it('leave all other paths to what comes behind them', async () => {
    for (const path of ['/feeds', '/feeds/abc', '/Feeds/abc.ics', '/feeds/a/b.ics', '/leave'])
      expect((await ask('GET', path)).text, path).to.equal('something else');
    expect(later).to.have.lengthOf(5);
  });
});
