/** A site as the dates of its plans see it. */
import type { ReportContext } from '../../engine/index.ts';
import { workingDays } from '../plans/closed-days.ts';
import type { Day, Weekday } from '../plans/days.ts';
import type { PlanSite } from '../plans/plan.ts';

/** Rows are read alone here, so that reports can do it. */
type Looking = Pick<ReportContext, 'rows'>;

interface Hours {
  readonly id: number;
  readonly weekday: Weekday;
}

interface Closure {
  readonly id: number;
  readonly day: Day;
}

/** Reads the time zone of a site and when it works. */
export async function siteOf({ rows }: Looking, siteId: number): Promise<PlanSite> {
  const hours = await rows<Hours>('working-hours').find({ site_id: siteId }, { order: 'weekday' });
  const closures = await rows<Closure>('closures').find({ site_id: siteId }, { order: 'day' });
  return { ...workingDays(hours, closures), timezone: await timezoneOf({ rows }, siteId, false) };
}

/** The time zone of a site; with `hold` it stays so until the transaction ends. */
export async function timezoneOf({ rows }: Looking, siteId: number, hold: boolean): Promise<string> {
  const sites = rows<{ readonly id: number; readonly timezone: string }>('sites');
  const [site] = await sites.find({ id: siteId }, hold ? { lock: 'share' } : {});
  if (!site) throw new Error(`There is no site ${siteId}.`);
  return site.timezone;
}
