/** Days and times in their shortest form, in the language and time zone of the user. */
import { expect } from 'chai';
import { formatMinutes, formatShort, regional, shortDay } from '../../../console/parts/format.ts';

/** Spaces that do not break look the same. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('a language', () => {
  it('is written as where the browser is', () => {
    expect(regional('en', ['en-GB', 'en'])).to.equal('en-GB');
    expect(regional('en', ['fr', 'en-GB'])).to.equal('en-GB');
    expect(regional('en', ['de'])).to.equal('en-DE');
    expect(regional('fr', ['fr-CH'])).to.equal('fr-CH');
  });

  it('stays as it is where it names a region, or nothing is known', () => {
    expect(regional('en-GB', ['en-US'])).to.equal('en-GB');
    expect(regional('fr', [])).to.equal('fr');
  });
});

describe('an instant', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
  const tell = (instant: string, locale: string) =>
    plain(formatShort(instant, { locale, timezone: 'Europe/Paris' }, now));

  it('has its day and its time, and the year where it is another', () => {
    expect(tell('2026-11-25T08:00:00Z', 'en-GB')).to.equal('25 Nov 09:00');
    expect(tell('2026-11-25T08:00:00Z', 'en-US')).to.equal('Nov 25, 9:00 AM');
    expect(tell('2026-11-25T08:00:00Z', 'fr-FR')).to.equal('25 nov. 09:00');
    expect(tell('2027-01-14T11:00:00Z', 'en-GB')).to.equal('14 Jan 2027, 12:00');
  });

  it('has the year of the clock of the site', () => {
    expect(tell('2025-12-31T23:30:00Z', 'en-GB')).to.equal('1 Jan 00:30');
  });
});

it('a duration has hours and minutes, those that there are', () => {
  const told = [0, 1, 45, 60, 190, 1440, 72_005, -75].map((value) => plain(formatMinutes(value, 'en-GB')));
  expect(told).to.deep.equal([
    ...['0 min', '1 min', '45 min', '1 h', '3 h 10 min', '24 h', '1,200 h 5 min', '-1 h 15 min'],
  ]);
});

it('a day has the year where it is another', () => {
  expect(plain(shortDay('en-GB', '2026-11-25', '2026-11-23'))).to.equal('25 Nov');
  expect(plain(shortDay('en-GB', '2025-11-25', '2026-11-23'))).to.equal('25 Nov 2025');
});
