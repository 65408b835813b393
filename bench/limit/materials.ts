/** The statements of the service and the form of its answers, written by hand: nothing is decided at run time. */

import { countersOf } from '../../engine/counters/setup.ts';
import { fold, searchText, sortKey } from '../../engine/values.ts';
import { createRegistry } from '../../service/project/registry.ts';
import { readContenderSettings } from '../settings.ts';
import type { Row, Statements, Store, Value } from './statements.ts';

const columns =
  't.id, t.name, t.zone_id, z.name as zone_name, t.parent_id, m.name as parent_name, t.equipment_class_id, ' +
  'c.name as class_name, t.description, t.status, t.criticality, t.manufacturer, t.model, ' +
  't.code, t.serial_number, ' +
  '(select token from request_points a where a.material_id = t.id and a.active = 1 order by a.id limit 1) as point, ' +
  'cast(t.in_service_date as char) as in_service_date, cast(t.warranty_until as char) as warranty_until, ' +
  't.purchase_price, t.replacement_value, cast(t.decommissioned_at as char) as decommissioned_at, ' +
  't.cleaning_every, t.cleaning_unit, ' +
  'cast(t.last_cleaning_at as char) as last_cleaning_at, cast(t.next_cleaning_at as char) as next_cleaning_at, ' +
  '(select count(*) from materials a where a.parent_id = t.id) as children_count, ' +
  '(select count(*) from maintenances a where a.material_id = t.id) as maintenance_count, ' +
  '(select count(*) from incidents a where a.material_id = t.id) as incident_count, ' +
  '(select count(*) from cleanings a where a.material_id = t.id) as cleaning_count, ' +
  '(select count(*) from meters a where a.material_id = t.id) as meter_count, ' +
  '(select count(*) from downtimes a where a.material_id = t.id) as downtime_count, ' +
  '(select count(*) from item_materials a where a.material_id = t.id) as item_count, ' +
  "(select count(*) from attachments a where a.record_id = t.id and a.resource = 'material') as attachment_count, " +
  "(select count(*) from comments a where a.record_id = t.id and a.resource = 'material') as comment_count, " +
  't.site_id, s.name as site_name, t.created_by_id, u.full_name as author, ' +
  'cast(t.created_at as char) as created_at, cast(t.updated_at as char) as updated_at, t.version';
const joins =
  'left join zones z on z.id = t.zone_id left join materials m on m.id = t.parent_id ' +
  'left join equipment_classes c on c.id = t.equipment_class_id left join sites s on s.id = t.site_id ' +
  'left join users u on u.id = t.created_by_id';
const one = `select ${columns} from materials t ${joins} where t.id = ? and t.site_id = ?`;

export interface ListQuery {
  readonly status: string | null;
  readonly search: string | null;
  readonly page: number;
  /** Of the list, for links to other pages. */
  readonly address: string;
}

export interface Visitor {
  readonly id: number;
  readonly siteId: number;
}

const perPage = 20;

/** Of the addresses in answers. */
export const origin = `http://127.0.0.1:${readContenderSettings().port}`;

/** The prefix of the names of materials' counters. */
const counts = countersOf(await createRegistry()).find(({ path }) => path === 'materials')?.prefix;

export async function listMaterials(
  store: Store,
  { siteId }: Visitor,
  { status, search, page, address }: ListQuery,
) {
  const values: Value[] = [siteId];
  let where = 't.site_id = ?';
  if (status !== null) {
    where += ' and t.status = ?';
    values.push(status);
  }
  if (search !== null) {
    where += ' and instr(t.search_text, ?) > 0';
    values.push(fold(search));
  }
  const [counted] =
    search === null
      ? await store.rows('select coalesce(sum(n), 0) as total from tallies where list = ?', [
          `${counts}/${status === null ? '' : `status=${status}`}/${siteId}`,
        ])
      : await store.rows(`select count(*) as total from materials t where ${where}`, values);
  const total = Number(counted?.total);
  const offset = (page - 1) * perPage;
  const rows = offset < total ? await readPage(store, where, values, offset, total) : [];
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (number: number) => `${address}&page=${number}`;
  return {
    data: rows.map(present),
    meta: {
      current_page: page,
      from: rows.length > 0 ? offset + 1 : 0,
      last_page: last,
      per_page: perPage,
      to: rows.length > 0 ? offset + rows.length : 0,
      total,
    },
    links: {
      first: link(1),
      last: link(last),
      prev: page > 1 ? link(page - 1) : null,
      next: page < last ? link(page + 1) : null,
    },
  };
}

