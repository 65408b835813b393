/** Turns the demo world into the rows of each table, in an order that foreign keys allow; stock and plans apart. */
import { type Stored, searchText, sortKey } from '../../engine/values.ts';
import { nextCleaning, stored, storedDay } from './calendar.ts';
import type { Maintenance, Material, Zone } from './model.ts';
import type { World } from './world.ts';

export type Row = Readonly<Record<string, Stored>>;

/** Rows under the name of their table. */
export type Tables = readonly (readonly [string, readonly Row[]])[];

/** What every row has. Moments are in milliseconds since 1970. */
interface Origin {
  readonly id: number;
  readonly author: { readonly id: number } | null;
  readonly createdAt: number;
  /** As `createdAt` where it never changed. */
  readonly updatedAt?: number;
}

export function stamps({ id, createdAt, updatedAt = createdAt, author }: Origin): Row {
  return {
    id,
    version: 1,
    created_at: stored(createdAt),
    updated_at: stored(updatedAt),
    created_by_id: author?.id ?? null,
  };
}

/** A text with its folded copy beside it. */
export function keyed(column: string, text: string | null): Row {
  return { [column]: text, [`${column}_key`]: text === null ? null : sortKey(text) };
}

export function search(...texts: (string | null)[]): Row {
  return { search_text: searchText(texts.filter((text) => text !== null)) };
}

/** Where work is done, on what, and who is hired for it. */
export function placeRowsOf({ sites, companies, zones, materials }: World): Tables {
  return [
    ['sites', sites.map((site) => ({ ...stamps(site), ...siteColumns(site.plan) }))],
    [
      'companies',
      companies.map(({ entry, ...company }) => ({
        ...stamps(company),
        ...keyed('name', entry.name),
        description: entry.description,
        email: entry.mailbox,
        phone: null,
        address: entry.address,
        ...search(entry.name, entry.mailbox),
      })),
    ],
    [
      'company_types',
      companies.flatMap(({ id, entry }) => entry.types.map((type) => ({ company_id: id, type }))),
    ],
    ['zones', zones.map(zoneRow)],
    ['materials', materials.map(materialRow)],
  ];
}

export function workRowsOf({ maintenances, incidents, cleanings }: World): Tables {
  return [
    ['maintenances', maintenances.map(maintenanceRow)],
    [
      'maintenance_operators',
      maintenances.flatMap(({ id, operators }) =>
        operators.map((operator) => ({ maintenance_id: id, user_id: operator.id })),
      ),
    ],
    [
      'maintenance_companies',
      maintenances.flatMap(({ id, companies: hired }) =>
        hired.map((company) => ({ maintenance_id: id, company_id: company.id })),
      ),
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
        started_at: stored(incident.startedAt),
        resolved_at: stored(incident.resolvedAt),
        ...search(incident.name, incident.description),
      })),
    ],
    [
      'cleanings',
      cleanings.map((cleaning) => {
        const name = `Cleaning of ${cleaning.material.name}`;
        return {
          ...stamps(cleaning),
          site_id: cleaning.material.zone.site.id,
          name,
          material_id: cleaning.material.id,
          type: cleaning.type,
          description: cleaning.description,
          cleaned_at: stored(cleaning.cleanedAt),
          ...search(name, cleaning.description),
        };
      }),
    ],
  ];
}

function siteColumns(plan: World['sites'][number]['plan']): Row {
  const [officePhone, cellPhone] = plan.phones;
  return {
    ...keyed('name', plan.name),
    is_headquarters: plan.isHeadquarters ? 1 : 0,
    headquarters_slot: plan.isHeadquarters ? 1 : null,
    timezone: plan.timezone,
    email: plan.mailbox,
    office_phone: officePhone,
    cell_phone: cellPhone,
    address: plan.address,
    zip_code: plan.zipCode,
    ...keyed('city', plan.city),
    country: plan.country,
    ...search(plan.name, plan.city),
  };
}

function zoneRow(zone: Zone): Row {
  return {
    ...stamps(zone),
    site_id: zone.site.id,
    ...keyed('name', zone.name),
    description: zone.description,
    parent_id: zone.parent?.id ?? null,
    allow_material: zone.allowsMaterial ? 1 : 0,
    ...search(zone.name),
  };
}

function materialRow(material: Material): Row {
  const { zone, cleaningPlan: plan, lastCleaning, name, serialNumber, manufacturer, model } = material;
  const { id: siteId, plan: site } = zone.site;
  const next = plan && nextCleaning(lastCleaning ?? material.createdAt, plan, site.timezone);
  return {
    ...stamps(material),
    site_id: siteId,
    ...keyed('name', name),
    zone_id: zone.id,
    description: material.description,
    status: material.status,
    criticality: material.criticality,
    manufacturer,
    model,
    serial_number: serialNumber,
    in_service_date: storedDay(material.inServiceSince),
    warranty_until: material.warrantyUntil === null ? null : storedDay(material.warrantyUntil),
    purchase_price: material.purchasePrice,
    cleaning_every: plan?.every ?? null,
    cleaning_unit: plan?.unit ?? null,
    last_cleaning_at: stored(lastCleaning),
    next_cleaning_at: stored(next),
    ...search(name, serialNumber, manufacturer, model, material.description),
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
    scheduled_at: stored(maintenance.scheduledAt),
    started_at: stored(maintenance.startedAt),
    resolved_at: stored(maintenance.resolvedAt),
    maintenance_plan_id: origin?.plan.id ?? null,
    due_at: origin ? stored(origin.dueAt) : null,
    estimated_minutes: origin?.plan.entry.minutes ?? null,
    ...search(name, description, reason),
  };
}
