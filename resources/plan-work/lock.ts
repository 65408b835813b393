/** The order in which the rows of plans are locked: the site, the meter, the plan, its dates, their maintenances. */
import { metersOf } from '../metering/rows.ts';
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

interface LockingPlan extends Locking {
  /** The values of a change. */
  readonly sent: Readonly<Record<string, unknown>>;
}

/**
 * Runs before a plan is locked: locks its site with closed days and time zone, and its new meter. A reading locks its meter, and
 * then the plans that use it.
 */
export async function holdBeforePlan({ id, sent, ...work }: LockingPlan): Promise<void> {
  const [plan] = await plansOf(work).find({ id });
  if (!plan) return;
  await timezoneOf(work, plan.site_id, 'share');
  const { meter_id: meter } = sent;
  if (typeof meter === 'number' && meter !== plan.meter_id)
    await metersOf(work).find({ id: meter, site_id: plan.site_id }, { lock: 'share' });
}

/**
 * Runs before a date of a plan or a maintenance is locked: the same, and locks its plan. Nothing for a maintenance without a
 * plan.
 */
export async function lockPlan(
  { id, ...work }: Locking,
  path: 'plan-occurrences' | 'maintenances',
): Promise<void> {
  const [row] = await work.rows<OfPlan>(path).find({ id });
  if (!row || row.maintenance_plan_id === null) return;
  await timezoneOf(work, row.site_id, 'share');
  await plansOf(work).find({ id: row.maintenance_plan_id }, { lock: 'update' });
}
