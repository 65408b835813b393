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
  parent_id: number | null;
  parent_name: string | null;
  equipment_class_id: number | null;
  class_name: string | null;
  description: string | null;
  status: keyof typeof transitions;
  criticality: string;
  manufacturer: string | null;
  model: string | null;
  code: string | null;
  serial_number: string | null;
  point: string | null;
  in_service_date: string | null;
  warranty_until: string | null;
  purchase_price: number | null;
  replacement_value: number | null;
  decommissioned_at: Date | string | null;
  cleaning_every: number | null;
  cleaning_unit: string | null;
  last_cleaning_at: Date | string | null;
  next_cleaning_at: Date | string | null;
  children_count: number;
  maintenance_count: number;
  incident_count: number;
  cleaning_count: number;
  meter_count: number;
  downtime_count: number;
  item_count: number;
  attachment_count: number;
  comment_count: number;
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
  const countBeside = (table: string): Knex.QueryBuilder =>
    knex(table)
      .count('*')
      .whereRaw('record_id = materials.id')
      .where({ resource: 'material' })
      .as(countName[table] ?? table);
  const point: Knex.QueryBuilder = knex('request_points')
    .where({ active: 1 })
    .whereRaw('material_id = materials.id')
    .orderBy('id')
    .limit(1)
    .select('token')
    .as('point');
  const parts: Knex.QueryBuilder = knex('materials as children')
    .count('*')
    .whereRaw('children.parent_id = materials.id')
    .as('children_count');
  return (
    knex('materials')
      // Left joins, although the rows exist: with inner ones MariaDB starts from the zones and sorts the whole site.
      .leftJoin('zones', 'zones.id', 'materials.zone_id')
      .leftJoin('materials as parents', 'parents.id', 'materials.parent_id')
      .leftJoin('equipment_classes as classes', 'classes.id', 'materials.equipment_class_id')
      .leftJoin('sites', 'sites.id', 'materials.site_id')
      .leftJoin('users', 'users.id', 'materials.created_by_id')
      .select<MaterialRow[]>(
        'materials.id',
        'materials.version',
        'materials.name',
        'materials.zone_id',
        'zones.name as zone_name',
        'materials.parent_id',
        'parents.name as parent_name',
        'materials.equipment_class_id',
        'classes.name as class_name',
        'materials.description',
        'materials.status',
        'materials.criticality',
        'materials.manufacturer',
        'materials.model',
        'materials.code',
        'materials.serial_number',
        'materials.in_service_date',
        'materials.warranty_until',
        'materials.purchase_price',
        'materials.replacement_value',
        'materials.decommissioned_at',
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
        point,
        parts,
        count('maintenances'),
        count('incidents'),
        count('cleanings'),
        count('meters'),
        count('downtimes'),
        count('item_materials'),
        countBeside('attachments'),
        countBeside('comments'),
      )
  );
}

const countName: Readonly<Record<string, string>> = {
  maintenances: 'maintenance_count',
  incidents: 'incident_count',
  cleanings: 'cleaning_count',
  meters: 'meter_count',
  downtimes: 'downtime_count',
  item_materials: 'item_count',
  attachments: 'attachment_count',
  comments: 'comment_count',
};

/** The answer of a row. */
export function presentMaterial(row: MaterialRow, origin: string) {
  return {
    id: row.id,
    name: row.name,
    zone_id: row.zone_id,
    zone: { id: row.zone_id, name: row.zone_name },
    parent_id: row.parent_id,
    parent: row.parent_id === null ? null : { id: row.parent_id, name: row.parent_name },
    equipment_class_id: row.equipment_class_id,
    equipment_class:
      row.equipment_class_id === null ? null : { id: row.equipment_class_id, name: row.class_name },
    description: row.description,
    status: row.status,
    criticality: row.criticality,
    manufacturer: row.manufacturer,
    model: row.model,
    code: row.code,
    serial_number: row.serial_number,
    scan_url:
      origin + (row.point === null ? `/console/materials/${row.id}?site=${row.site_id}` : `/r/${row.point}`),
    in_service_date: row.in_service_date,
    warranty_until: row.warranty_until,
    purchase_price: row.purchase_price === null ? null : row.purchase_price / 100,
    replacement_value: row.replacement_value === null ? null : row.replacement_value / 100,
    decommissioned_at: toDate(row.decommissioned_at),
    cleaning_every: row.cleaning_every,
    cleaning_unit: row.cleaning_unit,
    last_cleaning_at: toDate(row.last_cleaning_at),
    next_cleaning_at: toDate(row.next_cleaning_at),
    children_count: row.children_count,
    maintenance_count: row.maintenance_count,
    incident_count: row.incident_count,
    cleaning_count: row.cleaning_count,
    meter_count: row.meter_count,
    downtime_count: row.downtime_count,
    item_count: row.item_count,
    attachment_count: row.attachment_count,
    comment_count: row.comment_count,
    site_id: row.site_id,
    site: { id: row.site_id, name: row.site_name },
    created_by_id: row.created_by_id,
    created_by: row.created_by_id === null ? null : { id: row.created_by_id, full_name: row.created_by_name },
    created_at: toDate(row.created_at),
    updated_at: toDate(row.updated_at),
  };
}

/** A single material also has its possible states. */
export function presentOne(row: MaterialRow, origin: string) {
  return { ...presentMaterial(row, origin), status_transitions: transitions[row.status] };
}

export const transitions = {
  operational: ['degraded', 'standby', 'down', 'decommissioned'],
  degraded: ['operational', 'standby', 'down', 'decommissioned'],
  standby: ['operational', 'degraded', 'down', 'decommissioned'],
  down: ['operational', 'degraded', 'standby', 'decommissioned'],
  decommissioned: ['standby'],
};
