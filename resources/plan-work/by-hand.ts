/** Manual generation: due dates, and dates ahead up to the end of a day. */
import { Failure, type HookContext, invalid, say } from '../../engine/index.ts';
import { add, type Day, lastDay } from '../plans/days.ts';
import { dayAt, startOfDay } from '../plans/local-time.ts';
import type { Tally } from './advance.ts';
import { advancePlan } from './due.ts';
import { plansOf } from './rows.ts';
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
  const due = [
    await plansOf(work).find({ ...where, next_generation_at: { lte: work.now } }, { limit: most }),
    end === null ? [] : await plansOf(work).find({ ...where, next_due_at: { lt: end } }, { limit: most }),
  ].flat();
  const tally = { generated: 0, skipped: 0 };
  for (const id of [...new Set(due.map((plan) => plan.id))].sort((a, b) => a - b)) {
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
  return checked(await advancePlan(work, plan.id, site, { now: work.now, until: end, most }), until);
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
