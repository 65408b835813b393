/** The maintenances that a plan makes. */
import { type HookContext, invalid, say } from '../../engine/index.ts';
import { type OrderRow, ordersOf, type PlanRow, type Work } from './rows.ts';

/** Makes the maintenance of a date as the plan says. @returns its id */
export async function createOrder(work: Work, plan: PlanRow, dueAt: string): Promise<number> {
  const { id, site_id, name, material_id, description, type, priority, realization, estimated_minutes } =
    plan;
  const { id: made } = await ordersOf(work).create({
    ...{ site_id, name, material_id, description, type, priority, realization, estimated_minutes },
    maintenance_plan_id: id,
    scheduled_at: dueAt,
    due_at: dueAt,
    operator_ids: await operatorsOf(work, plan),
    company_ids: await companiesOf(work, plan),
  });
  return made;
}

/** What is in tables of pairs is not read with a row. */
async function operatorsOf(work: Work, { id, site_id }: PlanRow): Promise<number[]> {
  const named = await work
    .db<{ user_id: number; maintenance_plan_id: number }>('maintenance_plan_operators')
    .where('maintenance_plan_id', id)
    .pluck('user_id');
  return workingAt(work, named.map(Number), site_id);
}

async function companiesOf(work: Work, { id }: PlanRow): Promise<number[]> {
  const named = await work
    .db<{ company_id: number; maintenance_plan_id: number }>('maintenance_plan_companies')
    .where('maintenance_plan_id', id)
    .pluck('company_id');
  return providing(work, named.map(Number));
}

/** Of some users those who are at a site still: who has left since is not planned with any more. */
export async function workingAt(
  { rows }: Pick<Work, 'rows'>,
  ids: readonly number[],
  siteId: number,
): Promise<number[]> {
  return ids.length === 0 ? [] : idsOf(await rows('users').find({ id: [...ids] }, { site: siteId }));
}

/** Of some companies those that do such work still. */
export async function providing({ rows }: Pick<Work, 'rows'>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  return idsOf(await rows('companies').find({ id: [...ids], types: 'maintenance_provider' }));
}

interface Staffed {
  readonly site_id: number;
  readonly operator_ids: readonly number[];
  readonly company_ids: readonly number[];
}

/** Who does the work of a plan like another: those who have left or stopped doing such work since are left out. */
export async function staffLike(
  work: Pick<HookContext, 'rows'>,
  { site_id, operator_ids, company_ids }: Staffed,
) {
  return {
    operator_ids: await workingAt(work, operator_ids, site_id),
    company_ids: await providing(work, company_ids),
  };
}

/** Refuses materials that are not of the current site. @throws Failure `validation_failed` on `material_ids.N` */
export async function checkMaterials(
  { rows, actor }: Pick<HookContext, 'rows' | 'actor'>,
  ids: readonly number[],
): Promise<void> {
  const found = await rows('materials').find({ id: [...ids], site_id: actor.site?.id ?? 0 });
  const known = new Set(idsOf(found));
  const missing = ids.flatMap((id, at) => (known.has(id) ? [] : [[`material_ids.${at}`, [say(noMaterial)]]]));
  if (missing.length > 0) throw invalid(Object.fromEntries(missing));
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

const noMaterial = say('There is no such material at this site.');

/** Whether work on a maintenance is still to be done. */
export function isOpen({ status }: Pick<OrderRow, 'status'>): boolean {
  return status === 'planned' || status === 'in_progress';
}

/** Cancels maintenances that are still to be done, without what follows for their occurrences. */
export async function cancelOrders(work: Work, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const orders = ordersOf(work);
  const open = await orders.find({ id: [...ids], status: ['planned', 'in_progress'] }, { lock: 'update' });
  await orders.change(open, { status: 'canceled' });
}

/** Whether nobody has started or changed a maintenance, nor booked anything for it. */
export async function isUntouched(work: Work, maintenanceId: number): Promise<boolean> {
  const [order] = await ordersOf(work).find({ id: maintenanceId }, { lock: 'update' });
  if (order?.status !== 'planned' || order.updated_at !== order.created_at) return false;
  const about = { maintenance_id: maintenanceId };
  return !(await work.rows('item-movements').has(about)) && !(await work.rows('incidents').has(about));
}
