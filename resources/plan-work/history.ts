/** The history by which a plan's dates are decided: the state at their moments. */
import type { History, Order, Span } from '../plans/decide.ts';
import { occurrencesOf, type PlanRow, type Work } from './rows.ts';

/**
 * Reads which orders of a plan were open and the states of its material, from a moment on.
 *
 * @param from the moment of the first date to decide
 */
export async function historyOf(work: Work, plan: PlanRow, from: string): Promise<History> {
  const { when_open, schedule } = plan;
  // A floating plan has a next date only after the previous one has ended, at any distance from its moment.
  const waits = when_open === 'skip' && schedule === 'fixed';
  const orders = waits ? await ordersSince(work, plan.id, from) : [];
  return { when_open, orders, decommissioned: await decommissionedSince(work, plan.material_id, from) };
}

async function ordersSince(work: Work, planId: number, from: string): Promise<Order[]> {
  const occurrences = occurrencesOf(work);
  const own = { maintenance_plan_id: planId, generated_at: { not: null } };
  const open = await occurrences.find({ ...own, state: 'open' });
  const ended = await occurrences.find({ ...own, ended_at: { gt: from } });
  return [...open, ...ended].flatMap(({ generated_at, ended_at }) =>
    generated_at === null ? [] : [{ generated_at, ended_at }],
  );
}

interface MaterialRow {
  readonly id: number;
  readonly status: string;
  readonly updated_at: string;
}

interface Entry {
  readonly id: number;
  readonly created_at: string;
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>> | null;
}

const decommissioned = 'decommissioned';

/** When a material was decommissioned: from its journal, if it has changed since. */
async function decommissionedSince({ rows }: Work, materialId: number, from: string): Promise<Span[]> {
  const [material] = await rows<MaterialRow>('materials').find({ id: materialId });
  if (!material) throw new Error(`There is no material ${materialId}.`);
  const about = { resource: 'material', record_id: materialId, created_at: { gt: from } };
  const entries =
    material.updated_at > from ? await rows<Entry>('activities').find(about, { order: 'created_at' }) : [];
  const changes = entries.flatMap(({ created_at: at, changes }) =>
    changes?.status ? [{ at, before: changes.status[0], after: changes.status[1] }] : [],
  );
  const first = changes[0] ? changes[0].before : material.status;
  const spans: Span[] = [];
  let since = first === decommissioned ? from : null;
  for (const { at, after } of changes) {
    if (since !== null) spans.push({ from: since, until: at });
    since = after === decommissioned ? at : null;
  }
  return since === null ? spans : [...spans, { from: since, until: null }];
}
