/** A material: its columns, its joins, and its answer. */
import type { Knex } from 'knex';
import { toDate } from './database.ts';

/** A row as the queries of this folder select it. */
export interface MaterialRow {
  id: number;
  version: number;
  name: string;
  zone_id: number;
  zone_name: string;
  description: string | null;
  status: keyof typeof transitions;
  criticality: string;
  manufacturer: string | null;
  model: string | null;
  serial_number: string | null;
  in_service_date: string | null;
  warranty_until: string | null;
  purchase_price: number | null;
  cleaning_every: number | null;
  cleaning_unit: string | null;
  last_cleaning_at: Date | string | null;
  next_cleaning_at: Date | string | null;
  maintenance_count: number;
  incident_count: number;
  cleaning_count: number;
  item_count: number;
  site_id: number;
  site_name: string;
  created_by_id: number | null;
  created_by_name: string | null;
  created_at: Date | string;
  updated_at: Date | string;
}

/** Materials with their zone, site, author and counts: the parts of every answer. */
export function selectMaterials(knex: Knex) {
  const count = (table: string): Knex.QueryBuilder =>
    knex(table)
      .count('*')
      .whereRaw('?? = materials.id', [`${table}.material_id`])
      .as(countName[table] ?? table);
  return (
    knex('materials')
      // Left joins, although the rows exist: with inner ones MariaDB starts from the zones and sorts the whole site.
      .leftJoin('zones', 'zones.id', 'materials.zone_id')
      .leftJoin('sites', 'sites.id', 'materials.site_id')
      .leftJoin('users', 'users.id', 'materials.created_by_id')
      .select<MaterialRow[]>(
        'materials.id',
        'materials.version',
        'materials.name',
        'materials.zone_id',
        'zones.name as zone_name',
        'materials.description',
        'materials.status',
        'materials.criticality',
        'materials.manufacturer',
        'materials.model',
        'materials.serial_number',
        'materials.in_service_date',
        'materials.warranty_until',
        'materials.purchase_price',
        'materials.cleaning_every',
        'materials.cleaning_unit',
        'materials.last_cleaning_at',
        'materials.next_cleaning_at',
        'materials.site_id',
        'sites.name as site_name',
        'materials.created_by_id',
        'users.full_name as created_by_name',
        'materials.created_at',
        'materials.updated_at',
        count('maintenances'),
        count('incidents'),
        count('cleanings'),
        count('item_materials'),
      )
  );
}

const countName: Readonly<Record<string, string>> = {
  maintenances: 'maintenance_count',
  incidents: 'incident_count',
  cleanings: 'cleaning_count',
  item_materials: 'item_count',
};

/** The answer of a row. */
export function presentMaterial(row: MaterialRow) {
  return {
    id: row.id,
    name: row.name,
    zone_id: row.zone_id,
    zone: { id: row.zone_id, name: row.zone_name },
    description: row.description,
    status: row.status,
    criticality: row.criticality,
    manufacturer: row.manufacturer,
    model: row.model,
    serial_number: row.serial_number,
    in_service_date: row.in_service_date,
    warranty_until: row.warranty_until,
    purchase_price: row.purchase_price === null ? null : row.purchase_price / 100,
    cleaning_every: row.cleaning_every,
    cleaning_unit: row.cleaning_unit,
    last_cleaning_at: toDate(row.last_cleaning_at),
    next_cleaning_at: toDate(row.next_cleaning_at),
    maintenance_count: row.maintenance_count,
    incident_count: row.incident_count,
    cleaning_count: row.cleaning_count,
    item_count: row.item_count,
    site_id: row.site_id,
    site: { id: row.site_id, name: row.site_name },
    created_by_id: row.created_by_id,
    created_by: row.created_by_id === null ? null : { id: row.created_by_id, full_name: row.created_by_name },
    created_at: toDate(row.created_at),
    updated_at: toDate(row.updated_at),
  };
}

/** A single material also has its possible states. */
export function presentOne(row: MaterialRow) {
  return { ...presentMaterial(row), status_transitions: transitions[row.status] };
}

export const transitions = {
  operational: ['degraded', 'standby', 'down', 'decommissioned'],
  degraded: ['operational', 'standby', 'down', 'decommissioned'],
  standby: ['operational', 'degraded', 'down', 'decommissioned'],
  down: ['operational', 'degraded', 'standby', 'decommissioned'],
  decommissioned: ['standby'],
};
