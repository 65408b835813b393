/** Rows before they are written: references are rows, moments are milliseconds, and `of` is what only the generator knows. */
import type { CountedReading } from '../../resources/metering/counter.ts';
import type { Alarm, Band } from '../../resources/metering/excursions.ts';
import type { Counter } from '../../resources/plans/meter-dates.ts';
import type { Plan as Calendar } from '../../resources/plans/plan.ts';
import { isoOf } from './calendar.ts';
import type {
  Equipment,
  Level,
  MeterEntry,
  Part,
  PersonEntry,
  PlanEntry,
  ProcedureEntry,
  Realization,
  SiteEntry,
  WorkType,
} from './tables.ts';

/** A row of any resource. */
export interface Draft {
  /** Assigned at the end, in the order of creation. */
  id: number;
  readonly created_by: Person | null;
  readonly created_at: number;
  updated_at: number;
}

export interface Person extends Draft {
  readonly username: string;
  readonly of: Pick<PersonEntry, 'roles' | 'startsAt' | 'twoFactor'>;
}

export interface Site extends Draft {
  readonly name: string;
  readonly timezone: string;
  readonly is_headquarters: boolean;
  /** With the people who do and record the work there. */
  readonly of: { readonly entry: SiteEntry; readonly staff: readonly Person[] };
}

export interface Company extends Draft {
  readonly name: string;
}

export type CompanyFinder = (name: string) => Company;

/** Of a site. */
export interface Local extends Draft {
  readonly site: Site;
}

export interface Zone extends Local {
  readonly name: string;
  readonly parent: Zone | null;
}

export interface Material extends Local {
  readonly name: string;
  readonly zone: Zone;
  status: 'operational' | 'degraded' | 'standby' | 'down' | 'decommissioned';
  readonly criticality: Level;
  readonly cleaning_every: number | null;
  readonly cleaning_unit: 'day' | 'week' | 'month' | null;
  last_cleaning_at: number | null;
  readonly decommissioned_at: number | null;
  readonly purchase_price: number | null;
  parent: Draft | null;
  readonly of: { readonly kind: string; readonly equipment: Equipment; readonly since: number };
}

/** What is done to a material, or happens to it. */
export interface Event extends Local {
  readonly material: Material;
  readonly name: string;
}

export interface Work extends Event {
  readonly type: WorkType;
  readonly realization: Realization;
  readonly status: 'planned' | 'in_progress' | 'completed' | 'canceled';
  readonly scheduled_at: number;
  readonly started_at: number | null;
  readonly resolved_at: number | null;
  readonly operators: readonly Person[];
  readonly companies: readonly Company[];
  readonly maintenance_plan: Plan | null;
  readonly estimated_minutes: number | null;
  readonly procedure: Procedure | null;
}

export interface Incident extends Event {
  readonly maintenance: Work | null;
  readonly severity: Level;
  readonly status: 'open' | 'in_progress' | 'resolved' | 'closed';
  readonly started_at: number;
  readonly resolved_at: number | null;
  /** The codes of a failure. */
  readonly mode?: string | undefined;
  readonly mechanism?: string | undefined;
  readonly cause?: string | null | undefined;
}

export interface Cleaning extends Event {
  readonly cleaned_at: number;
}

export interface Reading extends Event, Omit<CountedReading, 'total'> {
  readonly meter: Meter;
  /** Null for a gauge. */
  readonly total: number | null;
  readonly band: Band | null;
  alarm: Alarm | null;
  crossed: Alarm | null;
  raised: boolean;
}

export interface Meter extends Event {
  readonly of: { readonly entry: MeterEntry; readonly readings: Reading[] };
}

export interface Procedure extends Local {
  readonly name: string;
  readonly steps: ProcedureEntry['steps'];
}

export interface Plan extends Event {
  procedure: Procedure | null;
  readonly meter: Meter | null;
  readonly operators: readonly Person[];
  readonly companies: readonly Company[];
  readonly of: {
    readonly entry: PlanEntry;
    readonly calendar: Calendar;
    readonly counter: Counter | null;
    /** When it was deactivated. */
    readonly stoppedAt: number | null;
  };
}

export interface Item extends Local {
  readonly name: string;
  readonly company: Company;
  readonly materials: readonly Material[];
  readonly warning_stock: number | null;
  readonly critical_stock: number | null;
  /** Hundredths. */
  current_price: number;
  current_stock: number;
  readonly of: { readonly part: Part };
}

export interface Movement extends Local {
  readonly item: Item;
  readonly type: 'entry' | 'exit';
  readonly quantity: number;
  /** Hundredths. */
  readonly unit_price: number;
  readonly maintenance: Work | null;
  readonly moved_at: number;
}

/** A row as `load` takes it. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows by the path of their resource. */
export type Lists = readonly (readonly [path: string, rows: readonly object[]])[];

/** What every row begins with. */
export function made(author: Person | null, createdAt: number, updatedAt = createdAt): Draft {
  return { id: 0, created_by: author, created_at: createdAt, updated_at: updatedAt };
}

/** The rows of a site. */
export function ownOf<R extends { readonly site: Site }>(site: Site, rows: readonly R[]): R[] {
  return rows.filter((row) => row.site === site);
}

/** Numbers rows in the order in which they were created. */
export function numbered<D extends Draft>(drafts: readonly D[]): D[] {
  const ordered = drafts.toSorted((left, right) => left.created_at - right.created_at);
  return counted(ordered);
}

/** Numbers rows as they are. */
export function counted<D extends Draft>(drafts: readonly D[]): D[] {
  return drafts.map((draft, at) => Object.assign(draft, { id: at + 1 }));
}

const amounts = ['purchase_price', 'replacement_value', 'current_price', 'unit_price', 'total_price', 'cost'];

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'created_at' in value;

/** The row of a draft, with ids, ISO 8601 and euros. What is null or empty is left out. */
export function written(draft: object): Row {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(draft)) {
    if (name === 'of' || value === null || value === undefined || value.length === 0) continue;
    if (isDraft(value)) row[`${name}_id`] = value.id;
    else if (Array.isArray(value) && value.every(isDraft)) {
      row[`${name.replace(/ies$/, 'y').replace(/s$/, '')}_ids`] = value.map(({ id }) => id);
    } else if (typeof value !== 'number') row[name] = value;
    else if (amounts.includes(name)) row[name] = value / 100;
    else row[name] = name.endsWith('_at') ? isoOf(value) : value;
  }
  return row;
}
