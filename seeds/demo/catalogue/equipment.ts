/** The demo's data of a kind of equipment: manufacturers, prices, maintenance and faults. */

export type Criticality = 'low' | 'medium' | 'high' | 'critical';
export type Severity = Criticality;
export type Realization = 'internal' | 'external' | 'both';
export type MaintenanceType = 'corrective' | 'preventive' | 'predictive' | 'inspection' | 'improvement';

/** An interval of the calendar. */
export interface CleaningPlan {
  readonly every: number;
  readonly unit: 'day' | 'week' | 'month';
}

/** Recurring work. */
export interface Service {
  readonly type: MaintenanceType;
  readonly name: string;
  readonly everyDays: number;
  readonly by: Realization;
  /** The name of the company that does it, if it is not the equipment's own provider. */
  readonly company?: string;
}

/** A fault: what is reported, its repair and its cause. */
export interface Fault {
  readonly severity: Severity;
  readonly incident: string;
  readonly repair: string;
  readonly reason: string;
}

export interface Equipment {
  /** The prefix of a piece's number, as in `P-101`. */
  readonly tag: string;
  readonly label: string;
  /** Manufacturer and model. */
  readonly models: readonly (readonly [string, string])[];
  /** The lowest and the highest, in euros. */
  readonly price: readonly [number, number];
  readonly criticality: readonly Criticality[];
  readonly cleaning: CleaningPlan | null;
  /** The name of the company that repairs it if the plant does not. */
  readonly provider: string;
  readonly faultsPerYear: number;
  readonly services: readonly Service[];
  readonly faults: readonly Fault[];
}

export function service(
  type: MaintenanceType,
  name: string,
  everyDays: number,
  by: Realization = 'internal',
  company?: string,
): Service {
  return company === undefined ? { type, name, everyDays, by } : { type, name, everyDays, by, company };
}

export function fault(severity: Severity, incident: string, repair: string, reason: string): Fault {
  return { severity, incident, repair, reason };
}

export const weekly: CleaningPlan = { every: 1, unit: 'week' };
export const fortnightly: CleaningPlan = { every: 2, unit: 'week' };
export const monthly: CleaningPlan = { every: 1, unit: 'month' };
export const quarterly: CleaningPlan = { every: 3, unit: 'month' };
export const halfYearly: CleaningPlan = { every: 6, unit: 'month' };
export const yearly: CleaningPlan = { every: 12, unit: 'month' };
