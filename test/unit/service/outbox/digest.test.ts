/** When digests go out, by the clock of the site. */
import { expect } from 'chai';
import { digestMoments } from '../../../../service/outbox/mail/digest.ts';

type Case = readonly [
  now: string,
  digest: 'daily' | 'weekly',
  at: string,
  zone: string,
  last: string,
  next: string,
];

const cases: readonly Case[] = [
  ['2026-11-23T07:00:00Z', 'daily', '07:00', 'UTC', '2026-11-23T07:00:00Z', '2026-11-24T07:00:00Z'],
  ['2026-11-23T06:59:59Z', 'daily', '07:00', 'UTC', '2026-11-22T07:00:00Z', '2026-11-23T07:00:00Z'],
  ['2026-11-23T06:30:00Z', 'daily', '07:00', 'Europe/Paris', '2026-11-23T06:00:00Z', '2026-11-24T06:00:00Z'],
  // On Monday, also if the question comes on Sunday.
  ['2026-11-22T12:00:00Z', 'weekly', '07:00', 'UTC', '2026-11-16T07:00:00Z', '2026-11-23T07:00:00Z'],
  ['2026-11-23T12:00:00Z', 'weekly', '07:00', 'UTC', '2026-11-23T07:00:00Z', '2026-11-30T07:00:00Z'],
  // The clock goes forward at 02:00 on 29 March and back on 25 October.
  ['2026-03-29T12:00:00Z', 'daily', '07:00', 'Europe/Paris', '2026-03-29T05:00:00Z', '2026-03-30T05:00:00Z'],
  ['2026-03-29T00:30:00Z', 'daily', '02:30', 'Europe/Paris', '2026-03-28T01:30:00Z', '2026-03-29T01:30:00Z'],
  ['2026-10-25T12:00:00Z', 'daily', '07:00', 'Europe/Paris', '2026-10-25T06:00:00Z', '2026-10-26T06:00:00Z'],
];

describe('digests', () => {
  for (const [now, digest, digest_time, timezone, last, next] of cases) {
    it(`go out ${digest} at ${digest_time} of ${timezone}, as seen at ${now}`, () => {
      const moments = digestMoments(Date.parse(now), { digest, digest_time, timezone });
      expect(moments).to.deep.equal({ last: Date.parse(last), next: Date.parse(next) });
    });
  }
});
