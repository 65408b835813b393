/** In which order the rows are locked that plans are about: the site, the plan, its dates, their maintenances. */
import { plansOf, type Work } from './rows.ts';
import { timezoneOf } from './site.ts';

interface Locking extends Work {
  readonly id: number;
}

interface OfPlan {
  readonly id: number;
  readonly site_id: number;
  readonly maintenance_plan_id: number | null;
}

/** Before a plan is locked: its closed days and its clocks stay as they are. */
export async function holdSite({ id, ...work }: Locking): Promise<void> {
  const [plan] = await plansOf(work).find({ id });
  if (plan) await timezoneOf(work, plan.site_id, 'share');
}

/** Before a date of a plan is locked, or a maintenance: the same, and its plan. Nothing where a maintenance is of none. */
export async function lockPlan(
  { id, ...work }: Locking,
  path: 'plan-occurrences' | 'maintenances',
): Promise<void> {
  const [row] = await work.rows<OfPlan>(path).find({ id });
  if (!row || row.maintenance_plan_id === null) return;
  await timezoneOf(work, row.site_id, 'share');
  await plansOf(work).find({ id: row.maintenance_plan_id }, { lock: 'update' });
}
