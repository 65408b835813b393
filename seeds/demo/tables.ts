/** The hand-kept data of the demo: the files in `tables/`, with their types. What they name is checked when it is written. */
import type { Limits } from '../../resources/metering/excursions.ts';
import type { Plan } from '../../resources/plans/plan.ts';
import type { Step } from '../../resources/procedures/steps.ts';
import type { Interval } from './calendar.ts';
import companyTable from './tables/companies.json' with { type: 'json' };
import equipmentTable from './tables/equipment.json' with { type: 'json' };
import meterTable from './tables/meters.json' with { type: 'json' };
import partTable from './tables/parts.json' with { type: 'json' };
import peopleTable from './tables/people.json' with { type: 'json' };
import planTable from './tables/plans.json' with { type: 'json' };
import procedureTable from './tables/procedures.json' with { type: 'json' };
import roleTable from './tables/roles.json' with { type: 'json' };
import siteTable from './tables/sites.json' with { type: 'json' };
import texts from './tables/texts.json' with { type: 'json' };

export type Level = 'low' | 'medium' | 'high' | 'critical';
export type Realization = 'internal' | 'external' | 'both';
export type WorkType = 'corrective' | 'preventive' | 'predictive' | 'inspection' | 'improvement';
export type Priority = 'low' | 'medium' | 'high' | 'urgent';

/** Recurring work; by the plant's own people and the equipment's provider, unless it says so. */
export interface Service {
  readonly type: WorkType;
  readonly name: string;
  readonly everyDays: number;
  readonly by?: Realization;
  readonly company?: string;
}

/** What is reported, its repair and its cause. */
export interface Fault {
  readonly severity: Level;
  readonly incident: string;
  readonly repair: string;
  readonly reason: string;
}

/** A kind of equipment. */
export interface Equipment {
  /** The prefix of a piece's number, as in `P-101`. */
  readonly tag: string;
  readonly label: string;
  /** Manufacturer and model. */
  readonly models: readonly (readonly [string, string])[];
  /** The lowest and the highest, in euros. */
  readonly price: readonly [number, number];
  readonly criticality: readonly Level[];
  readonly cleaning: Interval | null;
  /** The name of the company that repairs it if the plant does not. */
  readonly provider: string;
  readonly faultsPerYear: number;
  readonly services: readonly Service[];
  readonly faults: readonly Fault[];
}

/** A spare part or consumable. */
export interface Part {
  readonly reference: string;
  readonly name: string;
  readonly unit: string;
  /** Euros per unit. */
  readonly price: number;
  readonly supplier: string;
  /** The supplier's number. */
  readonly company_reference: string;
  /** Units in a usual delivery; a large one is a consumable, used several at a time. */
  readonly delivery: number;
  /** Kinds of equipment. */
  readonly fits: readonly string[];
}

export interface ZoneEntry {
  readonly name: string;
  readonly description?: string;
  /** How many of a kind, and their name here, if it differs from the kind's own label. */
  readonly holds?: readonly (readonly [kind: string, count: number, label?: string])[];
  readonly zones?: readonly ZoneEntry[];
}

export interface SiteEntry {
  readonly worksNights: boolean;
  /** The beginnings of references of parts that are not stocked here. */
  readonly keepsNo: string;
  readonly row: { readonly name: string; readonly timezone: string; readonly is_headquarters: boolean };
  readonly zones: readonly ZoneEntry[];
}

/** A maintenance plan: columns of its row, its equipment, and its history. */
export interface PlanEntry {
  /** If it is a service of the equipment, the plan determines its recurrence. */
  readonly name: string;
  readonly type?: WorkType;
  readonly priority?: Priority;
  readonly realization?: Realization;
  readonly estimated_minutes: number;
  readonly description?: string;
  readonly lead_days: number;
  readonly tolerance_days?: number;
  readonly when_open?: 'skip' | 'stack';
  readonly rule: Omit<Partial<Plan>, 'starts_on'> & Pick<Plan, 'frequency'>;
  /** The interval by a counter of the machine, in addition to the calendar or instead of it. */
  readonly units?: { meter: string; basis: 'meter' | 'either'; every_units: number; lead_units: number };
  /** The number of the piece among its kind at the site, from 0; or a decommissioned one. */
  readonly of: readonly [kind: string, place: number] | 'retired';
  readonly company?: string;
  /** One of its dates is so many days after the day of seeding. Default: its dates begin at its creation. */
  readonly dateIn?: number;
  /** Created so many days before the day of seeding; default: when the service was set up. */
  readonly madeAgo?: number;
  /** Deactivated so many days before the day of seeding. */
  readonly stoppedAgo?: number;
  /** Work that was due in so many days before the day of seeding is not done, or started and not finished. */
  readonly neglected?: { readonly days: number; readonly begun: boolean };
}

