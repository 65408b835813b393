/** Finds the plans of all sites with due dates, and records these in batches. */
import type { Knex } from 'knex';
import { type HookContext, storeInstant, type TaskContext } from '../../engine/index.ts';
import type { PlanSite } from '../plans/plan.ts';
import { advance, type Tally } from './advance.ts';
import { plansOf } from './rows.ts';
import { siteOf } from './site.ts';

/** The maximum number of plans of one site per transaction, and of their dates: other writes run in between. */
const batch = 20;
const mostDates = 100;

/** How many plans are looked up at a time. */
const page = 500;

interface DuePlan {
  readonly id: number;
  readonly site_id: number;
  /** In stored form. */
  readonly due: string;
}

/**
 * Records all dates that are due at a moment. If a plan fails, the others are still processed.
 *
 * @throws AggregateError with the errors of single plans
 */
export async function recordDue(task: Pick<TaskContext, 'db' | 'at' | 'signal'>, now: string): Promise<void> {
  const errors: unknown[] = [];
  let after: DuePlan | null = null;
  for (;;) {
    task.signal.throwIfAborted();
    const due: readonly DuePlan[] = await duePlans(task.db, now, after);
    for (const [siteId, plans] of bySite(due)) {
      errors.push(...(await recordSite(task, siteId, plans, now)));
    }
    after = due.at(-1) ?? null;
    if (due.length < page) break;
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} plans could not be advanced.`);
}

/** Plans by due date, after those already processed: a plan that fails is tried once. */
async function duePlans(db: Knex, now: string, after: DuePlan | null): Promise<DuePlan[]> {
  const found = db<{ id: number; site_id: number; next_generation_at: string }>('maintenance_plans')
    .where('next_generation_at', '<=', storeInstant(now))
    .orderBy(['next_generation_at', 'id'])
    .limit(page)
    .select('id', 'site_id', 'next_generation_at as due');
  if (after) {
    found.where((beyond) =>
      beyond
        .where('next_generation_at', '>', after.due)
        .orWhere((same) => same.where('next_generation_at', after.due).where('id', '>', after.id)),
    );
  }
  return (await found).map(({ id, site_id, due }) => ({
    id: Number(id),
    site_id: Number(site_id),
    due: String(due),
  }));
}

function bySite(plans: readonly DuePlan[]): Map<number, DuePlan[]> {
  const sites = new Map<number, DuePlan[]>();
  for (const plan of plans) sites.set(plan.site_id, [...(sites.get(plan.site_id) ?? []), plan]);
  return sites;
}

type Recording = Pick<TaskContext, 'at' | 'signal'>;

/**
 * Processes plans in batches, each until it is done. After a failed transaction, its plans are processed one by one. @returns the
 * errors
 */
async function recordSite(
  task: Recording,
  siteId: number,
  plans: readonly DuePlan[],
  now: string,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  let left = plans.map(({ id }) => id);
  // How many of them are processed one by one.
  let alone = 0;
  while (left.length > 0) {
    task.signal.throwIfAborted();
    const some = left.slice(0, alone > 0 ? 1 : batch);
    let over = 1;
    try {
      over = await recordTogether(task, siteId, some, now);
    } catch (error) {
      task.signal.throwIfAborted();
      if (some.length > 1) {
        alone = some.length;
        continue;
      }
      errors.push(error);
    }
    left = left.slice(over);
    alone = Math.max(0, alone - over);
  }
  return errors;
}

/** In one transaction, until it has recorded enough. @returns the number of plans, from the first, without further due dates */
async function recordTogether(
  task: Recording,
  siteId: number,
  ids: readonly number[],
  now: string,
): Promise<number> {
  const over = await task.at(siteId, async (work) => {
    const site = await siteOf(work, siteId, 'share');
    let most = mostDates;
    for (const [at, id] of ids.entries()) {
      const { generated, skipped } = await advancePlan(work, id, site, { now, until: null, most });
      most -= generated + skipped;
      if (most === 0) return at;
    }
    return ids.length;
  });
  // The site no longer exists, nor do its plans.
  return over ?? ids.length;
}

/**
 * Locks a plan and records its due dates; nothing if it is deleted or inactive by now.
 *
 * @param site its site, read while the site or the plan was locked: its closed days do not change
 */
export async function advancePlan(
  work: Pick<HookContext, 'rows' | 'db'>,
  id: number,
  site: PlanSite,
  extent: Parameters<typeof advance>[3],
): Promise<Tally> {
  const [plan] = await plansOf(work).find({ id, active: true }, { lock: 'update' });
  if (!plan) return { generated: 0, skipped: 0 };
  return advance(work, plan, site, extent);
}
