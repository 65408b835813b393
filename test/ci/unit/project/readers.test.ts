/**
 * All readers of foreign input do work in proportion to its length. Each reader gets the shapes of text that were the worst for
 * some reader. `npm run lint:regexp` also checks regular expressions.
 */

import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import Koa from 'koa';
import { deriveKeys, verify } from '../../../../auth/keys.ts';
import { addressKey } from '../../../../auth/networks.ts';
import { emailKey } from '../../../../auth/passwords/accounts.ts';
import { passwordProblems } from '../../../../auth/passwords/rules.ts';
import { hashRecoveryCode } from '../../../../auth/second-factor/recovery-codes.ts';
import { makeTotpSecret, totpStep } from '../../../../auth/second-factor/totp.ts';
import { browserName } from '../../../../auth/sessions/browser-name.ts';
import { cookieReader } from '../../../../auth/sessions/cookie.ts';
import { createStatefulCheck } from '../../../../auth/sessions/stateful.ts';
import { fileTypes, nameOfFile } from '../../../../engine/features/files/types.ts';
import { isEmail } from '../../../../engine/kinds/email.ts';
import { isDay } from '../../../../engine/kinds/scalars/day.ts';
import { parseInstant } from '../../../../engine/kinds/scalars/instant.ts';
import { time } from '../../../../engine/kinds/scalars/time.ts';
import { render, say } from '../../../../engine/message.ts';
import { csvResponse } from '../../../../engine/read/export.ts';
import { matchesAnswer, matchesVersion } from '../../../../engine/read/single.ts';
import { bodyReaders } from '../../../../engine/request/body.ts';
import { readListIntent } from '../../../../engine/request/intent.ts';
import { checkShape, parseExactly } from '../../../../engine/request/json-body.ts';
import { prefersDryRun } from '../../../../engine/request/request.ts';
import { gramsOf } from '../../../../engine/search/search.ts';
import { RouteFinder } from '../../../../engine/serve/route-finder.ts';
import { searchText, sortKey } from '../../../../engine/values.ts';
import { settleAddress } from '../../../../service/http/client-address.ts';
import { requestIds } from '../../../../service/http/observed/request-id.ts';
import { limitHeaders, limitQuery, requireHost } from '../../../../service/http/request-limit.ts';
import { createRouters } from '../../../../service/http/routers.ts';
import { describeError } from '../../../../service/start/log/log-error.ts';
import { growthOf, isLinear, worstShapes } from '../../../harness/growth.ts';
import { registry, resource } from '../../../unit/engine/fixture.ts';

/** Sizes: of a header or a parameter what is let through, of a body what shows in little time. */
const [ofHeader, ofBody] = [4096, 8 * 1024];
const keys = deriveKeys([Buffer.alloc(32, 1)], 'session cookie');
const tools = resource('tools');
const secret = makeTotpSecret();
const isStateful = createStatefulCheck(['localhost:*', '*.example.com'], 'http://localhost:3000');
const bodies = bodyReaders(['en'])(tools);

const app = new Koa({ proxy: true, maxIpsCount: 1 });
const routers = createRouters('/api/v1', registry.keys());
routers.of('tools').get('/api/v1/tools/:id', () => {});
routers.of('tools').get('/api/v1/tools/options/:field', () => {});
routers.main.get('/console{/*path}', () => {});
const finder = new RouteFinder(registry, routers.at);
const doors = [requireHost(), limitHeaders(), limitQuery(), settleAddress(), requestIds()];
const sessionCookie = 'millwright_session';
const cookieOf = cookieReader(sessionCookie, keys);

/** A request as far as its headers and its address, and what reads those. */
async function pass(headers: Record<string, string>, url = '/api/v1/tools'): Promise<void> {
  const all = { host: 'localhost', ...headers };
  const request = {
    headers: all,
    rawHeaders: Object.entries(all).flat(),
    httpVersion: '1.1',
    method: 'GET',
    url,
    socket: { remoteAddress: '127.0.0.1' },
  };
  const response = { getHeader: () => undefined, setHeader: () => {}, removeHeader: () => {} };
  const ctx = app.createContext(request as never, response as never);
  for (const door of doors) await door(ctx, async () => {});
  ctx.accepts(['json', 'csv']);
  ctx.acceptsLanguages(['en', 'fr']);
  ctx.acceptsEncodings('gzip', 'identity');
  ctx.is('application/json');
  void [ctx.request.charset, ctx.protocol, ctx.host, ctx.hostname, ctx.ip, ctx.fresh];
  addressKey(ctx.ip);
  isStateful(ctx.headers);
  browserName(ctx.get('User-Agent'));
  cookieOf(ctx);
  ctx.cookies.get('XSRF-TOKEN');
  verify(keys, 'id', ctx.get('X-XSRF-TOKEN'));
  prefersDryRun(ctx.get('Prefer'));
  matchesVersion(ctx.get('If-Match'), 3);
  matchesAnswer(ctx.get('If-None-Match'), '"3-x"');
  finder.methodsAt(ctx.path);
  await routers.middleware(ctx as never, async () => {});
  readListIntent(tools, ctx.query);
}