export interface MeterEntry {
  readonly name: string;
  readonly unit: string;
  /** The daily gain of a counter, and the number of the reading at which it was replaced on the first machine. */
  readonly perDay?: number;
  readonly replacedAt?: number;
  /** Of a gauge: its usual value; one beyond its limits, which the first machine shows at times. */
  readonly usual?: number;
  readonly unusual?: number;
  readonly limits?: Limits;
  /** After so many readings the sensor of the first machine was away for repair: the picture has a gap there. */
  readonly awayAfter?: number;
}

export interface ProcedureEntry {
  readonly name: string;
  readonly description?: string;
  readonly active?: boolean;
  /** The kind of equipment; `*` for any that has none of its own. */
  readonly fits?: string;
  readonly steps: readonly (Partial<Step> & Pick<Step, 'title' | 'kind'>)[];
}

type Names = 'username' | 'first_name' | 'last_name' | 'office_phone' | 'startsAt';
export interface PersonEntry extends Readonly<Record<Names, string>> {
  readonly id: number;
  /** The names of site and role. */
  readonly roles: readonly (readonly [site: string, role: string])[];
  readonly twoFactor: boolean;
}

/** Operations → resources. */
interface RoleEntry {
  readonly name: string;
  readonly description: string;
  readonly may: Readonly<Record<string, string>>;
}

const typed = <T>(data: unknown): T => data as T;
const rowsOf = <T>({ columns, rows }: { columns: string[]; rows: unknown[][] }): T[] =>
  rows.map((row) => typed<T>(Object.fromEntries(columns.map((name, at) => [name, row[at]]))));

export { texts };
export const people = typed<readonly PersonEntry[]>(peopleTable);
export const roles = typed<readonly RoleEntry[]>(roleTable);
export const siteEntries = typed<readonly SiteEntry[]>(siteTable);
export const procedureEntries = typed<readonly ProcedureEntry[]>(procedureTable);
export const companyEntries =
  rowsOf<Readonly<Record<'name' | 'types' | 'description' | 'email' | 'address', string>>>(companyTable);
export const parts = rowsOf<Omit<Part, 'fits'> & { fits: string }>(partTable).map(
  ({ fits, ...part }): Part => ({ ...part, fits: fits.split(' ') }),
);
export const equipmentGroups =
  typed<Readonly<Record<string, Readonly<Record<string, Equipment>>>>>(equipmentTable);
/** By kind. */
export const equipment: ReadonlyMap<string, Equipment> = new Map(
  Object.values(equipmentGroups).flatMap((kinds) => Object.entries(kinds)),
);
export const equipmentOf = finderOf('equipment', equipment);
/** For a number of machines of each kind. */
export const metersByKind =
  typed<readonly { kind: string; machines: number; meters: readonly MeterEntry[] }[]>(meterTable);
/** By the name of the site. */
const plansBySite = typed<Readonly<Record<string, readonly PlanEntry[]>>>(planTable);

export function planEntriesOf({ row: { name, is_headquarters } }: SiteEntry): readonly PlanEntry[] {
  const shared = is_headquarters ? [] : (plansBySite['every plant'] ?? []);
  return [...shared, ...(plansBySite[name] ?? [])];
}

/** The public secret and codes for trying the second factor. */
export const demoTwoFactor = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  recoveryCodes: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `demo${number}-aaaaa`),
};

/** @param what the word for the values, for the error for an unknown name */
export function finderOf<V>(what: string, known: ReadonlyMap<string, V>): (name: string) => V {
  return (name) => {
    const found = known.get(name);
    if (found === undefined) throw new Error(`The demo has no ${what} ${name}.`);
    return found;
  };
}

export function emailOf({ username }: { readonly username: string }): string {
  return `${username}@demo.test`;
}

/** As `zone.viewAny`. */
export function permissionsOf({ may }: Pick<RoleEntry, 'may'>): string[] {
  return Object.entries(may).flatMap(([operations, resources]) =>
    resources
      .split(' ')
      .flatMap((one) =>
        one === '*' ? ['*'] : operations.split(' ').map((operation) => `${one}.${operation}`),
      ),
  );
}
