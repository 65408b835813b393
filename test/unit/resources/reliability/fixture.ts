/** The worked example of the documentation: three materials in Paris in March 2026, and sites to compute with. */
import { workingDays } from '../../../../resources/plans/closed-days.ts';
import type { Day } from '../../../../resources/plans/days.ts';
import { instantAt } from '../../../../resources/plans/local-time.ts';
import {
  daysThatReach,
  type Hours,
  hoursOn,
  midnightOf,
  WorkedTime,
  type WorkingSite,
} from '../../../../resources/reliability/hours.ts';
import type { Interval } from '../../../../resources/reliability/intervals.ts';
import { type History, noSums, Periods, type Sums, sumUp } from '../../../../resources/reliability/sums.ts';

export function workingSite(
  timezone: string,
  hours: readonly Hours[] = [],
  closures: readonly Day[] = [],
): WorkingSite {
  return {
    timezone,
    hours,
    ...workingDays(
      hours,
      closures.map((day) => ({ day })),
    ),
  };
}

/** Sums of each period of a site: they begin at midnight of each of the days, and end at that of the last one. */
export function sumsOf(
  site: WorkingSite,
  days: readonly Day[],
  histories: readonly History[],
  now = Date.parse('2030-01-01T00:00:00.000Z'),
): Sums[] {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const worked = new WorkedTime([...daysThatReach(first, last)].flatMap((day) => hoursOn(site, day)));
  const periods = new Periods(
    days.map((day) => midnightOf(day, site.timezone)),
    worked,
    now,
  );
  const sums = days.slice(1).map(noSums);
  for (const history of histories) sumUp(sums, periods, history);
  return sums;
}

export const paris = 'Europe/Paris';
export const workweek = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;

/** @param text days and times of 2026 on the clocks of Paris: `03-05 10:00`; nothing after it lasts */
function span(text: string): Interval {
  const [from = '', until] = text.split(' to ');
  const at = (moment: string) => Date.parse(instantAt(`2026-${moment.slice(0, 5)}`, moment.slice(6), paris));
  return { from: at(from), until: until === undefined ? Number.POSITIVE_INFINITY : at(until) };
}

const life = {
  from: Date.parse('2024-12-31T23:00:00.000Z'),
  until: Number.POSITIVE_INFINITY,
};
const stopped = [
  ...['02-27 20:00 to 03-01 08:00', '03-05 10:00 to 03-05 14:30', '03-05 13:00 to 03-05 16:00'],
  ...['03-10 11:00 to 03-10 15:00', '03-28 22:00 to 03-29 06:00', '03-31 18:00'],
].map(span);

/** M1: what happened to it. */
export const stops: History = {
  life,
  external: [],
  unplanned: stopped,
  planned: [span('03-10 06:00 to 03-10 12:00')],
  failures: [...stopped, span('03-20 09:00 to 03-20 11:00')],
};

/** M3: nothing is recorded of it. */
export const silence: History = { life, external: [], unplanned: [], planned: [], failures: [] };
