/** Decisions of people about an occurrence: to skip it, or to postpone it. */
import { type GuardContext, type HookContext, invalid, type Refusals, say } from '../../engine/index.ts';
import { stopOwnClocks } from '../labour/clocks.ts';
import { lastDay } from '../plans/days.ts';
import { followEnd } from './follow-order.ts';
import { cancelOrders } from './order.ts';
import {
  isDated,
  type OccurrenceRow,
  occurrencesOf,
  ordersOf,
  type PlanRow,
  plansOf,
  type Work,
} from './rows.ts';
import { generationOf, movedWindow, reschedule, tellPlan } from './schedule.ts';
import { siteOf } from './site.ts';

/** The row of the action, which is locked. */
type Acted = Pick<OccurrenceRow, 'id' | 'maintenance_plan_id'>;

/** Of some occurrences, those that are done or skipped already: they can be neither skipped nor postponed. */
export async function findDecided(ids: readonly number[], { db }: GuardContext): Promise<Refusals> {
  const decided: readonly { id: number; state: 'done' | 'skipped' }[] = await db('plan_occurrences')
    .whereIn('id', [...ids])
    .whereIn('state', ['done', 'skipped'])
    .select('id', 'state');
  return new Map(
    decided.map(({ id, state }) => [id, invalid({ status: [say(state === 'done' ? isDone : isSkipped)] })]),
  );
}

/** Skips an occurrence that is not done, and cancels its order. */
export async function skipOccurrence(work: HookContext, acted: Acted): Promise<void> {
  const { plan, occurrence } = await readActed(work, acted);
  const { state, maintenance_id: orderId } = occurrence;
  if (orderId !== null) {
    await cancelOrders(work, [orderId]);
    await stopOwnClocks(work, orderId);
  }
  const moment = generationOf(plan, occurrence);
  await occurrencesOf(work).change([occurrence], {
    ...{ state: 'skipped', skip_reason: 'manual', foreseen: null },
    ...(state === 'open'
      ? { ended_at: work.now }
      : { generated_at: moment !== null && moment < work.now ? moment : work.now }),
  });
  if (state === 'open') return followEnd(work, plan);
  await reschedule(work, plan, await siteOf(work, plan.site_id), work.now);
}

/** Postpones an occurrence that is not done, with its order. @throws Failure `validation_failed` */
export async function postponeOccurrence(work: HookContext, acted: Acted, dueAt: string): Promise<void> {
  const { plan, occurrence } = await readActed(work, acted);
  // An occurrence that a meter may make due earlier has no moment to postpone from.
  if (occurrence.state === 'scheduled' && plan.basis !== 'calendar') throw invalid({ due_at: [say(notYet)] });
  if (!isDated(occurrence)) throw new Error(`Occurrence ${occurrence.id} has no moment.`);
  const { due_at, maintenance_id } = occurrence;
  if (dueAt <= due_at) throw invalid({ due_at: [say(notLater)] });
  if (dueAt.slice(0, 10) > lastDay) throw invalid({ due_at: [say(tooLate, { last: lastDay })] });
  const by = Date.parse(dueAt) - Date.parse(due_at);
  const values = { due_at: dueAt, ...movedWindow(occurrence, by), foreseen: null };
  await occurrencesOf(work).change([occurrence], values);
  if (occurrence.state === 'scheduled') return tellPlan(work, plan, { ...occurrence, ...values });
  if (maintenance_id === null) return;
  const orders = ordersOf(work);
  const order = await orders.of(maintenance_id);
  // If a user has set another time for the work, it stays.
  const isMoved = order.scheduled_at === due_at;
  const { window_until: overdue_at } = { ...occurrence, ...values };
  await orders.change([order], { due_at: dueAt, overdue_at, ...(isMoved && { scheduled_at: dueAt }) });
}

/** The plan was locked before the row. */
async function readActed(
  work: Work,
  { id, maintenance_plan_id }: Acted,
): Promise<{ readonly plan: PlanRow; readonly occurrence: OccurrenceRow }> {
  const plan = await plansOf(work).of(maintenance_plan_id);
  return { plan, occurrence: await occurrencesOf(work).of(id) };
}

const isDone = say('This date is already done.');
const isSkipped = say('This date is already skipped.');
const notYet = say('It comes due by its meter: postpone it once it is due.');
const notLater = say('Must be later than the present due date.');
const tooLate = say('Must be a moment until {last}.');
