/** Days of a site as filters of a list with days or moments. */

import { kindOf } from '../kinds/kinds.tsx';
import { addDays } from '../parts/time/days.ts';
import { instantAt } from '../parts/time/moments.ts';
import type { Filter } from '../service/metadata.ts';

interface Filtered {
  readonly filters: readonly Filter[];
}

/** Filters for the rows from one day to another (exclusive), in the time zone of the site. */
export function dayRange(
  filtered: Filtered,
  name: string,
  [from, until]: readonly [string, string],
  timezone: string | null,
): Record<string, string | null> {
  const { point } = pointsOf(filtered, name, timezone);
  return { [`${name}[gte]`]: point(from), [`${name}[lt]`]: point(until) };
}

/** The filters of the start and the end of rows that last. */
interface Lasting {
  readonly within: string;
  readonly until: string;
  /** Only rows that are not over by the second day. */
  readonly still?: boolean | undefined;
}

/** Filters for the rows of which a part is between two days (the second is exclusive). */
export function lastingRange(
  filtered: Filtered,
  { within, until: end, still = false }: Lasting,
  [from, until]: readonly [string, string],
  timezone: string | null,
): Record<string, string | null> {
  const { point, before, isDay } = pointsOf(filtered, end, timezone);
  const start = pointsOf(filtered, within, timezone);
  return {
    [`${within}[lt]`]: start.point(until),
    // What ends at the first moment is not in it; a last day is whole.
    [`${end}[open]`]: still ? before(until) : isDay ? before(from) : point(from),
  };
}

/** Days as values of a filter: the day or its first moment, and the last one before. */
function pointsOf({ filters }: Filtered, name: string, timezone: string | null) {
  const filter = filters.find((one) => one.name === name);
  const isDay = filter !== undefined && kindOf(filter).clock === 'day';
  const point = (day: string) => (isDay ? day : instantAt({ day, time: '00:00' }, timezone));
  const before = (day: string) => {
    const at = isDay ? null : point(day);
    return at === null ? addDays(day, -1) : new Date(Date.parse(at) - 1).toISOString();
  };
  return { isDay, point, before };
}
