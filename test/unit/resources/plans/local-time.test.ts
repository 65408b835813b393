/** When the clocks of a place show a time: a table of changes of the clocks, and Temporal as the oracle for all the rest. */
import { expect } from 'chai';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { dayAt, instantAt, keepWallClock, startOfDay } from '../../../../resources/plans/local-time.ts';

type Row = readonly [what: string, on: string, time: string, timezone: string, instant: string];

const table: readonly Row[] = [
  ['winter', '2027-01-31', '08:00', 'Europe/Paris', '2027-01-31T07:00'],
  ['summer', '2027-07-31', '08:00', 'Europe/Paris', '2027-07-31T06:00'],
  [
    'a skipped time is taken with the offset before',
    '2027-03-28',
    '02:30',
    'Europe/Paris',
    '2027-03-28T01:30',
  ],
  ['the first skipped time', '2027-03-28', '02:00', 'Europe/Paris', '2027-03-28T01:00'],
  ['the last time before a gap', '2027-03-28', '01:59', 'Europe/Paris', '2027-03-28T00:59'],
  ['the first time after a gap', '2027-03-28', '03:00', 'Europe/Paris', '2027-03-28T01:00'],
  ['a time that comes twice is the first', '2027-10-31', '02:30', 'Europe/Paris', '2027-10-31T00:30'],
  ['the last time that comes twice', '2027-10-31', '02:59', 'Europe/Paris', '2027-10-31T00:59'],
  ['the first time that comes once again', '2027-10-31', '03:00', 'Europe/Paris', '2027-10-31T02:00'],
  ['a gap in New York', '2027-03-14', '02:30', 'America/New_York', '2027-03-14T07:30'],
  ['twice in New York', '2027-11-07', '01:30', 'America/New_York', '2027-11-07T05:30'],
  ['a gap of half an hour', '2027-10-03', '02:15', 'Australia/Lord_Howe', '2027-10-02T15:45'],
  ['twice within half an hour', '2027-04-04', '01:45', 'Australia/Lord_Howe', '2027-04-03T14:45'],
  ['an offset of a quarter of an hour', '2027-05-05', '08:00', 'Asia/Kathmandu', '2027-05-05T02:15'],
  ['the month of fasting begins in Morocco', '2024-03-10', '02:30', 'Africa/Casablanca', '2024-03-10T01:30'],
  ['it ends with a gap', '2024-04-14', '02:30', 'Africa/Casablanca', '2024-04-14T02:30'],
  ['a day that a place lacks is the next one', '2011-12-30', '08:00', 'Pacific/Apia', '2011-12-30T18:00'],
  ['the day after it', '2011-12-31', '08:00', 'Pacific/Apia', '2011-12-30T18:00'],
  ['the day before it', '2011-12-29', '08:00', 'Pacific/Apia', '2011-12-29T18:00'],
  ['a midnight that is skipped', '2018-11-04', '00:00', 'America/Sao_Paulo', '2018-11-04T03:00'],
  ['a midnight that comes twice', '2027-11-07', '00:00', 'America/Havana', '2027-11-07T04:00'],
  ['no zone', '2027-03-28', '02:30', 'UTC', '2027-03-28T02:30'],
];

/** Their clocks change by an hour, by half, by a day, at midnight, at odd times, or not at all. */
const zones = [
  ...['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca'],
  ...['Pacific/Apia', 'UTC', 'America/Havana', 'America/Sao_Paulo', 'Pacific/Chatham', 'Africa/Cairo'],
  ...['Antarctica/Troll', 'America/St_Johns', 'Asia/Tehran', 'Pacific/Kiritimati', 'Europe/Dublin'],
];

