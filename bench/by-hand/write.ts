/** Creates and changes materials, each in one transaction with its journal entry. */
import type { Knex } from 'knex';
import { searchText, sortKey } from '../../engine/values.ts';
import { toStored } from './database.ts';
import { invalid, notFound } from './errors.ts';
import { type MaterialRow, selectMaterials, transitions } from './material.ts';
import type { MaterialBody } from './schemas.ts';
import type { Visitor } from './sign-in.ts';

type Columns = Record<string, string | number | null | Knex.Raw>;

/** @throws HttpError 422 */
export function createMaterial(
  knex: Knex,
  body: MaterialBody & { name: string; zone_id: number },
  visitor: Visitor,
): Promise<MaterialRow> {
  return knex.transaction(async (trx) => {
    await checkZone(trx, body.zone_id, visitor);
    await checkUnique(trx, body, visitor.siteId, body.zone_id);
    const now = toStored(new Date());
    const values = { description: null, status: 'operational', criticality: 'medium', ...body };
    const [id] = await trx('materials').insert({
      ...columnsOf(values),
      search_text: textOf(values),
      site_id: visitor.siteId,
      created_by_id: visitor.id,
      created_at: now,
      updated_at: now,
      version: 1,
    });
    const changes = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [null, value]]));
    await record(trx, 'create', Number(id), changes, visitor, now);
    return findMaterial(trx, Number(id), visitor);
  });
}

/** @throws HttpError 404 or 422 */
export function updateMaterial(
  knex: Knex,
  id: number,
  body: MaterialBody,
  visitor: Visitor,
): Promise<MaterialRow> {
  return knex.transaction(async (trx) => {
    const before = await trx('materials').where({ id, site_id: visitor.siteId }).forUpdate().first();
    if (!before) throw notFound();
    if (body.status !== undefined && body.status !== before.status)
      checkTransition(before.status, body.status);
    if (body.zone_id !== undefined && body.zone_id !== before.zone_id) {
      await checkZone(trx, body.zone_id, visitor);
    }
    const changed = Object.entries(body).filter(([name, value]) => valueIn(before, name) !== value);
    if (changed.length > 0) {
      const values = Object.fromEntries(changed);
      await checkUnique(trx, values, visitor.siteId, before.zone_id);
      const now = toStored(new Date());
      const columns: Columns = { ...columnsOf(values), updated_at: now, version: trx.raw('version + 1') };
      columns.search_text = textOf({ ...before, ...values });
      await trx('materials').where({ id }).update(columns);
      const changes = changed.map(([name, value]) => [name, [valueIn(before, name), value]]);
      await record(trx, 'update', id, Object.fromEntries(changes), visitor, now);
    }
    return findMaterial(trx, id, visitor);
  });
}

/** @throws HttpError 404 */
export async function findMaterial(knex: Knex, id: number, visitor: Visitor): Promise<MaterialRow> {
  const row = await selectMaterials(knex)
    .where('materials.id', id)
    .modify((rows) => {
      if (!visitor.isHeadquarters) rows.where('materials.site_id', visitor.siteId);
    })
    .first();
  if (!row) throw notFound();
  return row;
}

async function checkZone(trx: Knex, id: number, { siteId }: Visitor): Promise<void> {
  const zone = await trx('zones').where({ id, site_id: siteId, allow_material: 1 }).forShare().first('id');
  if (!zone) throw invalid('zone_id', 'The zone is not one that takes materials.');
}

async function checkUnique(trx: Knex, values: MaterialBody, siteId: number, zone: number): Promise<void> {
  const { name, serial_number } = values;
  if (
    name !== undefined &&
    (await trx('materials')
      .where({ zone_id: values.zone_id ?? zone, name })
      .first('id'))
  ) {
    throw invalid('name', 'The name has already been taken.');
  }
  if (serial_number && (await trx('materials').where({ site_id: siteId, serial_number }).first('id'))) {
    throw invalid('serial_number', 'The serial number has already been taken.');
  }
}

function checkTransition(from: keyof typeof transitions, to: string): void {
  if (!transitions[from].includes(to)) throw invalid('status', `From ${from} it cannot become ${to}.`);
}

function columnsOf(values: MaterialBody): Columns {
  const { purchase_price: price, name, ...rest } = values;
  return {
    ...rest,
    ...(name === undefined ? {} : { name, name_key: sortKey(name) }),
    ...(price === undefined ? {} : { purchase_price: price === null ? null : Math.round(price * 100) }),
  };
}

function textOf(row: MaterialBody): string {
  const parts = [row.name, row.serial_number, row.manufacturer, row.model, row.description];
  return searchText(parts.filter((part) => typeof part === 'string'));
}

function valueIn(row: Record<string, unknown>, name: string): unknown {
  return name === 'purchase_price' && typeof row[name] === 'number' ? row[name] / 100 : row[name];
}

async function record(
  trx: Knex,
  action: string,
  id: number,
  changes: object,
  visitor: Visitor,
  now: string,
): Promise<void> {
  await trx('activities').insert({
    name: `material.${action}`,
    resource: 'material',
    record_id: id,
    action,
    site_id: visitor.siteId,
    user_id: visitor.id,
    created_by_id: visitor.id,
    changes: JSON.stringify(changes),
    created_at: now,
    updated_at: now,
    version: 1,
  });
}
