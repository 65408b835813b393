/** Updates a plan's occurrences when the plan is created, changed, deactivated and reactivated. */
import { takeShortTurns } from '../../engine/index.ts';
import { latestPastDates, type PastDate, pastDates } from '../plans/catch-up.ts';
import { followChange } from '../plans/change.ts';
import { decide } from '../plans/decide.ts';
import type { PlanSite, Progress } from '../plans/plan.ts';
import { advance } from './advance.ts';
import { type MeterStanding, meterStanding } from './by-meter.ts';
import { historyOf } from './history.ts';
import { cancelOrders, createOrders, findUntouched } from './order.ts';
import {
  calendarOf,
  type OccurrenceRow,
  occurrencesOf,
  type PlanRow,
  plansOf,
  progressOf,
  type Work,
} from './rows.ts';
import {
  aheadOf,
  belongingTo,
  datedAs,
  floatingProgress,
  generationOf,
  lastRecorded,
  lastSequence,
  putScheduled,
  reschedule,
  scheduledAs,
} from './schedule.ts';
import { siteOf } from './site.ts';

/** The fields that determine a plan's dates. */
const ruleFields = [
  'basis',
  'meter_id',
  'every_units',
  'schedule',
  'starts_on',
  'due_time',
  'frequency',
  'every',
  'weekday_list',
  'month_day',
  'nth',
  'nth_weekday',
  'ends_on',
  'max_occurrences',
  'on_closed_day',
  'season_from',
  'season_until',
] as const;

/** Other fields that affect its occurrences. */
const otherFields = ['lead_days', 'tolerance_days', 'lead_units', 'tolerance_units', 'when_open'] as const;

interface Written extends Work {
  readonly now: string;
  readonly previous: PlanRow | null;
  readonly forReport: boolean;
}

/** Follows a write of a plan: `row` is the new state. */
export async function followPlan(written: Written, { id }: { readonly id: number }): Promise<void> {
  const { previous, now } = written;
  const plan = await plansOf(written).of(id);
  const site = await siteOf(written, plan.site_id);
  // The forecast of a plan that is not saved reads none of its dates.
  if (!previous) return plan.active && !written.forReport ? resume(written, plan, site) : undefined;
  const differs = (field: keyof PlanRow) => previous[field] !== plan[field];
  const isNew = ruleFields.some(differs);
  if (previous.active && (!plan.active || isNew || otherFields.some(differs))) {
    // Dates that were due until now follow the former plan.
    await advance(written, previous, site, { now, until: null, most: Number.POSITIVE_INFINITY });
  }
  if (!plan.active) return previous.active ? putScheduled(written, plan, null) : undefined;
  if (isNew || !previous.active) {
    // The rule and the closed days may have changed while it was inactive.
    await overtake(written, plan, site, now);
    return resume(written, plan, site);
  }
  if (otherFields.some(differs)) await reschedule(written, plan, site, now);
}

/**
 * Records the dates that passed before a plan was created, reactivated or got another rule, by its `catch_up`, and schedules the
 * next one.
 */
