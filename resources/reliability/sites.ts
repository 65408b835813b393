/** The records of materials and their sites for reliability, read with a few statements for any number of materials. */
import { type Condition, conditionSql, giveWay, query, type ReportContext } from '../../engine/index.ts';
import { zonesOf } from '../plan-work/site.ts';
import { workingDays } from '../plans/closed-days.ts';
import { type Day, weekdays } from '../plans/days.ts';
import { daysThatReach, type Hours, hoursOn, midnightOf, WorkedTime, type WorkingSite } from './hours.ts';
import type { Interval } from './intervals.ts';
import { Periods } from './sums.ts';

type Looking = Pick<ReportContext, 'db' | 'now'> & {
  /** Which materials, as `materials`. */
  readonly where: Condition;
};

/** A site of the materials, and its periods. */
export interface SitePeriods {
  readonly timezone: string;
  readonly periods: Periods;
}

/**
 * The sites of materials, each with its time zone, hours and closures.
 *
 * @param days the starts of periods, and the end of the last one
 */
export async function sitesOf(
  { db, where, now }: Looking,
  days: readonly Day[],
): Promise<Map<number, SitePeriods>> {
  const zones = await zonesOf(db, 'materials', where);
  const { text, bindings } = conditionSql({ op: 'in', column: 'site_id', values: [...zones.keys()] }, 't');
  const hours = await query(db, { text: `select t.* from working_hours t where ${text}`, bindings });
  const closures = await query(db, {
    text: `select t.site_id, t.day from closures t where ${text}`,
    bindings,
  });
  const known = new Map<number, SitePeriods>();
  for (const [id, timezone] of zones) {
    const own = hours.filter(({ site_id }) => site_id === id).map(hoursFrom);
    const off = closures.filter(({ site_id }) => site_id === id).map(({ day }) => ({ day: String(day) }));
    const site = { timezone, hours: own, ...workingDays(own, off) };
    known.set(id, { timezone, periods: await periodsOf(site, days, Date.parse(now)) });
  }
  return known;
}

function hoursFrom(row: Readonly<Record<string, unknown>>): Hours {
  const weekday = weekdays.find((one) => one === row.weekday);
  if (!weekday) throw new Error(`${row.weekday} is no weekday.`);
  return { weekday, from: String(row.from), until: String(row.until) };
}

/** Computing the offsets of thousands of days takes a while. */
async function periodsOf(site: WorkingSite, days: readonly Day[], now: number): Promise<Periods> {
  const worked: Interval[] = [];
  for (const day of daysThatReach(days[0] ?? '', days.at(-1) ?? '')) {
    worked.push(...hoursOn(site, day));
    await giveWay();
  }
  const bounds: number[] = [];
  for (const day of days) {
    bounds.push(midnightOf(day, site.timezone));
    await giveWay();
  }
  return new Periods(bounds, new WorkedTime(worked), now);
}
