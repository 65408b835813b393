/** Days of a site as filters of a list with days or moments. */

import { kindOf } from '../kinds/kinds.tsx';
import { instantAt } from '../parts/time/moments.ts';
import type { Filter } from '../service/metadata.ts';

/** Filters for the rows from one day to another (exclusive), in the time zone of the site. */
export function dayRange(
  { filters }: { readonly filters: readonly Filter[] },
  name: string,
  [from, until]: readonly [string, string],
  timezone: string | null,
): Record<string, string | null> {
  const filter = filters.find((one) => one.name === name);
  const isDay = filter && kindOf(filter).clock === 'day';
  const point = (day: string) => (isDay ? day : instantAt({ day, time: '00:00' }, timezone));
  return { [`${name}[gte]`]: point(from), [`${name}[lt]`]: point(until) };
}
