/** The rows of plans, as the code of this folder uses them. Instants are ISO 8601 UTC. */
import type { HookContext } from '../../engine/index.ts';
import { type Frequency, weekdaysIn } from '../plans/days.ts';
import type { SkipReason } from '../plans/decide.ts';
import type { DueDate } from '../plans/meter-dates.ts';
import type { Basis, CatchUp, Plan, Progress, WhenOpen } from '../plans/plan.ts';
import type { Punctuality } from '../plans/window.ts';
import type { priorities, realizations, workTypes } from './fields.ts';

/** What is needed to work with rows. */
export type Work = Pick<HookContext, 'rows' | 'db'>;

export interface PlanRow extends Omit<Plan, 'weekdays' | 'frequency'> {
  readonly basis: Basis;
  /** By meter: its counter, and the number of its units. */
  readonly meter_id: number | null;
  readonly every_units: number | null;
  readonly lead_units: number;
  readonly tolerance_units: number | null;
  readonly next_due_units: number | null;
  /** Null if only a meter determines when it is due. */
  readonly frequency: Frequency | null;
  readonly id: number;
  readonly site_id: number;
  readonly name: string;
  readonly material_id: number;
  readonly active: boolean;
  /** The weekdays separated by commas: values in another table are not read with a row. */
  readonly weekday_list: string | null;
  readonly lead_days: number;
  readonly tolerance_days: number | null;
  readonly when_open: WhenOpen;
  readonly catch_up: CatchUp;
  readonly type: (typeof workTypes)[number];
  readonly priority: (typeof priorities)[number];
  readonly realization: (typeof realizations)[number];
  readonly description: string | null;
  readonly estimated_minutes: number | null;
  readonly procedure_id: number | null;
  readonly rrule: string | null;
  readonly next_due_at: string | null;
  readonly next_generation_at: string | null;
  readonly last_completed_at: string | null;
}

type OccurrenceState = 'scheduled' | 'open' | 'done' | 'skipped';

export interface OccurrenceRow {
  readonly id: number;
  readonly site_id: number;
  readonly maintenance_plan_id: number;
  readonly material_id: number;
  readonly sequence: number;
  /** Null if unknown: it depends on a future reading. */
  readonly original_due_at: string | null;
  readonly due_at: string | null;
  /** By meter: null, and the time of the reading after which work is late; null until there is one. */
  readonly window_from: string | null;
  readonly window_until: string | null;
  /** The counter's value, and the tolerance around it; null if the calendar made it due. */
  readonly due_units: number | null;
  readonly tolerance_units: number | null;
  /** The counter of its plan, and its run at the completion. */
  readonly meter_id: number | null;
  readonly completed_units: number | null;
  readonly estimated: boolean;
  /** The stored status: `missed` depends on the present moment. */
  readonly state: OccurrenceState;
  readonly skip_reason: SkipReason | null;
  readonly note: string | null;
  readonly maintenance_id: number | null;
  readonly completed_at: string | null;
  readonly punctuality: Punctuality | null;
  readonly rule_day: string;
  readonly rule_number: number;
  /** For a scheduled date: the reason why it will be skipped. */
  readonly foreseen: DueDate['skip_reason'];
  /** Its moment of generation, once it is recorded; in the future if it was generated ahead. */
  readonly generated_at: string | null;
  /** When its order was resolved, canceled or deleted. */
  readonly ended_at: string | null;
}

/** One with a known moment: every one by the calendar, and those that a reading made due. */
export interface DatedRow extends OccurrenceRow {
  readonly original_due_at: string;
  readonly due_at: string;
}

export function isDated(row: OccurrenceRow): row is DatedRow {
  return row.original_due_at !== null && row.due_at !== null;
}

export interface OrderRow {
  readonly id: number;
  readonly site_id: number;
  readonly name: string;
  readonly material_id: number;
  readonly maintenance_plan_id: number | null;
  readonly status: 'planned' | 'in_progress' | 'completed' | 'canceled';
  readonly scheduled_at: string | null;
  readonly due_at: string | null;
  readonly overdue_at: string | null;
  readonly resolved_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The values of a new order, from its plan. */
interface NewOrder extends OrderRow {
  readonly description: string | null;
  readonly type: string;
  readonly priority: string;
  readonly realization: string;
  readonly estimated_minutes: number | null;
  readonly procedure_id: number | null;
  readonly operator_ids: readonly number[];
  readonly company_ids: readonly number[];
}

export const recorded: readonly OccurrenceState[] = ['open', 'done', 'skipped'];

export const plansOf = ({ rows }: Work) => rows<PlanRow>('maintenance-plans');
export const occurrencesOf = ({ rows }: Work) => rows<OccurrenceRow>('plan-occurrences');
export const ordersOf = ({ rows }: Work) => rows<NewOrder>('maintenances');

/** A plan as the calendar uses it. */
export function calendarOf<R extends PlanRow>(plan: R): R & Plan {
  // For a plan by meter alone, its calendar dates are never used.
  return { ...plan, frequency: plan.frequency ?? 'year', weekdays: weekdaysIn(plan.weekday_list) };
}

/** The progress of a plan once a date of its rule is recorded. */
export function progressOf({ rule_number, rule_day }: OccurrenceRow): Progress {
  return { number: rule_number, day: rule_day };
}