async function resume(work: Written, plan: PlanRow, site: PlanSite): Promise<void> {
  const { now, forReport } = work;
  const standing = plan.basis === 'calendar' ? null : await meterStanding(work, plan, site, now);
  const last = standing ? progressIn(standing) : await progressBefore(work, plan, site, now);
  if (standing === 'open' || last === 'open') return putScheduled(work, plan, null);
  const days = new Set((await aheadOf(work, plan.id, now)).map(({ rule_day }) => rule_day));
  const all = plan.catch_up === 'all';
  // A report only asks what comes after them.
  const datesOf = forReport && !all ? latestPastDates : pastDates;
  const past: PastDate[] = [];
  for (const one of datesOf(calendarOf(plan), site, plan.catch_up, last, now, standing?.counter)) {
    await takeShortTurns();
    if (days.has(one.date.day)) continue;
    // All of them become due, as if the service had been down.
    if (all) return putScheduled(work, plan, one.date);
    past.push(one);
    if (forReport) break;
  }
  let sequence = await lastSequence(work, plan.id);
  const scheduled = await occurrencesOf(work).find({ maintenance_plan_id: plan.id, state: 'scheduled' });
  if (past.length > 0) {
    await occurrencesOf(work).delete(scheduled);
    sequence -= scheduled.length;
  }
  const recording: Partial<OccurrenceRow>[] = [];
  for (const { date, paused } of past) {
    await takeShortTurns();
    sequence += 1;
    const dated = { ...belongingTo(plan), ...datedAs(plan, date), sequence };
    const moment = generationOf(plan, scheduledAs(date)) ?? now;
    const history = paused ? nothing : await historyOf(work, plan, moment);
    const { status, skip_reason } = decide({ date, moment, paused }, history);
    const { window_until } = dated;
    const due = status === 'open' ? [{ due_at: date.original_due_at ?? now, window_until }] : [];
    const [made] = await createOrders(work, plan, due);
    recording.push({
      ...dated,
      state: status,
      skip_reason,
      maintenance_id: made ?? null,
      generated_at: moment,
    });
  }
  await occurrencesOf(work).createAll(recording);
  await reschedule(work, plan, site, now);
}

const progressIn = (standing: MeterStanding | 'open') => (standing === 'open' ? standing : standing.last);
const nothing = { when_open: 'stack', orders: [], decommissioned: [] } as const;

/** @param waiting occurrences ahead from which a floating plan does not count */
async function progressBefore(
  work: Work,
  plan: PlanRow,
  site: PlanSite,
  now: string,
  waiting: readonly OccurrenceRow[] = [],
): Promise<Progress | 'open' | null> {
  // A meter predicts nothing: dates that were generated ahead are no dates of its plan.
  if (plan.basis === 'meter') return 'open';
  if (plan.schedule === 'floating') return floatingProgress(work, plan, site, waiting);
  const last = await lastRecorded(work, plan.id, now);
  return last && progressOf(last);
}

/** Marks occurrences that were generated ahead, are untouched, and are no longer dates of the plan as skipped. */
export async function overtake(work: Work, plan: PlanRow, site: PlanSite, now: string): Promise<void> {
  const found = await aheadOf(work, plan.id, now);
  if (found.length === 0) return;
  const waiting = await findWaiting(work, found);
  const ahead = found.map((one) => ({ ...one, untouched: waiting.has(one) }));
  const last = await progressBefore(work, plan, site, now, [...waiting]);
  const { overtaken, dates } = followChange(calendarOf(plan), site, last, ahead);
  const days = new Map(
    [...dates].map(([{ id }, { day, number }]) => [id, { rule_day: day, rule_number: number }]),
  );
  const moved = found.filter(({ id, rule_day }) => rule_day !== (days.get(id)?.rule_day ?? rule_day));
  await occurrencesOf(work).change(moved, ({ id }) => days.get(id) ?? {});
  await cancelOrders(
    work,
    overtaken.flatMap(({ maintenance_id: id }) => (id === null ? [] : [id])),
  );
  const values = { state: 'skipped', skip_reason: 'overtaken', ended_at: now } as const;
  await occurrencesOf(work).change(overtaken, values);
}

/** Of some occurrences, those that are open, and whose orders are untouched and not postponed. */
export async function findWaiting(
  work: Work,
  occurrences: readonly OccurrenceRow[],
): Promise<ReadonlySet<OccurrenceRow>> {
  const open = occurrences.filter(
    ({ state, due_at, original_due_at }) => state === 'open' && due_at === original_due_at,
  );
  const orderIds = open.flatMap(({ maintenance_id: id }) => id ?? []);
  const untouched = await findUntouched(work, orderIds);
  return new Set(open.filter(({ maintenance_id: id }) => id !== null && untouched.has(id)));
}
