/** The same plan for other materials. */
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
 * What a plan's copies begin with, one for each material: all that a form edits of it. One by meter goes by the counter of the same name.
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

/** The counters of some materials that are called like another one, by the materials. */
async function metersLike(
  work: HookContext,
  meterId: number | null,
  materialIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (meterId === null) return new Map();
  // Without a lock: the plan is locked, and a reading locks its meter before the plans that go by it.
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
