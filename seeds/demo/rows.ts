/** Converts the demo world to rows of each resource, in an order for foreign keys; without stock and plans. */
import { dayOf, isoOf, nextCleaning } from './calendar.ts';
import { type CodeIds, namerOf } from './codes.ts';
import type { Maintenance, Material, Zone } from './model.ts';
import type { World } from './world.ts';

/** A row in the form of an answer. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows by the path of their resource. */
export type Lists = readonly (readonly [string, readonly Row[]])[];

/** The common columns. Moments are in milliseconds since 1970. */
interface Origin {
  readonly id: number;
  readonly author: { readonly id: number } | null;
  readonly createdAt: number;
  /** Default: `createdAt`. */
  readonly updatedAt?: number;
}

export function stamps({ id, createdAt, updatedAt = createdAt, author }: Origin): Row {
  return {
    id,
    created_at: isoOf(createdAt),
    updated_at: isoOf(updatedAt),
    created_by_id: author?.id ?? null,
  };
}

export function idsOf(rows: readonly { readonly id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** From hundredths. */
export function amountOf(hundredths: number): number;
export function amountOf(hundredths: number | null): number | null;
export function amountOf(hundredths: number | null): number | null {
  return hundredths === null ? null : hundredths / 100;
}

/** The sites, zones and companies. */
export function placeRowsOf({ sites, companies, zones }: World): Lists {
  return [
    ['sites', sites.map((site) => ({ ...stamps(site), ...siteColumns(site.plan) }))],
    [
      'companies',
      companies.map(({ entry, ...company }) => ({
        ...stamps(company),
        name: entry.name,
        types: entry.types,
        description: entry.description,
        email: entry.mailbox,
        address: entry.address,
      })),
    ],
    ['zones', zones.map(zoneRow)],
  ];
}

/** @param procedureOf the id of a maintenance's procedure */
export function workRowsOf(
  { maintenances, incidents, cleanings }: World,
  codes: CodeIds,
  procedureOf: (maintenance: Maintenance) => number | null,
): Lists {
  const codesOf = namerOf(codes);
  return [
    [
      'maintenances',
      maintenances.map((maintenance) => ({
        ...maintenanceRow(maintenance),
        procedure_id: procedureOf(maintenance),
      })),
    ],
    [
      'incidents',
      incidents.map((incident) => ({
        ...stamps(incident),
        site_id: incident.material.zone.site.id,
        name: incident.name,
        material_id: incident.material.id,
        maintenance_id: incident.maintenance?.id ?? null,
        description: incident.description,
        severity: incident.severity,
        status: incident.status,
        started_at: isoOf(incident.startedAt),
        resolved_at: isoOf(incident.resolvedAt),
        ...codesOf(incident),
        meter_id: incident.reading?.meter.id ?? null,
        meter_reading_id: incident.reading?.id ?? null,
      })),
    ],
    [
      'cleanings',
      cleanings.map((cleaning) => ({
        ...stamps(cleaning),
        site_id: cleaning.material.zone.site.id,
        name: `Cleaning of ${cleaning.material.name}`,
        material_id: cleaning.material.id,
        type: cleaning.type,
        description: cleaning.description,
        cleaned_at: isoOf(cleaning.cleanedAt),
      })),
    ],
  ];
}

function siteColumns(plan: World['sites'][number]['plan']): Row {
  const [officePhone, cellPhone] = plan.phones;
  return {
    name: plan.name,
    is_headquarters: plan.isHeadquarters,
    maintenance_hours_per_week: plan.hoursPerWeek,
    timezone: plan.timezone,
    email: plan.mailbox,
    office_phone: officePhone,
    cell_phone: cellPhone,
    address: plan.address,
    zip_code: plan.zipCode,
    city: plan.city,
    country: plan.country,
  };
}

function zoneRow(zone: Zone): Row {
  return {
    ...stamps(zone),
    site_id: zone.site.id,
    name: zone.name,
    description: zone.description,
    parent_id: zone.parent?.id ?? null,
    allow_material: zone.allowsMaterial,
  };
}

/** The row of any material. */
export function materialRow(material: Material): Row {
  const { zone, cleaningPlan: plan, lastCleaning, name, serialNumber, manufacturer, model } = material;
  const { id: siteId, plan: site } = zone.site;
  const next = plan && nextCleaning(lastCleaning ?? material.createdAt, plan, site.timezone);
  return {
    ...stamps(material),
    site_id: siteId,
    name,
    zone_id: zone.id,
    description: material.description,
    status: material.status,
    criticality: material.criticality,
    manufacturer,
    model,
    code: `EQ-${String(material.id).padStart(4, '0')}`,
    serial_number: serialNumber,
    in_service_date: dayOf(material.inServiceSince),
    warranty_until: material.warrantyUntil === null ? null : dayOf(material.warrantyUntil),
    purchase_price: amountOf(material.purchasePrice),
    decommissioned_at: isoOf(material.retiredAt),
    cleaning_every: plan?.every ?? null,
    cleaning_unit: plan?.unit ?? null,
    last_cleaning_at: isoOf(lastCleaning),
    next_cleaning_at: isoOf(next),
  };
}

function maintenanceRow(maintenance: Maintenance): Row {
  const { name, description, reason, origin } = maintenance;
  return {
    ...stamps(maintenance),
    site_id: maintenance.material.zone.site.id,
    name,
    material_id: maintenance.material.id,
    description,
    reason,
    type: maintenance.type,
    realization: maintenance.realization,
    status: maintenance.status,
    priority: maintenance.priority,
    scheduled_at: isoOf(maintenance.scheduledAt),
    started_at: isoOf(maintenance.startedAt),
    resolved_at: isoOf(maintenance.resolvedAt),
    maintenance_plan_id: origin?.plan.id ?? null,
    due_at: origin ? isoOf(origin.dueAt) : null,
    overdue_at: origin ? origin.overdueAt : isoOf(maintenance.scheduledAt),
    estimated_minutes: origin?.plan.entry.minutes ?? null,
    operator_ids: idsOf(maintenance.operators),
    company_ids: idsOf(maintenance.companies),
  };
}
