/** Copies a plan to other materials. */
import { type HookContext, invalid, say } from '../../engine/index.ts';
import { metersOf } from '../metering/rows.ts';
import type { Weekday } from '../plans/days.ts';
import { checkMaterials } from './order.ts';
import type { PlanRow } from './rows.ts';
import { likeBefore } from './same-work.ts';

interface Copied extends PlanRow {
  readonly weekdays: Weekday[] | null;
  readonly operator_ids: number[];
  readonly company_ids: number[];
}

/**
 * The values of a plan's copies, one for each material: all fields that a form edits. A copy of a plan by meter uses the counter
 * with the same name.
 *
 * @throws Failure `validation_failed` on `material_ids.N`
 */
export async function copiesOf(work: HookContext, row: Copied, materialIds: readonly number[]) {
  await checkMaterials(work, materialIds);
  const { name, active, basis, every_units, lead_units, tolerance_units, schedule } = row;
  const { starts_on, due_time, frequency, every, weekdays, month_day, nth, nth_weekday } = row;
  const { ends_on, max_occurrences, on_closed_day, season_from, season_until, lead_days } = row;
  const { tolerance_days, when_open, catch_up, type, priority, realization, description } = row;
  const like = {
    ...{ name, active, basis, every_units, lead_units, tolerance_units, schedule },
    ...{ starts_on, due_time, frequency, every, weekdays, month_day, nth, nth_weekday },
    ...{ ends_on, max_occurrences, on_closed_day, season_from, season_until, lead_days },
    ...{ tolerance_days, when_open, catch_up, type, priority, realization, description },
    estimated_minutes: row.estimated_minutes,
    ...(await likeBefore(work, row)),
  };
  const meters = await metersLike(work, row.meter_id, materialIds);
  return materialIds.map((material_id) => ({
    ...like,
    material_id,
    meter_id: meters.get(material_id) ?? null,
  }));
}

/** The counters with the same name as another one, by material. */
async function metersLike(
  work: HookContext,
  meterId: number | null,
  materialIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (meterId === null) return new Map();
  // Without a lock: the plan is locked, but a reading locks its meter before the plans that use it.
  const [meter] = await metersOf(work).find({ id: meterId });
  if (!meter) throw new Error(`The meter ${meterId} was there when the plan was read.`);
  const { name } = meter;
  const found = await metersOf(work).find({ material_id: [...materialIds], name, kind: 'counter' });
  const meters = new Map(found.map(({ id, material_id }) => [material_id, id]));
  const missing = materialIds.flatMap((id, at) => (meters.has(id) ? [] : [`material_ids.${at}`]));
  if (missing.length > 0)
    throw invalid(Object.fromEntries(missing.map((field) => [field, [say(noCounter, { name })]])));
  return meters;
}

const noCounter = say('This material has no counter “{name}”.');
