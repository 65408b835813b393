/** Plans with their dates and maintenances as their tables hold them, and what their dates follow from. */
import type { Knex } from 'knex';
import { showInstant } from '../../../engine/values.ts';
import { workingDays } from '../../../resources/plans/closed-days.ts';
import type { Weekday } from '../../../resources/plans/days.ts';
import type { SkipReason } from '../../../resources/plans/decide.ts';
import type { Plan, PlanSite } from '../../../resources/plans/plan.ts';

/** Everything as it is stored. */
export interface PlanRow extends Omit<Plan, 'weekdays'> {
  readonly id: number;
  readonly site_id: number;
  readonly material_id: number;
  readonly name: string;
  readonly basis: 'calendar' | 'meter' | 'either';
  readonly active: number | boolean;
  readonly weekday_list: string | null;
  readonly lead_days: number;
  readonly tolerance_days: number | null;
  readonly when_open: 'skip' | 'stack';
  readonly next_due_at: string | null;
  readonly next_generation_at: string | null;
  readonly last_completed_at: string | null;
  readonly created_at: string;
}

export interface DateRow {
  readonly id: number;
  readonly site_id: number;
  readonly material_id: number;
  readonly maintenance_plan_id: number;
  readonly sequence: number;
  readonly original_due_at: string;
  readonly due_at: string;
  readonly window_from: string;
  readonly window_until: string;
  readonly state: 'scheduled' | 'open' | 'done' | 'skipped';
  readonly skip_reason: SkipReason | null;
  readonly note: string | null;
  readonly maintenance_id: number | null;
  readonly completed_at: string | null;
  readonly punctuality: string | null;
  readonly rule_day: string;
  readonly rule_number: number;
  readonly foreseen: string | null;
  readonly generated_at: string | null;
  readonly ended_at: string | null;
  readonly created_at: string;
}

export interface OrderRow {
  readonly id: number;
  readonly site_id: number;
  readonly material_id: number;
  readonly maintenance_plan_id: number;
  readonly name: string;
  readonly status: string;
  readonly due_at: string;
  readonly resolved_at: string | null;
  readonly created_at: string;
  readonly created_by_id: number | null;
}

export interface PlanRows {
  readonly plans: readonly PlanRow[];
  /** In the order of plans and sequences. */
  readonly dates: readonly DateRow[];
  /** Those that plans made. */
  readonly orders: readonly OrderRow[];
}

/** Everything, or what goes by the calendar alone. */
export async function readPlans(knex: Knex, basis?: 'calendar'): Promise<PlanRows> {
  const plans: PlanRow[] = await knex('maintenance_plans')
    .where({ ...(basis && { basis }) })
    .orderBy('id');
  const own = plans.map(({ id }) => id);
  return {
    plans,
    dates: await knex('plan_occurrences')
      .whereIn('maintenance_plan_id', own)
      .orderBy(['maintenance_plan_id', 'sequence']),
    orders: await knex('maintenances').whereIn('maintenance_plan_id', own).orderBy('id'),
  };
}

export interface Surroundings {
  readonly sites: ReadonlyMap<number, PlanSite>;
  /** When materials were decommissioned that are. */
  readonly retired: ReadonlyMap<number, string>;
}

export async function readSurroundings(knex: Knex): Promise<Surroundings> {
  const sites: { id: number; timezone: string }[] = await knex('sites').select('id', 'timezone');
  const hours: { site_id: number; weekday: Weekday }[] = await knex('working_hours').select();
  const closures: { site_id: number; day: string }[] = await knex('closures').select();
  const retired: { id: number; updated_at: string }[] = await knex('materials')
    .where({ status: 'decommissioned' })
    .select('id', 'updated_at');
  return {
    sites: new Map(
      sites.map(({ id, timezone }) => {
        const own = ({ site_id }: { site_id: number }) => site_id === id;
        return [id, { timezone, ...workingDays(hours.filter(own), closures.filter(own)) }];
      }),
    ),
    retired: new Map(retired.map(({ id, updated_at }) => [id, showInstant(updated_at)])),
  };
}
