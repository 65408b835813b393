/** How a plan depends on its counter: its progress, the run since then, and whether work was on time. */
import type { ReportContext } from '../../engine/index.ts';
import type { MeterRow, ReadingRow } from '../metering/rows.ts';
import { baseOf, punctualityByMeter, totalBy, type UnitReading } from '../plans/by-meter.ts';
import { dayToCountFrom } from '../plans/floating.ts';
import { startOfDay } from '../plans/local-time.ts';
import type { Counter } from '../plans/meter-dates.ts';
import type { PlanSite, Progress } from '../plans/plan.ts';
import { type OccurrenceRow, type PlanRow, recorded } from './rows.ts';

/** It only reads rows, so that reports can use it. */
type Looking = Pick<ReportContext, 'rows'>;

/** The progress of a plan by meter, and its counter's values. */
export interface MeterStanding {
  readonly last: Progress | null;
  readonly counter: Counter;
}

/**
 * The progress of a plan by meter: `open` for one that counts from the completion of an order that is still open.
 *
 * @param but occurrences that do not count
 */
export async function meterStanding(
  work: Looking,
  plan: PlanRow,
  site: PlanSite,
  now: string,
  but: readonly OccurrenceRow[] = [],
): Promise<MeterStanding | 'open'> {
  const own = { maintenance_plan_id: plan.id, id: { not: but.map(({ id }) => id) } };
  if (plan.schedule === 'floating' && (await latest(work, { ...own, state: 'open' }))) return 'open';
  const last = await latest(work, { ...own, state: recorded, skip_reason: { not: 'overtaken' } });
  const counted = await countedFrom(work, plan, own, last);
  const since = counted && (counted.completed_at ?? counted.original_due_at);
  const counter = await counterOf(work, plan, site, now, since);
  if (!last)
    return { last: counted && { number: 0, day: plan.starts_on, units: counted.due_units }, counter };
  const { due_at, completed_at, rule_number: number } = last;
  const day = due_at === null ? plan.starts_on : dayToCountFrom({ due_at, completed_at }, site.timezone);
  return { last: { number, day, units: counted && unitsOf(plan, counted, counter.readings) }, counter };
}

type Own = Parameters<ReturnType<typeof occurrencesIn>['find']>[0];
const occurrencesIn = ({ rows }: Looking) => rows<OccurrenceRow>('plan-occurrences');

async function latest(work: Looking, where: Own): Promise<OccurrenceRow | null> {
  const [found] = await occurrencesIn(work).find(where, { order: '-sequence', limit: 1 });
  return found ?? null;
}

/** The occurrence from which a plan counts. Occurrences by the calendar alone do not reset the counter. */
async function countedFrom(
  work: Looking,
  plan: PlanRow,
  own: Own,
  last: OccurrenceRow | null,
): Promise<OccurrenceRow | null> {
  if (plan.schedule === 'floating') {
    const isTaken = last?.skip_reason === 'closed_day' || last?.skip_reason === 'out_of_season';
    const not = ['overtaken', 'closed_day', 'out_of_season'];
    return isTaken ? latest(work, { ...own, state: recorded, skip_reason: { not } }) : last;
  }
  // Those that a reading skipped over count as well.
  const mine = { meter_id: plan.meter_id, due_units: { not: null } };
  const reached = await latest(work, { ...own, state: recorded, ...mine });
  return reached && reached.sequence > (last?.sequence ?? 0) ? reached : last;
}

/** The run from which the next date is counted. */
function unitsOf(plan: PlanRow, row: OccurrenceRow, readings: readonly UnitReading[]): number | null {
  const { completed_at, original_due_at: due_at } = row;
  // Values of a former counter do not apply.
  const own = row.meter_id === plan.meter_id ? row.due_units : null;
  const at = (moment: string | null) => (moment === null ? null : totalBy(readings, moment));
  if (plan.schedule === 'fixed') return own ?? at(due_at);
  if (completed_at !== null) return at(completed_at) ?? own;
  return own === null ? at(row.due_at) : Math.max(own, at(due_at) ?? 0);
}

/** The values of a plan's counter. @param since the start of the needed readings; null for the start of the plan */
export async function counterOf(
  work: Looking,
  plan: PlanRow,
  { timezone }: PlanSite,
  now: string,
  since: string | null,
): Promise<Counter> {
  const { meter_id, schedule, every_units, lead_units, tolerance_units, lead_days } = plan;
  if (meter_id === null || every_units === null) throw new Error(`Plan ${plan.id} goes by no meter.`);
  const [meter] = await work.rows<MeterRow>('meters').find({ id: meter_id });
  const starts = startOfDay(plan.starts_on, timezone);
  const begin = await readingsFrom(work, meter_id, starts, 1);
  return {
    ...{ schedule, every_units, lead_units, tolerance_units, lead_days, starts, now },
    either: plan.basis === 'either',
    base: baseOf(begin, starts),
    readings: await readingsFrom(work, meter_id, since ?? starts),
    average: meter?.average_per_day ?? null,
  };
}

/** The readings of a counter from a moment on, and the last one before it. @param most the maximum number from then on */
export async function readingsFrom(
  { rows }: Looking,
  meter_id: number,
  from: string,
  most?: number,
): Promise<UnitReading[]> {
  const readings = rows<ReadingRow>('meter-readings');
  const own = { meter_id, voided: false };
  const before = await readings.find({ ...own, read_at: { lt: from } }, { order: '-read_at', limit: 1 });
  const terms = { order: 'read_at', ...(most !== undefined && { limit: most }) };
  const later = await readings.find({ ...own, read_at: { gte: from } }, terms);
  return [...before, ...later].map(({ read_at, total, value }) => ({ read_at, total: total ?? value }));
}

/** Whether a completion was on time by its counter; nothing without a counter. */
export function judgeByMeter(
  { due_units, tolerance_units }: OccurrenceRow,
  completed_at: string,
  readings: readonly UnitReading[],
) {
  const completed_units = totalBy(readings, completed_at);
  if (due_units === null) return { completed_units };
  return {
    completed_units,
    punctuality: punctualityByMeter(due_units, tolerance_units ?? 0, completed_units),
  };
}
