/** Signatures, as the library of Standard Webhooks verifies them, and the schedule of attempts. */
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { delayAfter, parseRetryAfter } from '../../../../../service/outbox/webhooks/sending/schedule.ts';
import { newSecret, sign } from '../../../../../service/outbox/webhooks/signature.ts';

describe('the signature of a webhook', () => {
  const body = JSON.stringify({ type: 'zone.create', data: { changes: { name: [null, 'Öl › 2'] } } });
  const headers = (secrets: readonly string[]) => {
    // Receivers refuse what is five minutes old.
    const seconds = Math.floor(Date.now() / 1000);
    return {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(seconds),
      'webhook-signature': sign(secrets, 'evt_1', seconds, body),
    };
  };

  it('is one that receivers verify, during a rotation with either secret', () => {
    const [old, next] = [newSecret(), newSecret()];
    expect(new Webhook(old).verify(body, headers([old]))).to.deep.equal(JSON.parse(body));
    for (const secret of [old, next]) {
      expect(new Webhook(secret).verify(body, headers([next, old]))).to.deep.equal(JSON.parse(body));
    }
    expect(() => new Webhook(old).verify(body, headers([next]))).to.throw();
    expect(() => new Webhook(old).verify(`${body} `, headers([old]))).to.throw();
  });

  it('has a secret of 32 bytes, never the same', () => {
    expect(newSecret()).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSecret()).not.to.equal(newSecret());
  });
});

describe('the schedule of attempts', () => {
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440];

  it('takes longer and longer, up to a fifth more, and ends', () => {
    expect(minutes.map((_, index) => (delayAfter(index + 1, null, 0) ?? 0) / 60_000)).to.deep.equal(minutes);
    expect(minutes.map((_, index) => (delayAfter(index + 1, null, 1) ?? 0) / 72_000)).to.deep.equal(minutes);
    expect(delayAfter(minutes.length + 1, null)).to.equal(null);
    expect(delayAfter(minutes.length + 1, 5000)).to.equal(null);
  });

  it('goes by what a receiver asks for', () => {
    expect(delayAfter(1, 120_000, 0.5)).to.equal(120_000);
    expect(delayAfter(3, 0, 0.5)).to.equal(0);
  });

  const now = Date.parse('2026-11-23T10:00:00Z');
  const headers: readonly [string | undefined, number | null][] = [
    ['120', 120_000],
    [' 0 ', 0],
    ['Mon, 23 Nov 2026 10:00:30 GMT', 30_000],
    ['Mon, 23 Nov 2026 09:00:00 GMT', 0],
    ['9999999999', 86_400_000],
    ['Tue, 01 Jan 2199 00:00:00 GMT', 86_400_000],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['', null],
    [undefined, null],
  ];
  for (const [header, milliseconds] of headers) {
    it(`reads ${header} as ${milliseconds} ms`, () => {
      expect(parseRetryAfter(header, now)).to.equal(milliseconds);
    });
  }
});
