/** Clocks of places that change them, and of some that do it strangely. */
import { expect } from 'chai';
import { instantsAt, offsetAt, wallAfterGap, wallAt } from '../../../console/parts/time/clock.ts';

describe('a clock of a place', () => {
  const shown = [
    ['2026-01-31T08:00:00.000Z', 'Europe/Paris', '2026-01-31T09:00'],
    ['2026-07-31T08:00:00.000Z', 'Europe/Paris', '2026-07-31T10:00'],
    ['2026-01-31T20:30:00.000Z', 'Asia/Tokyo', '2026-02-01T05:30'],
    ['2026-01-31T08:00:00.000Z', 'Asia/Kathmandu', '2026-01-31T13:45'],
    ['2026-01-31T03:00:00.000Z', 'America/St_Johns', '2026-01-30T23:30'],
    ['2026-01-31T08:00:00.000Z', 'UTC', '2026-01-31T08:00'],
    ['2026-12-31T23:00:00.000Z', 'Europe/Paris', '2027-01-01T00:00'],
  ] as const;
  for (const [instant, zone, wall] of shown) {
    it(`shows ${wall} in ${zone} at ${instant}`, () => {
      expect(wallAt(instant, zone)).to.equal(wall);
      expect(instantsAt(wall, zone)).to.deep.equal([instant]);
    });
  }

  it('leaves seconds out', () => {
    expect(wallAt('2026-01-31T08:00:59.999Z', 'Europe/Paris')).to.equal('2026-01-31T09:00');
  });

  const gaps = [
    ['2026-03-29T02:30', 'Europe/Paris', '2026-03-29T03:30'],
    ['2026-03-08T02:00', 'America/New_York', '2026-03-08T03:00'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-04T02:45'],
    // A day that a country left out to be on the other side of the date line.
    ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-31T12:00'],
  ] as const;
  for (const [wall, zone, after] of gaps) {
    it(`never shows ${wall} in ${zone}, and goes on with ${after}`, () => {
      expect(instantsAt(wall, zone)).to.deep.equal([]);
      expect(wallAfterGap(wall, zone)).to.equal(after);
    });
  }

  const doubles = [
    ['2026-10-25T02:30', 'Europe/Paris', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['2026-11-01T01:00', 'America/New_York', ['2026-11-01T05:00:00.000Z', '2026-11-01T06:00:00.000Z']],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
  ] as const;
  for (const [wall, zone, instants] of doubles) {
    it(`shows ${wall} twice in ${zone}`, () => {
      expect(instantsAt(wall, zone)).to.deep.equal(instants);
      for (const instant of instants) expect(wallAt(instant, zone)).to.equal(wall);
    });
  }

  it('shows the times around a change once', () => {
    expect(instantsAt('2026-03-29T01:59', 'Europe/Paris')).to.deep.equal(['2026-03-29T00:59:00.000Z']);
    expect(instantsAt('2026-03-29T03:00', 'Europe/Paris')).to.deep.equal(['2026-03-29T01:00:00.000Z']);
    expect(instantsAt('2026-10-25T01:59', 'Europe/Paris')).to.deep.equal(['2026-10-24T23:59:00.000Z']);
    expect(instantsAt('2026-10-25T03:00', 'Europe/Paris')).to.deep.equal(['2026-10-25T02:00:00.000Z']);
  });

  it('is so far from UTC', () => {
    expect(offsetAt('2026-10-25T00:30:00.000Z', 'Europe/Paris')).to.equal('UTC+02:00');
    expect(offsetAt('2026-10-25T01:30:00.000Z', 'Europe/Paris')).to.equal('UTC+01:00');
    expect(offsetAt('2026-01-31T08:00:00.000Z', 'America/St_Johns')).to.equal('UTC−03:30');
  });

  it('shows years that the user has only begun to type', () => {
    for (const wall of ['0002-03-01T10:00', '0020-03-01T10:00', '0202-03-01T10:00'])
      expect(
        instantsAt(wall, 'Europe/Paris').map((instant) => wallAt(instant, 'Europe/Paris')),
      ).to.deep.equal([wall]);
  });

  it('says nothing of what is no time', () => {
    expect(wallAt('soon', 'Europe/Paris')).to.equal('');
    expect(instantsAt('2026-13-01T00:00', 'Europe/Paris')).to.deep.equal([]);
    expect(instantsAt('', null)).to.deep.equal([]);
  });
});