/** Past the middle it reads from the end, like the service. */
async function readPage(store: Store, where: string, values: Value[], offset: number, total: number) {
  const turned = offset > total / 2;
  const order = (of: string) => (turned ? `${of}.name_key desc, ${of}.id desc` : `${of}.name_key, ${of}.id`);
  const limit = Math.min(perPage, total - offset);
  const rows = await store.rows(
    `select ${columns} from (select t.id, t.name_key from materials t where ${where} order by ${order('t')} limit ? offset ?) p ` +
      `join materials t on t.id = p.id ${joins} order by ${order('p')}`,
    [...values, limit, turned ? total - offset - limit : offset],
  );
  return turned ? rows.toReversed() : rows;
}

export async function viewMaterial(statements: Statements, { siteId }: Visitor, id: number) {
  const [row] = await statements.rows(one, [id, siteId]);
  return row ? { ...present(row), status_transitions: transitions[String(row.status)] } : null;
}

export interface Body {
  readonly name: string;
  readonly zone_id: number;
  readonly manufacturer: string;
  readonly serial_number: string;
}

export function createMaterial(store: Store, visitor: Visitor, body: Body, now: string) {
  const { name, zone_id: zone, manufacturer, serial_number: serial } = body;
  return store.transaction(async (statements) => {
    await statements.rows(
      `select id from zones where id = ? and site_id = ? and allow_material = 1${store.forShare}`,
      [zone, visitor.siteId],
    );
    const id = await statements.run(
      'insert into materials (created_at, created_by_id, criticality, manufacturer, name, name_key, search_text, ' +
        'serial_number, site_id, status, updated_at, version, zone_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?)',
      [
        ...[now, visitor.id, 'medium', manufacturer, name, sortKey(name)],
        ...[searchText([name, serial, manufacturer]), serial, visitor.siteId, 'operational', now, zone],
      ],
    );
    await record(statements, visitor, 'create', id, body, now);
    return viewMaterial(statements, visitor, id);
  });
}

export function updateMaterial(store: Store, visitor: Visitor, id: number, description: string, now: string) {
  return store.transaction(async (statements) => {
    const [row] = await statements.rows(
      `select * from materials where id = ? and site_id = ?${store.forUpdate}`,
      [id, visitor.siteId],
    );
    if (!row) return null;
    const texts = [row.name, row.serial_number, row.manufacturer, row.model, description];
    await statements.run(
      'update materials set description = ?, search_text = ?, updated_at = ?, version = version + 1 where id = ?',
      [description, searchText(texts.filter((text) => typeof text === 'string')), now, id],
    );
    await record(statements, visitor, 'update', id, { description: [row.description, description] }, now);
    return viewMaterial(statements, visitor, id);
  });
}

function record(
  statements: Statements,
  by: Visitor,
  action: string,
  id: number,
  changes: object,
  now: string,
) {
  return statements.run(
    'insert into activities (action, changes, created_at, created_by_id, name, record_id, resource, site_id, ' +
      "updated_at, user_id, version) values (?, ?, ?, ?, ?, ?, 'material', ?, ?, ?, 1)",
    [action, JSON.stringify(changes), now, by.id, `material.${action}`, id, by.siteId, now, by.id],
  );
}

function present(row: Row) {
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
    purchase_price: row.purchase_price === null ? null : Number(row.purchase_price) / 100,
    replacement_value: row.replacement_value === null ? null : Number(row.replacement_value) / 100,
    decommissioned_at: moment(row.decommissioned_at),
    cleaning_every: row.cleaning_every,
    cleaning_unit: row.cleaning_unit,
    last_cleaning_at: moment(row.last_cleaning_at),
    next_cleaning_at: moment(row.next_cleaning_at),
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
    created_by: row.created_by_id === null ? null : { id: row.created_by_id, full_name: row.author },
    created_at: moment(row.created_at),
    updated_at: moment(row.updated_at),
  };
}

function moment(stored: unknown): string | null {
  return typeof stored === 'string' ? `${stored.slice(0, 10)}T${stored.slice(11)}Z` : null;
}

const transitions: Readonly<Record<string, readonly string[]>> = {
  operational: ['degraded', 'standby', 'down', 'decommissioned'],
  degraded: ['operational', 'standby', 'down', 'decommissioned'],
  standby: ['operational', 'degraded', 'down', 'decommissioned'],
  down: ['operational', 'degraded', 'standby', 'decommissioned'],
  decommissioned: ['standby'],
};
