/** What becomes of a site's plans when its clocks or its closed days change. */
import type { Where } from '../../engine/index.ts';
import { closedDayPolicies } from '../plans/closed-days.ts';
import { type PlanDate, placeDate } from '../plans/dates.ts';
import { dayAt, instantAt, keepWallClock } from '../plans/local-time.ts';
import type { PlanSite } from '../plans/plan.ts';
import { rruleOf } from '../plans/rrule.ts';
import { advance } from './advance.ts';
import { lockBatches } from './batches.ts';
import { overtake } from './follow-plan.ts';
import {
  calendarOf,
  type DatedRow,
  isDated,
  type OccurrenceRow,
  occurrencesOf,
  type PlanRow,
  plansOf,
  type Work,
} from './rows.ts';
import { movedWindow, nextOf, redated, reschedule } from './schedule.ts';
import { siteOf } from './site.ts';

interface Writing extends Work {
  readonly now: string;
}

/** How many plans are looked at together: what is not particular about one of them takes a statement for all. */
const batch = 500;

/** Keeps the wall clock of what is scheduled at a site that has another time zone now; open ones keep their instant. */
export async function followTimezone(
  work: Writing,
  siteId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const site = await siteOf(work, siteId);
  await settle(work, { site_id: siteId }, { ...site, timezone: from });
  const occurrences = occurrencesOf(work);
  for await (const plans of lockBatches(plansOf(work), { site_id: siteId }, batch)) {
    const scheduled = await occurrences.find({ maintenance_plan_id: idsOf(plans), state: 'scheduled' });
    const byCalendar = plans.filter(({ basis }) => basis === 'calendar');
    const times = new Map(byCalendar.map(({ id, due_time }) => [id, due_time]));
    const moved = new Map(
      scheduled.flatMap((one) => {
        const time = times.get(one.maintenance_plan_id);
        return time && isDated(one) ? [[one.maintenance_plan_id, datesIn(one, time, from, to)] as const] : [];
      }),
    );
    await occurrences.change(scheduled, ({ maintenance_plan_id: id }) => moved.get(id) ?? {});
    await plansOf(work).change(plans, (plan) => {
      const dated = moved.get(plan.id);
      const { frequency } = plan;
      return { rrule: rruleOf({ ...calendarOf(plan), frequency }, to), ...(dated && nextOf(plan, dated)) };
    });
    for (const plan of plans) if (plan.basis !== 'calendar') await reschedule(work, plan, site, work.now);
  }
}

/** The dates of an occurrence of a plan for a time of the day, in another time zone. */
function datesIn(occurrence: DatedRow, time: string, from: string, to: string) {
  const { due_at, original_due_at } = occurrence;
  // By the plan's own time: what the clocks showed where they skipped that is no time of the plan.
  const first = instantAt(dayAt(original_due_at, from), time, to);
  const moved = due_at === original_due_at ? first : keepWallClock(due_at, from, to);
  const by = Date.parse(moved) - Date.parse(due_at);
  return { due_at: moved, original_due_at: first, ...movedWindow(occurrence, by) };
}

/** Records what has come due at a site whose closed days are about to change: until now it follows those that it has. */
export async function settleClosedDays(work: Writing, siteId: number): Promise<void> {
  // Whoever makes or changes a plan, or what came of it, holds its site: it is there by now, or meets the new days.
  await settle(work, movable(siteId), await siteOf(work, siteId, 'update'));
}

async function settle(work: Writing, where: Where, site: PlanSite): Promise<void> {
  const due = { ...where, active: true, next_generation_at: { lte: work.now } };
  for await (const plans of lockBatches(plansOf(work), due, batch)) {
    for (const plan of plans) {
      await advance(work, plan, site, { now: work.now, until: null, most: Number.POSITIVE_INFINITY });
    }
  }
}

/** Moves what is scheduled at a site whose closed days have changed. */
export async function followClosedDays(work: Writing, siteId: number): Promise<void> {
  const site = await siteOf(work, siteId);
  for await (const plans of lockBatches(plansOf(work), movable(siteId), batch)) {
    // Those that are overtaken hide no date.
    const found = await occurrencesOf(work).find({
      maintenance_plan_id: idsOf(plans),
      due_at: { gt: work.now },
      skip_reason: { not: 'overtaken' },
    });
    const isAhead = ({ generated_at }: OccurrenceRow) => generated_at !== null && generated_at > work.now;
    const ahead = new Set(found.filter(isAhead).map(({ maintenance_plan_id: id }) => id));
    const isScheduled = ({ state }: OccurrenceRow) => state === 'scheduled';
    const scheduled = new Map(found.filter(isScheduled).map((one) => [one.maintenance_plan_id, one]));
    const moved: Moved[] = [];
    for (const plan of plans) {
      const occurrence = scheduled.get(plan.id);
      // Where one stays, and which others go, only its own dates tell.
      const isMetered = plan.basis !== 'calendar';
      if (
        isMetered ||
        ahead.has(plan.id) ||
        (plan.schedule === 'floating' && plan.on_closed_day === 'before')
      ) {
        await overtake(work, plan, site, work.now);
        await reschedule(work, plan, site, work.now);
      } else if (occurrence) {
        const date = placedAnew(plan, site, occurrence);
        if (date) moved.push({ plan, occurrence, values: redated(plan, occurrence, date) });
      }
    }
    await move(work, moved);
  }
}

interface Moved {
  readonly plan: PlanRow;
  readonly occurrence: OccurrenceRow;
  readonly values: ReturnType<typeof redated>;
}

/** The date of an occurrence where the closed days put it now; null where they leave it. */
function placedAnew(plan: PlanRow, site: PlanSite, occurrence: OccurrenceRow): PlanDate | null {
  const { rule_number: number, rule_day: day, original_due_at, foreseen } = occurrence;
  const date = placeDate(calendarOf(plan), site, { number, day });
  return date.original_due_at === original_due_at && date.skip_reason === foreseen ? null : date;
}

async function move(work: Work, moved: readonly Moved[]): Promise<void> {
  const values = new Map(moved.map((one) => [one.plan.id, one.values]));
  const valuesOf = (planId: number) => {
    const found = values.get(planId);
    if (!found) throw new Error(`Plan ${planId} is none that is moved.`);
    return found;
  };
  const occurrences = moved.map(({ occurrence }) => occurrence);
  await occurrencesOf(work).change(occurrences, ({ maintenance_plan_id: id }) => valuesOf(id));
  const plans = moved.map(({ plan }) => plan);
  await plansOf(work).change(plans, (plan) => nextOf(plan, valuesOf(plan.id)));
}

/** What a plan can say of closed days that makes its dates follow them. */
const moving = closedDayPolicies.filter((one) => one !== 'keep');

function movable(siteId: number): Where {
  return { site_id: siteId, active: true, on_closed_day: moving };
}

function idsOf(plans: readonly PlanRow[]): number[] {
  return plans.map(({ id }) => id);
}
