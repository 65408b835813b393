/** Pages of other origins, in the browser of a signed-in user: they can read nothing and change nothing. */
import { expect } from 'chai';
import { type BrowserFixture, password, signIn, startInBrowser } from '../../browser/fixture.ts';
import type { ClientPage } from '../../harness/browser.ts';
import { type Forwarded, type PageServer, servePage } from '../../harness/page-server.ts';

const admin = 'admin@demo.test';
const zone = { name: 'Planted zone' };

/**
 * The other page is on this machine too. Under the name `localhost` it is of the same site as the service, so that the
 * browser sends it all cookies; under `127.0.0.1` it is of another one.
 */
const places = ['localhost', '127.0.0.1'] as const;

/** With `localhost:*` the service takes the first page for one of its own, and only CORS and CSRF are in the way. */
const settings = [
  ['its own page alone is stateful', (own: PageServer) => new URL(own.url()).host],
  ['every page of the same name is stateful', () => 'localhost:*'],
] as const;

for (const [title, stateful] of settings) {
  for (const place of places) {
    describe(`a page on another port of ${place}, while ${title}`, () => {
      let fixture: BrowserFixture;
      let foreign: PageServer;
      /** In front of the service, to see its answers: the browser shows the other page none of them. */
      let gate: PageServer;
      let own: ClientPage;
      let attacker: ClientPage;
      /** Whether the service takes the other page's requests for those of the person signed in. */
      const taken = place === 'localhost' && title.startsWith('every');

      before(async () => {
        fixture = await startInBrowser((own) => ({
          FRONTEND_URL: own.url(),
          STATEFUL_DOMAINS: stateful(own),
        }));
        [gate, foreign] = [await servePage(), await servePage()];
        gate.forwardTo(fixture.service.url);
        own = await fixture.browser.open(fixture.pages.url(), gate.url());
        await signIn(own, admin);
        attacker = await fixture.browser.open(foreign.url(place), gate.url());
      });
      after(async () => {
        for (const server of [gate, foreign]) server?.close();
        await fixture?.stop();
      });
      afterEach('nothing has changed', async () => {
        const { knex } = fixture.service.database;
        expect(await knex('zones').where(zone)).to.deep.equal([]);
        expect(await knex('users').where({ email: admin, locale: 'fr' })).to.deep.equal([]);
      });

      /** What the service answered to the requests for a path that something made the page send. */
      const answersTo = async (
        path: string,
        sending: Promise<unknown>,
      ): Promise<[Forwarded, ...Forwarded[]]> => {
        const before = gate.answers.length;
        await sending;
        const [first, ...more] = gate.answers.slice(before).filter(({ url }) => url === path);
        if (!first) throw new Error(`No request for ${path} has come to the service.`);
        return [first, ...more];
      };
      const corsHeaders = ({ headers }: Forwarded): string[] =>
        Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      /** A request for which a browser asks no permission first. */
      const post = (path: string, body: object): Promise<unknown> =>
        attacker.page.evaluate(`fetch('${gate.url()}${path}', {
          method: 'POST', mode: 'no-cors', credentials: 'include', body: '${JSON.stringify(body)}',
        }).catch(() => {})`);

      it('reads no answer', async () => {
        const read = `fetch('${gate.url()}/api/v1/user', { credentials: 'include' }).then(({ status }) => status, String)`;
        const asking = attacker.page.evaluate(read);
        const [answer] = await answersTo('/api/v1/user', asking);
        expect(answer.status).to.equal(taken ? 200 : 401);
        expect(corsHeaders(answer)).to.deep.equal([]);
        expect(await asking).to.match(/^TypeError: /);
        for (const path of ['/user', '/zones', '/spa/csrf-cookie']) {
          expect(await attacker.get(path)).to.deep.equal({ status: 0, headers: {}, data: 'ERR_NETWORK' });
        }
      });

      it('is refused before it can send a token, also one that it knows', async () => {
        // Cookies know no ports: under the same name the page reads the token that its script would have to send.
        const cookies: string = await attacker.page.evaluate('document.cookie');
        expect(cookies.includes('XSRF-TOKEN')).to.equal(place === 'localhost');
        const creating = attacker.send('POST', '/zones', zone);
        const asked = await answersTo('/api/v1/zones', creating);
        expect(asked.map(({ method }) => method)).to.deep.equal(['OPTIONS']);
        expect(asked.flatMap(corsHeaders)).to.deep.equal([]);
        expect(await creating).to.include({ status: 0, data: 'ERR_NETWORK' });
        expect(await attacker.send('PATCH', '/user/locale', { locale: 'fr' })).to.include({ status: 0 });
      });

      it('changes nothing with a request that needs no permission to be sent', async () => {
        const [{ status }] = await answersTo('/api/v1/zones', post('/api/v1/zones', zone));
        expect(status).to.equal(taken ? 419 : 401);
      });

      it('changes nothing with a form', async () => {
        const script = `new Promise((resolve) => {
          const form = document.createElement('form');
          const frame = Object.assign(document.createElement('iframe'), { name: 'frame' });
          const field = document.createElement('input');
          Object.assign(form, { method: 'post', enctype: 'text/plain', target: 'frame', action: '${gate.url()}/api/v1/zones' });
          Object.assign(field, { name: '{"name":"${zone.name}","description":"', value: '"}' });
          form.append(field);
          document.body.append(frame, form);
          frame.onload = resolve;
          form.submit();
        }).then(() => {})`;
        const [{ status }] = await answersTo('/api/v1/zones', attacker.page.evaluate(script));
        expect(status).to.equal(taken ? 419 : 401);
      });

      it('signs no user in', async () => {
        const login = { email: 'viewer@demo.test', password };
        const [{ status }] = await answersTo('/api/v1/auth/login', post('/api/v1/auth/login', login));
        expect(status).to.equal(taken ? 419 : 403);
        expect((await own.get('/user')).data.data).to.include({ email: admin });
      });
    });
  }
}
