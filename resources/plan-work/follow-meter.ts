/** What becomes of plans, and of what they brought, when their counter is read or a reading is void. */
import { passedAt } from '../plans/by-meter.ts';
import { excused } from '../plans/compliance.ts';
import { judgeByMeter, readingsFrom } from './by-meter.ts';
import { occurrencesOf, plansOf, type Work } from './rows.ts';
import { reschedule } from './schedule.ts';
import { siteOf } from './site.ts';

/**
 * Follows a reading that came in, or is void. Nothing is generated: that is the task's, which finds what is due by then.
 *
 * @param reading nothing before it has changed
 */
export async function followMeter(
  work: Work & { readonly now: string },
  { meter_id, read_at }: { readonly meter_id: number; readonly read_at: string },
): Promise<void> {
  const plans = await plansOf(work).find({ meter_id }, { lock: 'update' });
  const [first] = plans;
  if (!first) return;
  await judgeAnew(work, { maintenance_plan_id: plans.map(({ id }) => id), meter_id }, read_at);
  // A plan is of the material that its meter is on, and so of one site with the others.
  const site = await siteOf(work, first.site_id);
  for (const plan of plans) if (plan.active) await reschedule(work, plan, site, work.now);
}

/** What was done since, and what is not done: whether that was on time, or is missed. */
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
  await occurrences.change(waiting, ({ due_units, tolerance_units }) => ({
    window_until: passedAt(due_units ?? 0, tolerance_units ?? 0, readings),
  }));
}
