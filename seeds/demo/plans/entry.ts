/** What the demo knows of a plan of maintenance: the work, when it comes round, and how it went. */
import type { Plan } from '../../../resources/plans/plan.ts';
import type { MaintenanceType, Realization } from '../catalogue/equipment.ts';
import type { Kind } from '../catalogue/kinds.ts';

type Rule = Omit<Partial<Plan>, 'starts_on'> & Pick<Plan, 'frequency'>;

/** By what a counter of the machine has run. */
export interface UnitRule {
  readonly basis: 'meter' | 'either';
  readonly meter: string;
  readonly every: number;
  readonly lead: number;
}

export interface PlanEntry {
  /** Where it is that of a service in the catalogue, the plan is how that service comes round. */
  readonly name: string;
  /** Which piece of a kind at the site, from 0 on; or one that has been taken out of service since. */
  readonly of: readonly [Kind, number] | 'retired';
  /** `preventive` where left out. */
  readonly type?: Exclude<MaintenanceType, 'corrective'>;
  /** `internal` where left out. */
  readonly by?: Realization;
  /** Who does it where that is not the equipment's own provider. */
  readonly company?: string;
  readonly minutes: number;
  readonly description?: string;
  readonly priority?: 'low' | 'medium' | 'high' | 'urgent';
  readonly rule: Rule;
  /** Of a plan by meter, beside its calendar or in its place. */
  readonly units?: UnitRule;
  /** So many days after the day of seeding one of its dates is. Left out, its dates begin as soon as it is made. */
  readonly dateIn?: number;
  /** Days. */
  readonly lead: number;
  /** Days. */
  readonly tolerance?: number;
  readonly whenOpen?: 'skip' | 'stack';
  /** So many days before the day of seeding it was made; when the service was set up where left out. */
  readonly madeAgo?: number;
  /** So many days before the day of seeding it was made inactive. */
  readonly stoppedAgo?: number;
  /** What came due in so many days before the day of seeding has been left undone, or begun and not brought to an end. */
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