/** What a header can hold: no characters that Node refuses. */
const inHeader = (text: string) => encodeURI(text.replace(/[^\t -\u00ff]/gu, 'x')).slice(0, ofHeader);
const inQuery = (text: string) => encodeURIComponent(text).replaceAll('%25', '%');

const lists = ['accept', 'accept-language', 'accept-encoding'];
const headers = [
  ...['content-type', 'cookie', 'host', 'if-match', 'if-none-match', 'prefer', 'referer', 'user-agent'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-request-id', 'x-xsrf-token'],
];
const parameters = ['search', 'sort', 'fields', 'with', 'id', 'page', 'state', 'created_at[gte]'];
/** The same under each of some names. */
const under = (names: readonly string[], text: string) =>
  Object.fromEntries(names.map((name) => [name, text]));

const readers: readonly [name: string, most: number, read: (text: string) => unknown][] = [
  // Longer ones are refused.
  ['what a client takes', 1024, (text) => pass(under(lists, inHeader(text)))],
  ['headers', ofHeader, (text) => pass(under(headers, inHeader(text)))],
  ['an origin', ofHeader, (text) => pass({ origin: inHeader(text) })],
  [
    'the cookie of a session',
    ofHeader,
    (text) => pass({ cookie: `a=b; ${sessionCookie}=${inHeader(text)}` }),
  ],
  ['a path', ofBody, (text) => pass({}, `/api/v1/tools/${inQuery(text)}`)],
  ['a path of the console', ofBody, (text) => pass({}, `/console/${inQuery(text)}`)],
  ['a query', ofBody, (text) => pass({}, `/api/v1/tools?${inHeader(text)}`)],
  [
    'parameters',
    ofHeader,
    (text) => pass({}, `/api/v1/tools?${parameters.map((name) => `${name}=${inQuery(text)}`).join('&')}`),
  ],
  ['the shape of a body', ofBody, (text) => checkShape(text)],
  ['a body', ofBody, (text) => parseExactly(text)],
  ['a value of a body', ofBody, (text) => parseExactly(`{"a":[${text}],"b":1e999}`)],
  ['a field', ofBody, (text) => bodies.create({ name: text, state: text, [text]: text })],
  ['an e-mail address', ofBody, (text) => [isEmail(text), emailKey(text)]],
  ['a password', ofBody, (text) => passwordProblems(text, [text])],
  ['a code', ofBody, (text) => [totpStep(secret, text), hashRecoveryCode([Buffer.alloc(32, 1)], 1, text)]],
  ['a key to sort by', ofBody, (text) => sortKey(text)],
  ['what is searched', ofBody, (text) => searchText([text, text])],
  ['a word of a search', ofBody, (text) => gramsOf(text)],
  ['a moment', ofBody, (text) => [parseInstant(text), isDay(text), time.query.parse(text, undefined)]],
  ['the name of a file', ofBody, (text) => nameOfFile(text, fileTypes.jpeg)],
  ['a message', ofBody, (text) => render(say('No {field}.', { field: text, text }), 'fr')],
  ['a line of the log', ofBody, (text) => describeError(new Error(text))],
  [
    'a cell of a file',
    ofBody,
    (text) => buffer(csvResponse('a.csv', [{ header: 'A', cell: () => text }], [[{}]]).body as never),
  ],
];

describe('readers of what a stranger sends', () => {
  for (const [name, most, read] of readers) {
    it(`do linear work: ${name}`, async () => {
      for (const shape of worstShapes) {
        const growth = await growthOf(read, shape.make, most);
        expect(isLinear(growth), `${shape.name}: ${growth.toFixed(1)} times its share`).to.equal(true);
      }
    });
  }

  it('are told apart from those that do more', async () => {
    const slow = (text: string) => text.replace(/0+$/, '');
    const growth = await growthOf(slow, (size) => `1${'0'.repeat(size - 2)}1`, ofBody);
    expect(isLinear(growth), String(growth)).to.equal(false);
  });
});
