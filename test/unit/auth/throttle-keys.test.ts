/** Whom a limit takes for the same: addresses; and what a browser is called in the list of sessions. */
import { expect } from 'chai';
import { addressKey, networksOf } from '../../../auth/networks.ts';
import { browserName } from '../../../auth/sessions/browser-name.ts';

describe('address keys', () => {
  const table: [ip: string, key: string][] = [
    ['203.0.113.1', '203.0.113.1'],
    ['::ffff:203.0.113.1', '203.0.113.1'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002:ffff:1:2:3', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1:2:3:4', 'fe80:0:0:0'],
    ['1:2:3:4:5:6:7::', '1:2:3:4'],
    ['unknown', 'unknown'],
  ];
  for (const [ip, key] of table) {
    it(`${ip} → ${key}`, () => {
      expect(addressKey(ip)).to.equal(key);
    });
  }
});

describe('networks of an address', () => {
  const table: [ip: string, networks: string[]][] = [
    ['203.0.113.1', ['203.0', '203.0.113', '203.0.113.1']],
    ['2001:db8:1:2::9', ['2001:db8:1', '2001:db8:1:0', '2001:db8:1:2']],
    ['2001:db8:1:ab12::9', ['2001:db8:1', '2001:db8:1:ab', '2001:db8:1:ab12']],
    ['::1', ['0:0:0', '0:0:0:0', '0:0:0:0']],
  ];
  for (const [ip, networks] of table) {
    it(`${ip} → ${networks.join(', ')}`, () => {
      expect(networksOf(addressKey(ip))).to.deep.equal(networks);
    });
  }
});

describe('browser names', () => {
  const table: [userAgent: string | null, name: string | null][] = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome on iOS',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['x'.repeat(100), 'x'.repeat(60)],
    ['', null],
    [null, null],
  ];
  for (const [userAgent, name] of table) {
    it(`${name}`, () => {
      expect(browserName(userAgent)).to.equal(name);
    });
  }
});
