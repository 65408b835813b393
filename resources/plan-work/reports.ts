/** Reports on future dates of plans. */
import { invalid, type Message, type ReportContext, say } from '../../engine/index.ts';
import type { MeterRow } from '../metering/rows.ts';
import { totalBy } from '../plans/by-meter.ts';
import type { Day } from '../plans/days.ts';
import { type ForecastDate, forecast, furthestDay, type Standing } from '../plans/forecast.ts';
import { eitherInWords, scheduleInWords, unitsInWords } from '../plans/in-words.ts';
import { dayAt } from '../plans/local-time.ts';
import type { PlanSite, Progress } from '../plans/plan.ts';
import { counterOf, meterStanding } from './by-meter.ts';
import {
  calendarOf,
  type DatedRow,
  isDated,
  type OccurrenceRow,
  type PlanRow,
  progressOf,
  recorded,
} from './rows.ts';
import { siteOf } from './site.ts';

type Looking = Pick<ReportContext, 'rows' | 'db' | 'now'>;
type Known = PlanRow & { readonly created_at: string };

/**
 * The dates of a plan until the end of a day of its site, as a function that computes them without the database.
 *
 * @throws Failure `validation_failed` on `until` for a day more than five years ahead
 */
export async function forecastOf(
  work: Looking,
  id: number,
  until: Day,
): Promise<() => Promise<ForecastDate[]>> {
  const plan = await planOf(work, id);
  const site = await siteOf(work, plan.site_id);
  const furthest = furthestDay(work.now, site.timezone);
  if (until > furthest) throw invalid({ until: [say(tooFar, { last: furthest })] });
  const standing = plan.active ? await standingOf(work, plan, site) : null;
  return async () => (standing ? forecast(calendarOf(plan), site, standing, until) : []);
}

/** When a plan is due, in words. */
export async function scheduleOf(work: Looking, id: number): Promise<Message> {
  const plan = await planOf(work, id);
  if (!plan.active) return inactive;
  const { basis, schedule, every_units: count, meter_id } = plan;
  const [meter] = await work.rows<MeterRow>('meters').find({ id: meter_id ?? 0 });
  if (basis === 'calendar' || !meter || count === null) return scheduleInWords(calendarOf(plan));
  const units = say('{count} {unit}', { count, unit: meter.unit });
  return basis === 'meter' ? unitsInWords(schedule, units) : eitherInWords(calendarOf(plan), units);
}

async function planOf({ rows }: Looking, id: number): Promise<Known> {
  const [plan] = await rows<Known>('maintenance-plans').find({ id });
  if (!plan) throw new Error(`There is no plan ${id}.`);
  return plan;
}

/** The progress of a plan; null if it has no future dates. A plan that is just being created has only its rule. */
async function standingOf(work: Looking, plan: Known, site: PlanSite): Promise<Standing | null> {
  const isNew = plan.created_at === work.now;
  if (plan.basis !== 'calendar') return standingByMeter(work, plan, site, isNew);
  if (isNew) return { last: null, scheduled: null, made_at: work.now };
  const own = { maintenance_plan_id: plan.id };
  const occurrences = work.rows<OccurrenceRow>('plan-occurrences');
  const [scheduled] = await occurrences.find({ ...own, state: 'scheduled' }, { limit: 1 });
  const [open] = await occurrences.find({ ...own, state: 'open' }, { order: '-sequence', limit: 1 });
  const last = scheduled ?? (plan.schedule === 'floating' ? open : undefined);
  if (!last) return null;
  const progress =
    plan.schedule === 'floating' ? doneOnItsDay(last, site.timezone, work.now) : progressOf(last);
  const behind = {
    ...own,
    state: recorded,
    rule_day: { gt: last.rule_day },
    skip_reason: { not: 'overtaken' },
  };
  const ahead = plan.schedule === 'fixed' ? await occurrences.find(behind) : [];
  return {
    ...{ last: progress, scheduled: scheduled && isDated(scheduled) ? foreseen(scheduled) : null },
    ...{ made_at: null, recorded: new Set(ahead.map(({ rule_day }) => rule_day)) },
  };
}

/** By meter, the scheduled date is estimated again: it cannot have been postponed. */
async function standingByMeter(
  work: Looking,
  plan: Known,
  site: PlanSite,
  isNew: boolean,
): Promise<Standing | null> {
  if (isNew) {
    const counter = await counterOf(work, plan, site, work.now, null);
    return { last: null, scheduled: null, made_at: work.now, counter };
  }
  const standing = await meterStanding(work, plan, site, work.now);
  if (standing !== 'open') return { ...standing, scheduled: null, made_at: null };
  const own = { maintenance_plan_id: plan.id, state: 'open' };
  const [open] = await work
    .rows<OccurrenceRow>('plan-occurrences')
    .find(own, { order: '-sequence', limit: 1 });
  if (!open) return null;
  const counter = await counterOf(work, plan, site, work.now, open.due_at);
  const units = totalBy(counter.readings, work.now);
  const last = { ...doneOnItsDay(open, site.timezone, work.now), units };
  return { last, scheduled: null, made_at: null, counter };
}

/** The progress of a floating plan if its last date is done on its day. An overdue date is assumed to be done today. */
function doneOnItsDay(
  { rule_number: number, due_at }: OccurrenceRow,
  timezone: string,
  now: string,
): Progress {
  return { number, day: dayAt(due_at !== null && due_at > now ? due_at : now, timezone) };
}

function foreseen({ original_due_at, due_at, foreseen: skip_reason }: DatedRow): ForecastDate {
  return { original_due_at, due_at, skip_reason, due_units: null, estimated: false };
}

const inactive = say('The plan is not active: nothing is to come.');
export const tooFar = say('Must be a day until {last}.');
