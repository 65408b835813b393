/** Working hours by the clocks on the wall: nights, days off, and clocks that change. */
import { expect } from 'chai';
import type { Weekday } from '../../../../resources/plans/days.ts';
import type { Hours } from '../../../../resources/reliability/hours.ts';
import { paris, silence, sumsOf, workingSite } from './fixture.ts';

const daily = (from: string, until: string, weekdays: readonly Weekday[]): Hours[] =>
  weekdays.map((weekday) => ({ weekday, from, until }));
const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const early = daily('06:00', '14:00', all);

describe('the hours of a site', () => {
  const table: readonly [
    what: string,
    hours: readonly Hours[],
    closures: string,
    days: string,
    worked: number,
  ][] = [
    ['without any: a day', [], '', '2026-03-02 2026-03-03', 24],
    ['without any: a day off', [], '2026-03-02', '2026-03-01 2026-03-04', 48],
    ['without any: a day that lacks an hour', [], '', '2026-03-29 2026-03-30', 23],
    ['without any: a day with an hour twice', [], '', '2026-10-25 2026-10-26', 25],
    ['a shift', early, '', '2026-03-02 2026-03-03', 8],
    ['a night that lacks an hour', daily('22:00', '06:00', ['sat']), '', '2026-03-23 2026-03-30', 7],
    ['a night with an hour twice', daily('22:00', '06:00', ['sat']), '', '2026-10-19 2026-10-26', 9],
    [
      'the end of a night that began before',
      daily('22:00', '06:00', ['sun']),
      '',
      '2026-03-02 2026-03-03',
      6,
    ],
    ['a night into a day off', daily('22:00', '06:00', ['sun']), '2026-03-02', '2026-03-01 2026-03-04', 8],
    [
      'a night that begins on a day off',
      daily('22:00', '06:00', ['sun']),
      '2026-03-01',
      '2026-03-01 2026-03-04',
      0,
    ],
    ['from midnight to midnight', daily('00:00', '00:00', ['mon']), '', '2026-03-01 2026-03-08', 24],
    ['shifts that overlap', [...early, ...daily('13:00', '21:00', all)], '', '2026-03-02 2026-03-03', 15],
    ['a time that is skipped', daily('02:30', '03:00', ['sun']), '', '2026-03-29 2026-03-30', 0],
    ['up to a time that comes twice', daily('00:00', '02:30', ['sun']), '', '2026-10-25 2026-10-26', 2.5],
    ['from a time that comes twice', daily('02:30', '06:00', ['sun']), '', '2026-10-25 2026-10-26', 4.5],
  ];
  for (const [what, hours, closures, days, worked] of table) {
    it(what, () => {
      const site = workingSite(paris, hours, closures.split(' ').filter(Boolean));
      const [sums] = sumsOf(site, days.split(' '), [silence]);
      expect((sums?.required ?? 0) / 3_600_000).to.equal(worked);
    });
  }
});
