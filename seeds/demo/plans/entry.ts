/** The demo's data of a maintenance plan: the work, its recurrence, and its history. */
import type { Plan } from '../../../resources/plans/plan.ts';
import type { MaintenanceType, Realization } from '../catalogue/equipment.ts';
import type { Kind } from '../catalogue/kinds.ts';

type Rule = Omit<Partial<Plan>, 'starts_on'> & Pick<Plan, 'frequency'>;

/** The interval by a counter of the machine. */
export interface UnitRule {
  readonly basis: 'meter' | 'either';
  readonly meter: string;
  readonly every: number;
  readonly lead: number;
}

export interface PlanEntry {
  /** If it is a service of the catalogue, the plan determines its recurrence. */
  readonly name: string;
  /** The number of the piece among its kind at the site, from 0; or a decommissioned one. */
  readonly of: readonly [Kind, number] | 'retired';
  /** Default: `preventive`. */
  readonly type?: Exclude<MaintenanceType, 'corrective'>;
  /** Default: `internal`. */
  readonly by?: Realization;
  /** The company, if it is not the equipment's own provider. */
  readonly company?: string;
  readonly minutes: number;
  readonly description?: string;
  readonly priority?: 'low' | 'medium' | 'high' | 'urgent';
  readonly rule: Rule;
  /** For a plan by meter, in addition to its calendar or instead of it. */
  readonly units?: UnitRule;
  /** One of its dates is so many days after the day of seeding. Default: its dates begin at its creation. */
  readonly dateIn?: number;
  /** Days. */
  readonly lead: number;
  /** Days. */
  readonly tolerance?: number;
  readonly whenOpen?: 'skip' | 'stack';
  /** Created so many days before the day of seeding; default: when the service was set up. */
  readonly madeAgo?: number;
  /** Deactivated so many days before the day of seeding. */
  readonly stoppedAgo?: number;
  /** Work that was due in so many days before the day of seeding is not done, or started and not finished. */
  readonly neglected?: { readonly days: number; readonly begun: boolean };
}

export const weekly = { frequency: 'week', due_time: '09:00' } as const;
export const workdays = { ...weekly, weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'] } as const;
export const fortnightly = { ...weekly, every: 2 } as const;
export const monthly = { frequency: 'month' } as const;
export const quarterly = { ...monthly, every: 3 } as const;
export const halfYearly = { ...monthly, every: 6 } as const;
export const yearly = { frequency: 'year' } as const;
export const floating = { schedule: 'floating' } as const;
