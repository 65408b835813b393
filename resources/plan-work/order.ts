/** The maintenances that a plan creates. */
import { type HookContext, invalid, say } from '../../engine/index.ts';
import { workersAmong } from '../access/holdings.ts';
import { retired } from '../equipment/in-use.ts';
import { procedureLike } from '../procedures/copy.ts';
import { ordersOf, type PlanRow, type Work } from './rows.ts';

/** A date of a plan that needs a maintenance: when it is due, and the end of its window. */
export interface DueWork {
  readonly due_at: string;
  readonly window_until: string | null;
}

/** Creates the maintenances of some dates from a plan. @returns their ids */
export async function createOrders(work: Work, plan: PlanRow, due: readonly DueWork[]): Promise<number[]> {
  if (due.length === 0) return [];
  const { id, site_id, name, material_id, description, type, priority, realization } = plan;
  const { estimated_minutes, procedure_id } = plan;
  const like = {
    ...{ site_id, name, material_id, description, type, priority, realization, estimated_minutes },
    ...(await procedureLike(work, { procedure_id })),
    maintenance_plan_id: id,
    ...(await staffOf(work, plan)),
  };
  const made = await ordersOf(work).createAll(
    due.map(({ due_at, window_until }) => ({
      ...{ ...like, scheduled_at: due_at, due_at, overdue_at: window_until },
    })),
  );
  return idsOf(made);
}

/** The people of a plan: values in tables of pairs are not read with a row. */
async function staffOf(work: Work, { id, site_id }: PlanRow) {
  const operators = work.db('maintenance_plan_operators').where('maintenance_plan_id', id);
  const companies = work.db('maintenance_plan_companies').where('maintenance_plan_id', id);
  const operator_ids: number[] = await operators.pluck('user_id');
  const company_ids: number[] = await companies.pluck('company_id');
  return staffLike(work, { site_id, operator_ids, company_ids });
}

export interface Staffed {
  readonly site_id: number;
  readonly operator_ids: readonly number[];
  readonly company_ids: readonly number[];
}

/** The people for the same work: without users who have left the site and companies that no longer do such work. */
export async function staffLike({ rows, db }: Work, { site_id, operator_ids, company_ids }: Staffed) {
  const providers = { id: company_ids, types: 'maintenance_provider' };
  const companies = company_ids.length > 0 ? await rows('companies').find(providers) : [];
  return { operator_ids: await workersAmong(db, site_id, operator_ids), company_ids: idsOf(companies) };
}

/** Refuses materials of other sites. @throws Failure `validation_failed` on `material_ids.N` */
export async function checkMaterials(
  { rows, actor }: Pick<HookContext, 'rows' | 'actor'>,
  ids: readonly number[],
): Promise<void> {
  const found = await rows('materials').find({ id: [...ids], site_id: actor.site?.id ?? 0 });
  const known = new Map(found.map(({ id, status }) => [id, status]));
  const missing = ids.flatMap((id, at) => {
    if (known.has(id) && known.get(id) !== 'decommissioned') return [];
    return [[`material_ids.${at}`, [known.has(id) ? retired : say(noMaterial)]]];
  });
  if (missing.length > 0) throw invalid(Object.fromEntries(missing));
}

function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

const noMaterial = say('There is no such material at this site.');

/** Cancels maintenances that are not done, without effects on their occurrences. */
export async function cancelOrders(work: Work, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const orders = ordersOf(work);
  const open = await orders.find({ id: [...ids], status: ['planned', 'in_progress'] }, { lock: 'update' });
  await orders.change(open, { status: 'canceled' });
}

/** Of some maintenances, the ids of those that no user has started or changed, or recorded anything for. */
export async function findUntouched(work: Work, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const orders = await ordersOf(work).find({ id: ids }, { lock: 'update' });
  const untouched = new Set(
    idsOf(orders.filter((order) => order.status === 'planned' && order.updated_at === order.created_at)),
  );
  for (const path of booked) {
    const about = await work.rows<About>(path).find({ maintenance_id: [...untouched] });
    for (const { maintenance_id: id } of about) untouched.delete(id);
  }
  const hung = { resource: 'maintenances', record_id: [...untouched] };
  for (const path of ['comments', 'attachments']) {
    for (const { record_id: id } of await work.rows<Hung>(path).find(hung)) untouched.delete(id);
  }
  const answered = { maintenance_id: [...untouched], updated_at: { gt: { field: 'created_at' } } };
  const steps = await work.rows<About>('maintenance-steps').find(answered);
  for (const { maintenance_id: id } of steps) untouched.delete(id);
  return untouched;
}

/** What people record on a maintenance. */
const booked = ['item-movements', 'incidents', 'labour-entries', 'service-costs', 'downtimes'];

/** Rows about a maintenance. */
interface About {
  readonly id: number;
  readonly maintenance_id: number;
}

/** Rows attached to one. */
interface Hung {
  readonly id: number;
  readonly record_id: number;
}
