/** A site, as the dates of its plans need it. */
import { type Condition, conditionSql, query, type ReportContext } from '../../engine/index.ts';
import { workingDays } from '../plans/closed-days.ts';
import type { Day, Weekday } from '../plans/days.ts';
import type { PlanSite } from '../plans/plan.ts';

/** It only reads rows, so that reports can use it. */
type Looking = Pick<ReportContext, 'rows'>;

interface Hours {
  readonly id: number;
  readonly weekday: Weekday;
}

interface Closure {
  readonly id: number;
  readonly day: Day;
}

/**
 * How a site is locked until the transaction ends: `share` so that it does not change, `update` to change what belongs to it.
 */
type Hold = 'share' | 'update' | undefined;

/** Reads the time zone and the working days of a site, in their state after it is locked. */
export async function siteOf({ rows }: Looking, siteId: number, hold?: Hold): Promise<PlanSite> {
  const timezone = await timezoneOf({ rows }, siteId, hold);
  const hours = await rows<Hours>('working-hours').find({ site_id: siteId }, { order: 'weekday' });
  const closures = await rows<Closure>('closures').find({ site_id: siteId }, { order: 'day' });
  return { ...workingDays(hours, closures), timezone };
}

/** The time zone of a site. */
export async function timezoneOf({ rows }: Looking, siteId: number, hold?: Hold): Promise<string> {
  const sites = rows<{ readonly id: number; readonly timezone: string }>('sites');
  const [site] = await sites.find({ id: siteId }, hold ? { lock: hold } : {});
  if (!site) throw new Error(`There is no site ${siteId}.`);
  return site.timezone;
}

/**
 * The time zones of the sites that rows belong to, by site id.
 *
 * @param where which rows of the table
 */
export async function zonesOf(
  db: ReportContext['db'],
  table: 'materials' | 'maintenance_plans',
  where: Condition,
): Promise<Map<number, string>> {
  const { text, bindings } = conditionSql(where, 't');
  const sites = await query(db, {
    text: `select s.id, s.timezone from sites s where exists (select 1 from ${table} t where t.site_id = s.id and ${text})`,
    bindings,
  });
  return new Map(sites.map(({ id, timezone }) => [Number(id), String(timezone)]));
}
