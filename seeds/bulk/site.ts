/** Creates a bulk site with its zones, and what its rows refer to: an operator, a company, the administrator. */
import type { Knex } from 'knex';
import { day, minute } from '../demo/calendar.ts';
import { administrator, emailOf } from '../demo/people.ts';
import { insertTables, keyed, type Row, search, stamps } from './insert.ts';
import { type BulkSite, hallOfBay, sizesFor } from './plan.ts';

const operator = {
  first: 'Bulk',
  last: 'Operator',
  username: 'bulk-operator',
  email: 'bulk-operator@bulk.invalid',
};
const companyName = 'Bulk Supplies';

/** @returns the site, with the ids of its future rows */
export async function createBulkSite(trx: Knex, materials: number, today: number): Promise<BulkSite> {
  const start = today - 365 * day;
  const operatorId =
    (await findId(trx, 'users', { username: operator.username })) ?? (await addOperator(trx, start));
  const companyId = (await findId(trx, 'companies', { name: companyName })) ?? (await addCompany(trx, start));
  const id = await nextId(trx, 'sites');
  const name = `Bulk ${await nextNumber(trx)}`;
  const author = { id: operatorId };
  await trx('sites').insert({
    ...stamps({ id, author, createdAt: start }),
    ...keyed('name', name),
    is_headquarters: 0,
    timezone: 'UTC',
    ...search(name),
  });
  await addMembers(trx, id, operatorId);
  const site: BulkSite = {
    id,
    name,
    operatorId,
    companyId,
    materials,
    firstZone: await nextId(trx, 'zones'),
    firstMaterial: await nextId(trx, 'materials'),
    firstMaintenance: await nextId(trx, 'maintenances'),
    firstItem: await nextId(trx, 'items'),
    firstMovement: await nextId(trx, 'item_movements'),
    today,
  };
  await insertTables(trx, [['zones', zoneRows(site, start)]]);
  return site;
}

/** The id of the zone of a bay: the halls come first. */
export function bayId({ firstZone, materials }: BulkSite, bay: number): number {
  return firstZone + sizesFor(materials).halls + bay;
}

function zoneRows(site: BulkSite, start: number): Row[] {
  const { halls, bays } = sizesFor(site.materials);
  const zone = (id: number, name: string, parent: number | null): Row => ({
    ...stamps({ id, author: { id: site.operatorId }, createdAt: start + minute }),
    site_id: site.id,
    ...keyed('name', name),
    parent_id: parent,
    allow_material: parent === null ? 0 : 1,
    ...search(name),
  });
  const padded = (number: number): string => String(number + 1).padStart(4, '0');
  return [
    ...Array.from({ length: halls }, (_, hall) => zone(site.firstZone + hall, `Hall ${padded(hall)}`, null)),
    ...Array.from({ length: bays }, (_, bay) =>
      zone(bayId(site, bay), `Bay ${padded(bay)}`, site.firstZone + hallOfBay(bay)),
    ),
  ];
}

async function findId(trx: Knex, table: string, where: Row): Promise<number | null> {
  const row = await trx(table).where(where).first('id');
  return row ? Number(row.id) : null;
}

/** Ids are assigned here and not by the database, because rows refer to each other before they are written. */
async function nextId(trx: Knex, table: string): Promise<number> {
  const row = await trx(table).max({ last: 'id' }).first();
  return Number(row?.last ?? 0) + 1;
}

/** One more than the highest number of a bulk site. */
async function nextNumber(trx: Knex): Promise<number> {
  const names: string[] = await trx('sites').where('name', 'like', 'Bulk %').pluck('name');
  return Math.max(0, ...names.map((name) => Number(/^Bulk (\d+)$/.exec(name)?.[1] ?? 0))) + 1;
}

/** A user who cannot sign in: the hash is invalid. */
async function addOperator(trx: Knex, createdAt: number): Promise<number> {
  const id = await nextId(trx, 'users');
  const { first, last, username, email } = operator;
  await trx('users').insert({
    ...stamps({ id, author: null, createdAt }),
    ...keyed('username', username),
    ...keyed('email', email),
    ...keyed('first_name', first),
    ...keyed('last_name', last),
    full_name: `${first} ${last}`,
    password_hash: '!',
    locale: 'en',
    ...search(first, last, username, email),
  });
  return id;
}

async function addCompany(trx: Knex, createdAt: number): Promise<number> {
  const id = await nextId(trx, 'companies');
  await trx('companies').insert({
    ...stamps({ id, author: null, createdAt }),
    ...keyed('name', companyName),
    ...search(companyName),
  });
  await trx('company_types').insert([
    { company_id: id, type: 'item_provider' },
    { company_id: id, type: 'maintenance_provider' },
  ]);
  return id;
}

/** The operator, and the demo's administrator if there is one. */
async function addMembers(trx: Knex, siteId: number, operatorId: number): Promise<void> {
  await trx('memberships').insert({ user_id: operatorId, site_id: siteId });
  const administratorId = await findId(trx, 'users', { email: emailOf(administrator), live: 1 });
  const roleId = await findId(trx, 'roles', { name: 'administrator' });
  if (administratorId === null || roleId === null) return;
  await trx('memberships').insert({ user_id: administratorId, site_id: siteId });
  const membershipId = await findId(trx, 'memberships', { user_id: administratorId, site_id: siteId });
  await trx('membership_roles').insert({ membership_id: membershipId, role_id: roleId });
}
