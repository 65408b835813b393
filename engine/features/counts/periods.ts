/** The periods of dates in a time zone, computed here: neither database knows all zones. */

import { DateTime } from 'luxon';
import type { Sql } from '../../condition.ts';
import type { Dialect, Period } from '../../database/dialect/dialect.ts';
import { createCache } from '../../memoize.ts';

/** More years would make a statement with too many cases. */
export const maxYears = 100;

/** The offset of a zone in minutes east of UTC, up to a moment (stored form); null for no end. */
interface Offset {
  readonly until: string | null;
  readonly minutes: number;
}

/** The offsets of a zone between two stored instants, found by bisection. */
export function offsetsBetween(first: string, last: string, zone: string): Offset[] {
  const offsets: Offset[] = [];
  const end = Date.parse(`${last.replace(' ', 'T')}Z`);
  const minutesAt = (time: number) => DateTime.fromMillis(time, { zone }).offset;
  const stored = (time: number) => new Date(time).toISOString().replace('T', ' ').slice(0, 23);
  const step = 7 * 24 * 3600 * 1000;
  let time = Date.parse(`${first.replace(' ', 'T')}Z`);
  let minutes = minutesAt(time);
  while (time < end) {
    const next = Math.min(time + step, end);
    if (minutesAt(next) !== minutes) {
      let [low, high] = [time, next];
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (minutesAt(middle) === minutes) low = middle;
        else high = middle;
      }
      offsets.push({ until: stored(high), minutes });
      minutes = minutesAt(high);
      time = high;
    } else {
      time = next;
    }
  }
  return [...offsets, { until: null, minutes }];
}

/** The search takes about fifty steps per year, and the result for a year and a zone does not change while a process runs. */
const offsetsOfYears = createCache<readonly Offset[]>(2000);

/** The last year of both databases' calendars, and its last day. In every zone, no day is later. */
export const lastYear = 9999;
const lastDay = `${lastYear}-12-31 00:00:00.000`;

/** The offsets of a zone for instants of some years, ascending. They are not valid for other years. */
export function offsetsIn(years: readonly number[], zone: string): Offset[] {
  const offsets: Offset[] = [];
  const add = (offset: Offset) => {
    // Two ranges with the same offset are one range.
    if (offsets.at(-1)?.minutes === offset.minutes) offsets.pop();
    offsets.push(offset);
  };
  for (const [at, year] of years.entries()) {
    const following = years[at + 1];
    const own = offsetsOfYears.get(`${zone} ${year}`, () =>
      offsetsBetween(`${year}-01-01 00:00:00.000`, `${year}-12-31 23:59:59.999`, zone),
    );
    for (const { until, minutes } of own) {
      const next = following === undefined ? null : `${following}-01-01 00:00:00.000`;
      add({ until: until ?? next, minutes });
    }
  }
  const last = offsets.at(-1);
  if (last && years.at(-1) === lastYear && last.minutes > 0) {
    offsets.pop();
    offsets.push({ ...last, until: lastDay }, { until: null, minutes: 0 });
  }
  return offsets.length > 0 ? offsets : [{ until: null, minutes: 0 }];
}

/** The first day of the period of an instant column, as an expression. Each offset applies to the instants before its end. */
export function periodSql(
  column: string,
  period: Period,
  offsets: readonly Offset[],
  { localPeriod }: Dialect,
): Sql {
  const cases = offsets.map(({ until, minutes }) => ({ until, sql: localPeriod(column, minutes, period) }));
  const last = cases.at(-1)?.sql ?? localPeriod(column, 0, period);
  const earlier = cases.slice(0, -1);
  if (earlier.length === 0) return last;
  return {
    text: `case ${earlier.map(({ sql }) => `when ${column} < ? then ${sql.text}`).join(' ')} else ${last.text} end`,
    bindings: [...earlier.flatMap(({ until, sql }) => [until, ...sql.bindings]), ...last.bindings],
  };
}

/** The ISO 8601 form of a period, from its first day: `2026-11-01`, `2026-W45`, `2026-11`, `2026`. */
export function periodLabel(firstDay: string, period: Period): string {
  switch (period) {
    case 'day':
      return firstDay;
    case 'week':
      return DateTime.fromISO(firstDay, { zone: 'utc' }).toFormat("kkkk-'W'WW");
    case 'month':
      return firstDay.slice(0, 7);
    case 'year':
      return firstDay.slice(0, 4);
  }
}
