/** The demo world before it becomes rows. References are objects; moments are in milliseconds. */
import type { CountedReading } from '../../resources/metering/counter.ts';
import type { Alarm, Band } from '../../resources/metering/excursions.ts';
import type { Decision } from '../../resources/plans/decide.ts';
import type { Counter, DueDate } from '../../resources/plans/meter-dates.ts';
import type { Plan } from '../../resources/plans/plan.ts';
import type {
  CleaningPlan,
  Criticality,
  Equipment,
  MaintenanceType,
  Realization,
  Severity,
} from './catalogue/equipment.ts';
import type { Kind } from './catalogue/kinds.ts';
import type { MeterEntry } from './catalogue/meters.ts';
import type { Part } from './catalogue/part.ts';
import type { PlanEntry } from './plans/entry.ts';
import type { SitePlan } from './site-plan.ts';

/** Common fields. Ids are assigned at the end, in the order of creation. */
export interface Entry {
  id: number;
  readonly author: Person | null;
  readonly createdAt: number;
  updatedAt: number;
}

export type SiteName = 'Headquarters' | 'Plant North' | 'Plant South';
export type RoleName = 'administrator' | 'manager' | 'technician' | 'viewer';

export interface Person {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly roles: readonly (readonly [SiteName, RoleName])[];
  readonly startsAt: SiteName;
  readonly twoFactor: boolean;
}

export interface Site extends Entry {
  readonly plan: SitePlan;
  /** The people who do and record the work there. */
  readonly staff: readonly Person[];
}

export interface Company extends Entry {
  readonly name: string;
}

export interface Zone extends Entry {
  readonly site: Site;
  readonly name: string;
  readonly description: string | null;
  readonly parent: Zone | null;
  readonly allowsMaterial: boolean;
}

export interface Material extends Entry {
  readonly zone: Zone;
  readonly kind: Kind;
  readonly equipment: Equipment;
  readonly name: string;
  readonly description: string | null;
  status: 'operational' | 'degraded' | 'standby' | 'down' | 'decommissioned';
  readonly criticality: Criticality;
  readonly manufacturer: string;
  readonly model: string;
  readonly serialNumber: string | null;
  readonly inServiceSince: number;
  readonly warrantyUntil: number | null;
  /** Hundredths. */
  readonly purchasePrice: number | null;
  readonly cleaningPlan: CleaningPlan | null;
  /** Set on decommissioned equipment. */
  readonly retiredAt: number | null;
  lastCleaning: number | null;
}

export interface Maintenance extends Entry {
  readonly material: Material;
  readonly name: string;
  readonly description: string | null;
  readonly reason: string | null;
  readonly type: MaintenanceType;
  readonly realization: Realization;
  readonly status: 'planned' | 'in_progress' | 'completed' | 'canceled';
  readonly priority: 'low' | 'medium' | 'high' | 'urgent';
  readonly scheduledAt: number;
  readonly startedAt: number | null;
  readonly resolvedAt: number | null;
  readonly operators: readonly Person[];
  readonly companies: readonly Company[];
  /** Set if a plan made it. */
  readonly origin?: {
    readonly plan: MaintenancePlan;
    readonly dueAt: number;
    /** The end of the date’s window; null if no reading has passed it. ISO 8601. */
    readonly overdueAt: string | null;
  };
}

export interface MaintenancePlan extends Entry {
  readonly entry: PlanEntry;
  readonly material: Material;
  /** The rule for its dates. */
  readonly calendar: Plan;
  /** Its counter, and the rule for that. */
  readonly meter: Meter | null;
  readonly counter: Counter | null;
  readonly operators: readonly Person[];
  readonly companies: readonly Company[];
  /** When it was deactivated. */
  readonly stoppedAt: number | null;
}

/** A date of a plan. */
export interface Occurrence extends Entry {
  readonly plan: MaintenancePlan;
  readonly sequence: number;
  readonly date: DueDate;
  /** Differs from the date itself if it was postponed. */
  readonly dueAt: number;
  /** The tolerance within which work is on time. */
  readonly width: number;
  readonly state: 'scheduled' | 'done' | Decision['status'];
  readonly skipReason: Decision['skip_reason'];
  readonly note: string | null;
  readonly maintenance: Maintenance | null;
  /** Its moment of generation, once it is recorded. */
  readonly generatedAt: number | null;
  /** When its maintenance ended. */
  readonly endedAt: number | null;
}

export interface Incident extends Entry {
  readonly material: Material;
  readonly maintenance: Maintenance | null;
  readonly name: string;
  readonly description: string | null;
  readonly severity: Severity;
  readonly status: 'open' | 'in_progress' | 'resolved' | 'closed';
  readonly startedAt: number;
  readonly resolvedAt: number | null;
  /** The reading that crossed a limit. */
  readonly reading?: Reading;
}

/** A meter of a machine. */
export interface Meter extends Entry {
  readonly entry: MeterEntry;
  readonly material: Material;
  readings: readonly Reading[];
}

export interface Reading extends Entry, CountedReading {
  readonly meter: Meter;
  readonly band: Band | null;
  readonly alarm: Alarm | null;
  readonly crossed: Alarm | null;
  readonly raised: boolean;
}

export interface Cleaning extends Entry {
  readonly material: Material;
  readonly type:
    | 'daily'
    | 'weekly'
    | 'bimonthly'
    | 'monthly'
    | 'quarterly'
    | 'biannual'
    | 'annual'
    | 'casual';
  readonly description: string | null;
  readonly cleanedAt: number;
}

export interface Item extends Entry {
  readonly site: Site;
  readonly part: Part;
  readonly supplier: Company;
  readonly description: string | null;
  readonly fits: readonly Material[];
  readonly warningStock: number | null;
  readonly criticalStock: number | null;
  /** Hundredths. */
  price: number;
  stock: number;
}

export interface Movement extends Entry {
  readonly item: Item;
  readonly type: 'entry' | 'exit';
  readonly quantity: number;
  /** Hundredths. */
  readonly unitPrice: number;
  readonly supplier: Company | null;
  readonly invoice: { readonly number: string; readonly date: string } | null;
  readonly maintenance: Maintenance | null;
  readonly notes: string | null;
  readonly movedAt: number;
  readonly reverses: Movement | null;
}

/** Numbers entries in the order in which they were created. */
export function numberByCreation<E extends Entry>(entries: readonly E[]): E[] {
  const ordered = entries.toSorted((left, right) => left.createdAt - right.createdAt);
  ordered.forEach((entry, index) => {
    entry.id = index + 1;
  });
  return ordered;
}
