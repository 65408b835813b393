/** Updates an occurrence when its maintenance is completed, reopened, canceled or deleted. */
import { punctualityOf } from '../plans/window.ts';
import { judgeByMeter, readingsFrom } from './by-meter.ts';
import { findWaiting } from './follow-plan.ts';
import {
  type OccurrenceRow,
  type OrderRow,
  occurrencesOf,
  ordersOf,
  type PlanRow,
  plansOf,
  type Work,
} from './rows.ts';
import { reschedule } from './schedule.ts';
import { siteOf } from './site.ts';

type Order = Pick<OrderRow, 'id' | 'maintenance_plan_id' | 'status' | 'resolved_at'>;

interface Writing extends Work {
  readonly now: string;
}

/** Follows a change of a maintenance. */
export async function followOrder(work: Writing, order: Order, previous: Order | null): Promise<void> {
  if (order.maintenance_plan_id === null || !previous) return;
  if (order.status === previous.status && order.resolved_at === previous.resolved_at) return;
  const found = await lockOccurrence(work, order);
  if (!found) return;
  const { plan, occurrence } = found;
  await occurrencesOf(work).change([occurrence], await outcomeOf(work, order, occurrence, work.now));
  const isReopened = previous.status === 'completed' || previous.status === 'canceled';
  if (isReopened && plan.schedule === 'floating') await takeBack(work, occurrence);
  await followEnd(work, plan);
}

/** Skips the occurrence of a maintenance that is about to be deleted: it does not come back. A skipped one keeps its reason. */
export async function forgetOrder(work: Writing, order: Order): Promise<void> {
  if (order.maintenance_plan_id === null) return;
  const found = await lockOccurrence(work, order);
  if (!found) return;
  const isSkipped = found.occurrence.state === 'skipped';
  await occurrencesOf(work).change([found.occurrence], {
    maintenance_id: null,
    ...(!isSkipped && { state: 'skipped', skip_reason: 'manual', ended_at: work.now }),
    ...{ completed_at: null, punctuality: null, completed_units: null },
  });
  await followEnd(work, found.plan);
}

/** The plan is locked first: no other transaction then reads or writes its occurrences. */
async function lockOccurrence(work: Work, { id, maintenance_plan_id: planId }: Order) {
  if (planId === null) return null;
  const plan = await plansOf(work).of(planId);
  const [occurrence] = await occurrencesOf(work).find({ maintenance_id: id }, { lock: 'update' });
  return occurrence ? { plan, occurrence } : null;
}

async function outcomeOf(
  work: Work,
  { status, resolved_at }: Order,
  occurrence: OccurrenceRow,
  now: string,
): Promise<Partial<OccurrenceRow>> {
  const undone = { completed_at: null, punctuality: null, completed_units: null };
  switch (status) {
    case 'completed': {
      const completed_at = resolved_at ?? now;
      const { window_from: from, window_until: until, meter_id } = occurrence;
      return {
        ...{ state: 'done', skip_reason: null, completed_at, ended_at: completed_at },
        ...(from !== null && until !== null && { punctuality: punctualityOf(completed_at, { from, until }) }),
        ...(meter_id !== null &&
          judgeByMeter(occurrence, completed_at, await readingsFrom(work, meter_id, completed_at, 1))),
      };
    }
    case 'canceled':
      return { state: 'skipped', skip_reason: 'canceled', ended_at: now, ...undone };
    default:
      return { state: 'open', skip_reason: null, ended_at: null, ...undone };
  }
}

/** Updates a plan after its occurrences have changed: a floating plan counts from there. */
export async function followEnd(work: Writing, plan: PlanRow): Promise<void> {
  const done = { maintenance_plan_id: plan.id, state: 'done' };
  const [latest] = await occurrencesOf(work).find(done, { order: '-completed_at', limit: 1 });
  await plansOf(work).change([plan], { last_completed_at: latest?.completed_at ?? null });
  if (plan.schedule !== 'floating') return;
  await reschedule(work, plan, await siteOf(work, plan.site_id), work.now);
}

/** Removes what followed an occurrence that is open again: orders that are untouched. */
async function takeBack(work: Work, { maintenance_plan_id, sequence }: OccurrenceRow): Promise<void> {
  const occurrences = occurrencesOf(work);
  const later = await occurrences.find(
    { maintenance_plan_id, sequence: { gt: sequence } },
    { order: '-sequence', lock: 'update' },
  );
  const waiting = await findWaiting(work, later);
  for (const occurrence of later) {
    if (occurrence.state !== 'scheduled' && !waiting.has(occurrence)) return;
    await occurrences.delete([occurrence]);
    if (occurrence.maintenance_id !== null) await ordersOf(work).delete([{ id: occurrence.maintenance_id }]);
  }
}
