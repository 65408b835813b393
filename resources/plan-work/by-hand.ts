/** Manual generation: due dates, and dates ahead up to the end of a day. */
import { Failure, type HookContext, invalid, query, say, showInstant } from '../../engine/index.ts';
import { countBefore } from '../plans/dates.ts';
import { add, type Day, lastDay } from '../plans/days.ts';
import { dayAt, startOfDay } from '../plans/local-time.ts';
import type { PlanSite } from '../plans/plan.ts';
import { momentOf } from '../plans/window.ts';
import type { Tally } from './advance.ts';
import { advancePlan } from './due.ts';
import { calendarOf, type PlanRow, plansOf } from './rows.ts';
import { siteOf } from './site.ts';

type Acting = Pick<HookContext, 'rows' | 'db' | 'now' | 'actor'>;

/** How far ahead a plan is generated at most, in days. */
const furthestAhead = 366;

/** The maximum number of dates per request. */
const most = 1000;

/**
 * Records the due dates of all plans of the current site; the headquarters is a site, too.
 *
 * @param until day of the site, inclusive; null for nothing ahead
 * @throws Failure `validation_failed` on `until`
 */
export async function generateAll(work: Acting, until: Day | null): Promise<Tally> {
  const { id: siteId, timezone } = siteOfActor(work);
  const end = endOf(work, until, timezone);
  const site = await siteOf(work, siteId, 'share');
  const where = { site_id: siteId, active: true };
  const found = [
    await plansOf(work).find({ ...where, next_generation_at: { lte: work.now } }, { limit: most }),
    end === null ? [] : await plansOf(work).find({ ...where, next_due_at: { lt: end } }, { limit: most }),
  ].flat();
  const due = new Map(found.map((plan) => [plan.id, plan]));
  if (end !== null && (await countAhead(work, [...due.values()], site, end)) >= most) refuseMore(until);
  const tally = { generated: 0, skipped: 0 };
  for (const id of [...due.keys()].sort((a, b) => a - b)) {
    const left = most - tally.generated - tally.skipped;
    if (left === 0) break;
    const extent = { now: work.now, until: end, most: left };
    const { generated, skipped } = await advancePlan(work, id, site, extent);
    tally.generated += generated;
    tally.skipped += skipped;
  }
  return checked(tally, until);
}

/** The same for one plan. @throws Failure `forbidden` for a plan of another site */
export async function generateOne(
  work: Acting,
  plan: { readonly id: number; readonly site_id: number },
  until: Day | null,
): Promise<Tally> {
  const { id: siteId, timezone } = siteOfActor(work);
  if (plan.site_id !== siteId) throw new Failure('forbidden', { message: say(elsewhere) });
  const end = endOf(work, until, timezone);
  const site = await siteOf(work, siteId);
  const own = await plansOf(work).find({ id: plan.id, active: true });
  if (end !== null && (await countAhead(work, own, site, end)) >= most) refuseMore(until);
  return checked(await advancePlan(work, plan.id, site, { now: work.now, until: end, most }), until);
}

/**
 * The number of dates of some plans that are due before an instant and not recorded, by arithmetic: a request with too many is
 * refused before any of them is decided. Without those that depend on a meter, or on when an earlier one is done.
 */
async function countAhead(
  { db, now }: Acting,
  plans: readonly PlanRow[],
  site: PlanSite,
  end: string,
): Promise<number> {
  const dated = new Map(plans.filter(({ basis }) => basis === 'calendar').map((plan) => [plan.id, plan]));
  if (dated.size === 0) return 0;
  const scheduled = await query(db, {
    text:
      'select s.maintenance_plan_id as id, s.due_at, s.rule_number as number, ' +
      '(select count(*) from plan_occurrences o where o.maintenance_plan_id = s.maintenance_plan_id ' +
      "and o.due_at >= s.original_due_at and o.state <> 'scheduled') as ahead " +
      `from plan_occurrences s where s.state = 'scheduled' and s.maintenance_plan_id in (${[...dated].map(() => '?').join()})`,
    bindings: [...dated.keys()],
  });
  let count = 0;
  for (const { id, due_at, number, ahead } of scheduled) {
    const plan = dated.get(Number(id));
    if (!plan || due_at === null) continue;
    const led = momentOf(now, -plan.lead_days);
    const until = led > end ? led : end;
    if (showInstant(String(due_at)) >= until) continue;
    const behind =
      plan.schedule === 'fixed' ? countBefore(calendarOf(plan), site, until) - Number(number) : 0;
    count += 1 + Math.max(0, behind - Number(ahead));
    if (count >= most) break;
  }
  return count;
}

function siteOfActor({ actor }: Acting) {
  if (!actor.site) throw new Failure('forbidden', { message: say(elsewhere) });
  return actor.site;
}

function endOf({ now }: Acting, until: Day | null, timezone: string): string | null {
  if (until === null) return null;
  const furthest = add(dayAt(now, timezone), 'day', furthestAhead) ?? lastDay;
  if (until > furthest) throw invalid({ until: [say(tooFar, { last: furthest })] });
  return startOfDay(add(until, 'day', 1) ?? lastDay, timezone);
}

/** Scheduled work is left to the task. A user's request is done completely or not at all. */
function checked(tally: Tally, until: Day | null): Tally {
  if (tally.generated + tally.skipped >= most) refuseMore(until);
  return tally;
}

function refuseMore(until: Day | null): void {
  if (until !== null) throw invalid({ until: [say(tooMany, { most })] });
}

const elsewhere = say('Plans are generated at their own site.');
const tooFar = say('Must be a day until {last}.');
const tooMany = say('There are more than {most} dates until then: choose an earlier day, or one plan.');
