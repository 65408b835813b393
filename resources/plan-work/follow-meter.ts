/** Updates plans and their occurrences when their counter is read or a reading is voided. */
import { passedAt } from '../plans/by-meter.ts';
import { excused } from '../plans/compliance.ts';
import { judgeByMeter, readingsFrom } from './by-meter.ts';
import { occurrencesOf, ordersOf, plansOf, type Work } from './rows.ts';
import { reschedule } from './schedule.ts';
import { siteOf } from './site.ts';

/**
 * Follows a new or a void reading. It generates nothing: the task finds due dates later.
 *
 * @param reading readings before it have not changed
 */
export async function followMeter(
  work: Work & { readonly now: string },
  { meter_id, read_at }: { readonly meter_id: number; readonly read_at: string },
): Promise<void> {
  const plans = await plansOf(work).find({ meter_id }, { lock: 'update' });
  const [first] = plans;
  if (!first) return;
  await judgeAnew(work, { maintenance_plan_id: plans.map(({ id }) => id), meter_id }, read_at);
  // The plans of a meter belong to its material, and so to the same site.
  const site = await siteOf(work, first.site_id);
  for (const plan of plans) if (plan.active) await reschedule(work, plan, site, work.now);
}

/** Re-evaluates occurrences since then: whether done ones were on time, and open ones are missed. */
async function judgeAnew(
  work: Work,
  own: { readonly maintenance_plan_id: readonly number[]; readonly meter_id: number },
  from: string,
): Promise<void> {
  const occurrences = occurrencesOf(work);
  const readings = await readingsFrom(work, own.meter_id, from);
  const done = await occurrences.find({ ...own, state: 'done', completed_at: { gte: from } });
  await occurrences.change(done, (one) => judgeByMeter(one, one.completed_at ?? from, readings));
  const waiting = await occurrences.find({
    ...{ ...own, due_units: { not: null }, state: ['open', 'skipped'] },
    ...{ window_until: { gte: from, orNull: true }, skip_reason: { not: [...excused] } },
  });
  const passed = new Map(
    waiting.map((one) => [one.id, passedAt(one.due_units ?? 0, one.tolerance_units ?? 0, readings)]),
  );
  await occurrences.change(waiting, ({ id }) => ({ window_until: passed.get(id) ?? null }));
  const made = new Map(waiting.map((one) => [one.maintenance_id, passed.get(one.id) ?? null]));
  const ids = [...made.keys()].flatMap((id) => id ?? []);
  const orders = ids.length > 0 ? await ordersOf(work).find({ id: ids }, { lock: 'update' }) : [];
  await ordersOf(work).change(orders, ({ id }) => ({ overdue_at: made.get(id) ?? null }));
}
