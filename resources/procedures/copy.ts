/** The steps of a maintenance: copied from its procedure at that moment. Later versions do not change them. */
import type { Knex } from 'knex';
import { type Actor, type HookContext, type Message, render, say, writeLocked } from '../../engine/index.ts';
import { type ListedOrder, type StepRow, stepsOf, type Work } from './rows.ts';

type Order = Pick<ListedOrder, 'id' | 'site_id' | 'procedure_id' | 'status'>;

/** Follows a write of a maintenance: another procedure has other steps. */
export async function followProcedure(work: Work, order: Order, previous: Order | null): Promise<void> {
  const steps = stepsOf(work);
  // Steps are only answered in this state. If several nodes write, a concurrent answer on another node conflicts with this write.
  if (previous?.status === 'in_progress' && order.status !== 'in_progress') {
    const found = await steps.find({ maintenance_id: order.id });
    await writeLocked(
      work.db,
      'maintenance_steps',
      found.map(({ id }) => id),
    );
  }
  const { procedure_id } = order;
  if (procedure_id === (previous?.procedure_id ?? null)) return;
  if (previous) await dropSteps(work, order.id);
  if (procedure_id !== null) await copySteps(work, order, procedure_id);
}

/** Deletes the steps of a maintenance, with the rows attached to them. */
export async function dropSteps(work: Work, orderId: number): Promise<void> {
  const steps = stepsOf(work);
  await steps.delete(await steps.find({ maintenance_id: orderId }, { lock: 'update' }));
}

async function copySteps(work: Work, { id, site_id }: Order, procedure_id: number): Promise<void> {
  const { steps, revision } = await work.rows('procedures').whole(procedure_id);
  const own = { site_id, maintenance_id: id, procedure_id, procedure_version: revision };
  await work
    .rows('maintenance-steps')
    .createAll(steps.map(({ id: _id, ...asked }, position) => ({ ...asked, ...own, position })));
}

/** The procedure for repeated work; none if it is no longer offered. */
export async function procedureLike(
  { rows }: Pick<HookContext, 'rows'>,
  { procedure_id: id }: Pick<Order, 'procedure_id'>,
): Promise<{ readonly procedure_id: number | null }> {
  const isOffered = id !== null && (await rows('procedures').has({ id, active: true }));
  return { procedure_id: isOffered ? id : null };
}

/** What readers of a plan are told: nothing, or that its procedure is no longer used. */
export async function loadProcedureNotes(
  planIds: readonly number[],
  db: Knex,
  { locale }: Actor,
): Promise<Map<number, string | null>> {
  const unused: number[] = await db('maintenance_plans')
    .join('procedures', 'procedures.id', 'maintenance_plans.procedure_id')
    .whereIn('maintenance_plans.id', [...planIds])
    .where('procedures.active', 0)
    .pluck('maintenance_plans.id');
  const told = new Set(unused.map(Number));
  return new Map(planIds.map((id) => [id, told.has(id) ? render(say(withoutIt), locale) : null]));
}

interface Judged {
  readonly status: ListedOrder['status'] | undefined;
  readonly procedure_id: number | null | undefined;
  readonly maintenance_plan_id: number | null | undefined;
}

interface Judging extends Work {
  readonly id: number | null;
  readonly previous: Pick<ListedOrder, 'procedure_id' | 'status'> | null;
  fail(field: 'status' | 'procedure_id', message: Message): void;
}

/**
 * The procedure must be one that is offered, except for maintenances of plans, which use that of the plan. It may only change
 * while no step is answered. Work with open required steps cannot be completed. The maintenance is locked, so that answers of its
 * steps wait. Another node does not know this lock: the steps are locked before they are judged, and written after.
 */
export async function judgeProcedure(order: Judged, judging: Judging): Promise<void> {
  const { id, previous, fail, rows } = judging;
  const procedureId = order.procedure_id ?? null;
  const isOther = procedureId !== (previous?.procedure_id ?? null);
  const isCompleted = order.status === 'completed' && (isOther || previous?.status !== 'completed');
  const steps = isOther || isCompleted ? await lockSteps(judging, id) : [];
  if (isOther && steps.some(({ status }) => status !== 'open')) return fail('procedure_id', answered);
  const isChosen =
    isOther && procedureId !== null && (previous !== null || order.maintenance_plan_id === null);
  if (isChosen && !(await rows('procedures').has({ id: procedureId, active: true })))
    return fail('procedure_id', inactive);
  if (!isCompleted) return;
  const open = isOther ? await requiredOf(judging, procedureId) : openOf(steps);
  if (open.length > 0) fail(previous?.status === 'completed' ? 'procedure_id' : 'status', stillOpen(open));
}

/** The titles of the required steps of a procedure. */
async function requiredOf({ rows }: Work, id: number | null): Promise<string[]> {
  const steps = id === null ? [] : (await rows('procedures').whole(id)).steps;
  return steps.flatMap(({ required, title }) => (required ? [title] : []));
}

async function lockSteps(work: Work, id: number | null): Promise<StepRow[]> {
  return id === null ? [] : stepsOf(work).find({ maintenance_id: id }, { lock: 'update' });
}

/** The titles of the open required steps, in order. */
function openOf(steps: readonly StepRow[]): string[] {
  const open = steps.filter(({ required, status }) => required && status === 'open');
  return open.sort((one, other) => one.position - other.position).map(({ title }) => title);
}

/** How many of them are named. */
const most = 3;

function stillOpen(titles: readonly string[]): Message {
  const count = titles.length;
  const names = titles.slice(0, most).join(', ');
  if (count === 1) return say(oneOpen, { names });
  return count <= most
    ? say(someOpen, { count, names })
    : say(manyOpen, { count, names, more: count - most });
}

const withoutIt = say('Its procedure is inactive: work is made without it.');
const answered = say('Steps have been answered: the procedure stays.');
const inactive = say('This procedure is inactive: choose one that is in use.');
const oneOpen = say('1 required step is open: {names}.');
const someOpen = say('{count} required steps are open: {names}.');
const manyOpen = say('{count} required steps are open: {names} and {more} more.');
