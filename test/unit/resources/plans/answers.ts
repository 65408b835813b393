/** Prints what a host's time zone and season must not change: run by `host.test.ts` in processes of other places. */
import { Settings } from 'luxon';
import { pastDates } from '../../../../resources/plans/catch-up.ts';
import { planDates } from '../../../../resources/plans/dates.ts';
import { dayToCountFrom } from '../../../../resources/plans/floating.ts';
import { forecast } from '../../../../resources/plans/forecast.ts';
import { dayAt, instantAt } from '../../../../resources/plans/local-time.ts';
import { rruleOf } from '../../../../resources/plans/rrule.ts';
import { momentOf, windowAround } from '../../../../resources/plans/window.ts';
import { planWith, siteIn, take, workweek } from './fixture.ts';

const zones = [
  ...['Europe/Paris', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca'],
  ...['Pacific/Apia', 'UTC'],
];
const times = ['00:00', '01:30', '02:15', '02:30', '08:00'];
/** Clocks change in these months. */
const months = [2, 3, 4, 10, 11];
const plans = [
  planWith({ starts_on: '2027-03-10', every: 3, on_closed_day: 'after' }),
  planWith({ starts_on: '2027-01-31', frequency: 'month' }),
  planWith({ starts_on: '2028-02-29', frequency: 'year', season_from: '02-29', season_until: '03-01' }),
  planWith({ starts_on: '2027-01-07', frequency: 'week', every: 2, weekdays: ['mon', 'thu'] }),
  planWith({ starts_on: '2027-01-01', schedule: 'floating', frequency: 'month', on_closed_day: 'before' }),
];

function answers(): unknown[] {
  return zones.flatMap((zone) => {
    const site = siteIn(zone, workweek, ['2027-03-28', '2027-11-01']);
    const days = months.flatMap((month) =>
      Array.from({ length: 28 }, (_, day) =>
        new Date(Date.UTC(2027, month - 1, 4 + day)).toISOString().slice(0, 10),
      ),
    );
    const instants = days.flatMap((day) => times.map((time) => instantAt(day, time, zone)));
    const standing = { last: null, scheduled: null, made_at: '2027-03-20T12:00:00.000Z' };
    const ofPlans = plans.flatMap((plan) => [
      take(planDates(plan, site, null), 40),
      pastDates(plan, site, 'last', null, '2027-12-31T23:30:00.000Z'),
      forecast({ ...plan, catch_up: 'all' }, site, standing, '2028-04-01'),
      rruleOf({ ...plan, ends_on: '2027-10-31' }, zone),
      windowAround(instants[100] ?? '', { ...plan, tolerance_days: null }),
    ]);
    const daysAt = instants.map((instant) => [
      dayAt(instant, zone),
      dayToCountFrom({ due_at: instant, completed_at: null }, zone),
      momentOf(instant, 7),
    ]);
    return [instants, daysAt, ...ofPlans];
  });
}

/** The same in winter and in summer, as luxon and a Date without arguments have it. */
const seasons = ['2027-01-15T12:00:00.000Z', '2027-07-15T12:00:00.000Z'].map((now) => {
  Settings.now = () => Date.parse(now);
  Date.now = () => Date.parse(now);
  return JSON.stringify(answers());
});
console.log(JSON.stringify({ offset: new Date(2027, 0, 1).getTimezoneOffset(), seasons }));
