/** Which requests are stateful, as a table of headers. */
import { expect } from 'chai';
import { createStatefulCheck } from '../../../auth/sessions/stateful.ts';

const domains = [
  'localhost',
  'localhost:5173',
  'app.example.com',
  'dev.example.org:*',
  '*.example.net',
  '*.ports.test:*',
  '[::1]:3000',
  'Bücher.example',
];

const cases: [title: string, headers: Record<string, string>, stateful: boolean][] = [
  ['a listed origin', { origin: 'http://localhost:5173' }, true],
  ['a listed origin under https, on the default port', { origin: 'https://app.example.com' }, true],
  ['the default port said aloud', { origin: 'https://app.example.com:443' }, true],
  ['http on the port of https', { origin: 'http://app.example.com:443' }, false],
  ['an entry without port, on another port', { origin: 'https://app.example.com:8443' }, false],
  ['an entry with a port, on another one', { origin: 'http://localhost:5174' }, false],
  ['any port', { origin: 'http://dev.example.org:9999' }, true],
  ['any port, none said', { origin: 'https://dev.example.org' }, true],
  ['a name below a wildcard', { origin: 'https://a.b.example.net' }, true],
  ['the wildcard’s own name', { origin: 'https://example.net' }, false],
  ['a name that only ends like the wildcard', { origin: 'https://evilexample.net' }, false],
  ['a name below a wildcard, on another port', { origin: 'https://a.example.net:8443' }, false],
  ['a name below a wildcard with any port', { origin: 'https://a.ports.test:8443' }, true],
  ['a listed name with something before it', { origin: 'https://evil-app.example.com' }, false],
  ['a name below a listed one', { origin: 'https://evil.app.example.com' }, false],
  ['a listed name with something after it', { origin: 'https://app.example.com.evil.test' }, false],
  ['IPv6', { origin: 'http://[::1]:3000' }, true],
  ['IPv6 written long', { referer: 'http://[0:0:0:0:0:0:0:1]:3000/page' }, true],
  ['IPv6 on another port', { origin: 'http://[::1]:3001' }, false],
  ['capitals', { origin: 'HTTP://LOCALHOST:5173' }, true],
  ['a name in punycode', { origin: 'https://xn--bcher-kva.example' }, true],
  ['the service’s own host', { origin: 'https://assets.example.com:8443' }, true],
  ['the service’s own host on another port', { origin: 'https://assets.example.com' }, false],
  ['Origin: null', { origin: 'null' }, false],
  ['Origin: null with a good referer', { origin: 'null', referer: 'http://localhost:5173/' }, false],
  [
    'a foreign origin with a good referer',
    { origin: 'https://evil.test', referer: 'http://localhost/' },
    false,
  ],
  [
    'a foreign origin that claims to be the same',
    { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
    false,
  ],
  ['two origins', { origin: 'http://localhost:5173, https://evil.test' }, false],
  ['two origins without a space', { origin: 'http://localhost:5173,https://evil.test' }, false],
  ['an origin with a user', { origin: 'http://localhost:5173@evil.test' }, false],
  ['an origin with a path', { origin: 'http://localhost:5173/path' }, false],
  ['an empty origin', { origin: '' }, false],
  ['an origin of another scheme', { origin: 'file://localhost' }, false],
  ['a listed referer', { referer: 'http://localhost:5173/materials?page=2' }, true],
  ['a referer with a user', { referer: 'http://localhost:5173@evil.test/' }, false],
  [
    'a referer that names a listed host in its path',
    { referer: 'https://evil.test/http://localhost/' },
    false,
  ],
  ['a referer that is no address', { referer: 'localhost' }, false],
  ['a backslash', { origin: 'https://evil.test\\@app.example.com' }, false],
  ['same origin by fetch metadata', { 'sec-fetch-site': 'same-origin' }, true],
  [
    'same origin by fetch metadata, on a page of another name',
    { 'sec-fetch-site': 'same-origin', referer: 'http://192.168.1.9:3000/docs' },
    true,
  ],
  ['same site', { 'sec-fetch-site': 'same-site' }, false],
  ['cross site', { 'sec-fetch-site': 'cross-site' }, false],
  ['a navigation typed by hand', { 'sec-fetch-site': 'none' }, false],
  ['Host alone', { host: 'localhost' }, false],
  ['X-Forwarded-Host', { 'x-forwarded-host': 'localhost' }, false],
  ['nothing', {}, false],
];

describe('stateful requests', () => {
  const isStateful = createStatefulCheck(domains, 'https://assets.example.com:8443');

  for (const [title, headers, stateful] of cases) {
    it(`${title}: ${stateful ? 'yes' : 'no'}`, () => {
      expect(isStateful(headers)).to.equal(stateful);
    });
  }

  for (const entry of ['http://localhost', 'a/b', 'a b', '[::1', 'a:b', '']) {
    it(`refuses ${JSON.stringify(entry)} in STATEFUL_DOMAINS`, () => {
      expect(() => createStatefulCheck([entry], 'http://localhost')).to.throw(JSON.stringify(entry));
    });
  }
});
