/** A bulk site: its size, the position of the row with a given number (computed, not stored), and what its rows refer to. */
import type { Knex } from 'knex';
import { day, minute } from '../demo/calendar.ts';
import { type Equipment, emailOf, equipment, people } from '../demo/tables.ts';
import { insertTables, keyed, type Row, search, stamps } from './insert.ts';

const materialsPerBay = 200;
const baysPerHall = 20;
const materialsPerItem = 25;
export const movementsPerItem = 10;

/** The content of a site. `first…` is the id of the first of its rows, the others follow without a gap. */
export interface BulkSite {
  readonly id: number;
  readonly name: string;
  readonly operatorId: number;
  readonly companyId: number;
  /** The number of its materials. */
  readonly materials: number;
  readonly firstZone: number;
  readonly firstMaterial: number;
  readonly firstMaintenance: number;
  readonly firstItem: number;
  readonly firstMovement: number;
  /** The start of the day of seeding, UTC, in milliseconds. */
  readonly today: number;
}

/** Numbers of rows. */
export function sizesFor(materials: number) {
  const bays = Math.ceil(materials / materialsPerBay);
  const items = Math.ceil(materials / materialsPerItem);
  return { bays, halls: Math.ceil(bays / baysPerHall), maintenances: materials * 2, items };
}

const kinds = [...equipment.values()];

/** The kind of the material with this number. The step is prime, so that neighbours differ and every kind occurs. */
export function kindAt(index: number): Equipment {
  const kind = kinds[(index * 13) % kinds.length];
  if (!kind) throw new RangeError('There are no kinds of equipment.');
  return kind;
}

/** The id of the zone of a material: the halls come first. */
export function zoneOf({ firstZone, materials }: BulkSite, index: number): number {
  return firstZone + sizesFor(materials).halls + Math.floor(index / materialsPerBay);
}

/**
 * The material of the maintenance with this number. Maintenances are ordered by time and materials by name: as in a real plant,
 * the orders are independent.
 */
export function materialOf(index: number, materials: number): number {
  // Near the golden ratio of the count, which spreads best, and coprime with it, so that none is left out.
  let stride = Math.max(1, Math.round(materials * 0.618));
  while (divisor(stride, materials) !== 1) stride += 1;
  return (index * stride) % materials;
}

function divisor(left: number, right: number): number {
  return right === 0 ? left : divisor(right, left % right);
}

/** @returns the site, with the ids of its future rows */
export async function createBulkSite(trx: Knex, materials: number, today: number): Promise<BulkSite> {
  const start = today - 365 * day;
  const operatorId = await operatorIn(trx, start);
  const companyId = await companyIn(trx, start);
  const author = { id: operatorId };
  const id = await nextId(trx, 'sites');
  const names: string[] = await trx('sites').where('name', 'like', 'Bulk %').pluck('name');
  const numbers = names.map((name) => Number(/^Bulk (\d+)$/.exec(name)?.[1] ?? 0));
  const name = `Bulk ${Math.max(0, ...numbers) + 1}`;
  await trx('sites').insert({
    ...{ ...stamps({ id, author, createdAt: start }), ...keyed('name', name), ...search(name) },
    ...{ is_headquarters: 0, timezone: 'UTC' },
  });
  await addMembers(trx, id, operatorId);
  const firstZone = await nextId(trx, 'zones');
  const site: BulkSite = {
    ...{ id, name, operatorId, companyId, materials, firstZone, today },
    firstMaterial: await nextId(trx, 'materials'),
    firstMaintenance: await nextId(trx, 'maintenances'),
    firstItem: await nextId(trx, 'items'),
    firstMovement: await nextId(trx, 'item_movements'),
  };
  const { halls, bays } = sizesFor(materials);
  const zone = (place: number, kind: string, number: number, parent_id: number | null): Row => {
    const own = `${kind} ${String(number + 1).padStart(4, '0')}`;
    const columns = { ...stamps({ id: firstZone + place, author, createdAt: start + minute }), site_id: id };
    return {
      ...columns,
      ...keyed('name', own),
      parent_id,
      allow_material: parent_id ? 1 : 0,
      ...search(own),
    };
  };
  const all = [
    ...Array.from({ length: halls }, (_, hall) => zone(hall, 'Hall', hall, null)),
    ...Array.from({ length: bays }, (_, bay) =>
      zone(halls + bay, 'Bay', bay, firstZone + Math.floor(bay / baysPerHall)),
    ),
  ];
  await insertTables(trx, [['zones', all]]);
  return site;
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

/** A user who cannot sign in: the hash is invalid. */
async function operatorIn(trx: Knex, createdAt: number): Promise<number> {
  const [username, email] = ['bulk-operator', 'bulk-operator@bulk.invalid'];
  const known = await findId(trx, 'users', { username });
  if (known !== null) return known;
  const id = await nextId(trx, 'users');
  await trx('users').insert({
    ...{
      ...stamps({ id, author: null, createdAt }),
      ...keyed('username', username),
      ...keyed('email', email),
    },
    ...{ ...keyed('first_name', 'Bulk'), ...keyed('last_name', 'Operator'), full_name: 'Bulk Operator' },
    ...{ password_hash: '!', locale: 'en', ...search('Bulk', 'Operator', username, email) },
  });
  return id;
}

async function companyIn(trx: Knex, createdAt: number): Promise<number> {
  const name = 'Bulk Supplies';
  const known = await findId(trx, 'companies', { name });
  if (known !== null) return known;
  const id = await nextId(trx, 'companies');
  const columns = { ...stamps({ id, author: null, createdAt }), ...keyed('name', name), ...search(name) };
  await trx('companies').insert(columns);
  const types = ['item_provider', 'maintenance_provider'];
  await trx('company_types').insert(types.map((type) => ({ company_id: id, type })));
  return id;
}

/** The operator, and the demo's administrator if there is one. */
async function addMembers(trx: Knex, site_id: number, operatorId: number): Promise<void> {
  await trx('memberships').insert({ user_id: operatorId, site_id });
  const email = people.slice(0, 1).map(emailOf)[0] ?? '';
  const user_id = await findId(trx, 'users', { email, live: 1 });
  const role_id = await findId(trx, 'roles', { name: 'administrator' });
  if (user_id === null || role_id === null) return;
  await trx('memberships').insert({ user_id, site_id });
  const membership_id = await findId(trx, 'memberships', { user_id, site_id });
  await trx('membership_roles').insert({ membership_id, role_id });
}
