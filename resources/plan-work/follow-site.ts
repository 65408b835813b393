/** Updates a site's plans when its time zone or its closed days change. */
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

/** The number of plans per batch: shared work takes one statement for all. */
const batch = 500;

/** Keeps the local time of scheduled occurrences when the site's time zone changes; open ones keep their instant. */
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

/** The dates of an occurrence of a plan for a time of day, in another time zone. */
function datesIn(occurrence: DatedRow, time: string, from: string, to: string) {
  const { due_at, original_due_at } = occurrence;
  // By the plan's own time: a time after a gap in local time is not the time of the plan.
  const first = instantAt(dayAt(original_due_at, from), time, to);
  const moved = due_at === original_due_at ? first : keepWallClock(due_at, from, to);
  const by = Date.parse(moved) - Date.parse(due_at);
  return { due_at: moved, original_due_at: first, ...movedWindow(occurrence, by) };
}

/** Records dates that are due at a site whose closed days are about to change: until now they follow the former ones. */
export async function settleClosedDays(work: Writing, siteId: number): Promise<void> {
  // Writers of a plan or its occurrences lock its site: their plan exists by now, or they see the new days.
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

/** Moves the scheduled occurrences of a site whose closed days have changed. */
export async function followClosedDays(work: Writing, siteId: number): Promise<void> {
  const site = await siteOf(work, siteId);
  for await (const plans of lockBatches(plansOf(work), movable(siteId), batch)) {
    // Overtaken ones hide no date.
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
      // Whether it stays, and which others are removed, depends only on its own dates.
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

/** The new date of an occurrence by the closed days; null if it does not change. */
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

/** The policies for closed days that move dates. */
const moving = closedDayPolicies.filter((one) => one !== 'keep');

function movable(siteId: number): Where {
  return { site_id: siteId, active: true, on_closed_day: moving };
}

function idsOf(plans: readonly PlanRow[]): number[] {
  return plans.map(({ id }) => id);
}