describe('a local time', () => {
  for (const [what, on, time, timezone, instant] of table) {
    it(`${what}: ${on} ${time} in ${timezone}`, () => {
      expect(instantAt(on, time, timezone)).to.equal(`${instant}:00.000Z`);
    });
  }

  it('is the instant that Temporal takes for compatible, and its day is found again', () => {
    const minutes = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const days = fc.integer({ min: 0, max: 50 * 365 });
    const check = (zone: string, day: number, minute: number) => {
      const wall = new Temporal.PlainDateTime(1995, 1, 1).add({ days: day, minutes: minute });
      const zoned = wall.toZonedDateTime(zone, { disambiguation: 'compatible' });
      const instant = instantAt(
        wall.toPlainDate().toString(),
        wall.toPlainTime().toString().slice(0, 5),
        zone,
      );
      expect(instant).to.equal(new Date(zoned.epochMilliseconds).toISOString());
      expect(dayAt(instant, zone)).to.equal(zoned.toPlainDate().toString());
    };
    fc.assert(fc.property(fc.constantFrom(...zones), days, minutes, check), { numRuns: 2000 });
  });

  it('is right within a day of every change of the clocks', () => {
    for (const zone of zones) {
      let change: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`2008-01-01T00:00[${zone}]`);
      for (let count = 0; count < 8; count += 1) {
        change = change?.getTimeZoneTransition('next') ?? null;
        if (!change) break;
        const about = change.toPlainDateTime();
        for (let minutes = -1500; minutes <= 1500; minutes += 75) {
          const wall = about.add({ minutes });
          const zoned = wall.toZonedDateTime(zone, { disambiguation: 'compatible' });
          const [on, time] = [wall.toPlainDate().toString(), wall.toPlainTime().toString().slice(0, 5)];
          expect(instantAt(on, time, zone), `${on} ${time} in ${zone}`).to.equal(
            new Date(zoned.epochMilliseconds).toISOString(),
          );
        }
      }
    }
  });

  it('begins a day at its first moment', () => {
    expect(startOfDay('2027-03-28', 'Europe/Paris')).to.equal('2027-03-27T23:00:00.000Z');
    expect(startOfDay('2018-11-04', 'America/Sao_Paulo')).to.equal('2018-11-04T03:00:00.000Z');
    expect(startOfDay('2027-11-07', 'America/Havana')).to.equal('2027-11-07T04:00:00.000Z');
    expect(startOfDay('2011-12-30', 'Pacific/Apia')).to.equal(startOfDay('2011-12-31', 'Pacific/Apia'));
  });

  it('tells the day of the place, not of UTC', () => {
    expect(dayAt('2027-01-31T23:30:00.000Z', 'Europe/Paris')).to.equal('2027-02-01');
    expect(dayAt('2027-01-31T03:30:00.000Z', 'America/New_York')).to.equal('2027-01-30');
    expect(dayAt('2027-01-31T18:14:59.999Z', 'Asia/Kathmandu')).to.equal('2027-01-31');
  });

  it('is kept where a site moves to another zone', () => {
    const moved = keepWallClock('2027-03-28T06:00:12.345Z', 'Europe/Paris', 'America/New_York');
    expect(moved).to.equal('2027-03-28T12:00:12.345Z');
    const skipped = keepWallClock('2027-03-28T02:30:00.000Z', 'UTC', 'Europe/Paris');
    expect(skipped, 'a time that the other one skips').to.equal('2027-03-28T01:30:00.000Z');
    const twice = keepWallClock('2027-10-31T01:30:00.000Z', 'Europe/Paris', 'Europe/Paris');
    expect(twice, 'the first of two').to.equal('2027-10-31T00:30:00.000Z');
  });

  it('refuses what does not exist', () => {
    expect(() => instantAt('2027-01-01', '08:00', 'Europe/Atlantis')).to.throw('Europe/Atlantis');
    expect(() => instantAt('2027-13-01', '08:00', 'UTC')).to.throw('2027-13-01');
    expect(() => instantAt('2027-01-01', '25:00', 'UTC')).to.throw('25:00');
  });
});
