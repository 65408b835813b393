/** What becomes of a site's plans when its clocks or its closed days change. */
import type { Where } from '../../engine/index.ts';
import { dayAt, instantAt, keepWallClock } from '../plans/local-time.ts';
import { rruleOf } from '../plans/rrule.ts';
import { moveWindow } from '../plans/window.ts';
import { advance } from './advance.ts';
import { lockBatches } from './batches.ts';
import { overtake } from './follow-plan.ts';
import { calendarOf, occurrencesOf, type PlanRow, plansOf, type Work } from './rows.ts';
import { reschedule, scheduledOf, tellPlan } from './schedule.ts';
import { siteOf } from './site.ts';

interface Writing extends Work {
  readonly now: string;
}

/** How many plans are locked at a time. */
const batch = 200;

/** Keeps the wall clock of what is scheduled at a site that has another time zone now; open ones keep their instant. */
export async function followTimezone(
  work: Writing,
  siteId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const site = { ...(await siteOf(work, siteId)), timezone: from };
  await eachPlan(work, { site_id: siteId }, async (plan) => {
    await plansOf(work).change([plan], { rrule: rruleOf(calendarOf(plan), to) });
    if (!plan.active) return;
    await advance(work, plan, site, { now: work.now, until: null, most: Number.POSITIVE_INFINITY });
    const scheduled = await scheduledOf(work, plan.id);
    if (!scheduled) return;
    const { due_at, original_due_at, window_from, window_until } = scheduled;
    // By the plan's own time: what the clocks showed where they skipped that is no time of the plan.
    const first = instantAt(dayAt(original_due_at, from), plan.due_time, to);
    const moved = due_at === original_due_at ? first : keepWallClock(due_at, from, to);
    const by = Date.parse(moved) - Date.parse(due_at);
    const window = moveWindow({ from: window_from, until: window_until }, by);
    await occurrencesOf(work).change([scheduled], {
      due_at: moved,
      original_due_at: first,
      window_from: window.from,
      window_until: window.until,
    });
    await tellPlan(work, plan, { due_at: moved });
  });
}

/** Records what has come due at a site whose closed days are about to change: until now it follows those that it has. */
export async function settleClosedDays(work: Writing, siteId: number): Promise<void> {
  // A plan that is being made holds its site: it is there by now, or meets the new days.
  const site = await siteOf(work, siteId, 'update');
  await eachPlan(work, movable(siteId), async (plan) => {
    await advance(work, plan, site, { now: work.now, until: null, most: Number.POSITIVE_INFINITY });
  });
}

/** Moves what is scheduled at a site whose closed days have changed. */
export async function followClosedDays(work: Writing, siteId: number): Promise<void> {
  const site = await siteOf(work, siteId);
  await eachPlan(work, movable(siteId), async (plan) => {
    await overtake(work, plan, site, work.now);
    await reschedule(work, plan, site, work.now);
  });
}

function movable(siteId: number): Where {
  return { site_id: siteId, active: true, on_closed_day: { not: 'keep' } };
}

async function eachPlan(work: Work, where: Where, follow: (plan: PlanRow) => Promise<void>): Promise<void> {
  for await (const plans of lockBatches(plansOf(work), where, batch)) {
    for (const plan of plans) await follow(plan);
  }
}
