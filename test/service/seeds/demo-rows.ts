/** The demo as its tables hold it, read whole for tests that look at every row. */
import type { Knex } from 'knex';

interface Stamped {
  id: number;
  created_at: string;
  updated_at: string;
}

interface Searched extends Stamped {
  name: string;
  search_text: string;
}

interface Keyed extends Searched {
  name_key: string;
}

interface Site extends Keyed {
  timezone: string;
}

interface User extends Searched {
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  full_name: string;
}

interface Zone extends Keyed {
  site_id: number;
  parent_id: number | null;
  allow_material: number | boolean;
}

export interface Material extends Keyed {
  site_id: number;
  zone_id: number;
  status: string;
  description: string | null;
  manufacturer: string | null;
  model: string | null;
  code: string;
  serial_number: string | null;
  cleaning_every: number | null;
  cleaning_unit: string | null;
  last_cleaning_at: string | null;
  next_cleaning_at: string | null;
}

export interface Maintenance extends Searched {
  site_id: number;
  material_id: number;
  description: string | null;
  reason: string | null;
  realization: string;
  status: string;
  started_at: string | null;
  resolved_at: string | null;
}

interface Incident extends Searched {
  site_id: number;
  material_id: number;
  maintenance_id: number | null;
  description: string | null;
  status: string;
  started_at: string;
  resolved_at: string | null;
}

interface Cleaning extends Searched {
  material_id: number;
  type: string;
  description: string | null;
  cleaned_at: string;
}

export interface Item extends Keyed {
  site_id: number;
  reference: string;
  reference_key: string;
  description: string | null;
  company_id: number;
  company_reference: string | null;
  current_price: number;
  current_stock: number;
  warning_stock: number | null;
  critical_stock: number | null;
}

export interface Movement extends Searched {
  site_id: number;
  item_id: number;
  type: 'entry' | 'exit';
  quantity: number;
  signed_quantity: number;
  unit_price: number;
  total_price: number;
  cost: number;
  company_id: number | null;
  invoice_number: string | null;
  invoice_date: string | null;
  maintenance_id: number | null;
  notes: string | null;
  moved_at: string;
  reverses_id: number | null;
  sets_price: number | boolean;
}

/** The rows of every resource that the demo fills, in the order of their ids. */
export interface DemoRows {
  readonly sites: Site[];
  readonly users: User[];
  readonly companies: Keyed[];
  readonly zones: Zone[];
  readonly materials: Material[];
  readonly maintenances: Maintenance[];
  readonly incidents: Incident[];
  readonly cleanings: Cleaning[];
  readonly items: Item[];
  readonly item_movements: Movement[];
}

export async function readDemo(knex: Knex): Promise<DemoRows> {
  const read = (table: keyof DemoRows) => knex(table).orderBy('id');
  return {
    sites: await read('sites'),
    users: await read('users'),
    companies: await read('companies'),
    zones: await read('zones'),
    materials: await read('materials'),
    maintenances: await read('maintenances'),
    incidents: await read('incidents'),
    cleanings: await read('cleanings'),
    items: await read('items'),
    item_movements: await read('item_movements'),
  };
}

/** What belongs to what. */
export interface DemoLinks {
  /** `user 3 site 2` */
  readonly memberships: ReadonlySet<string>;
  /** `company 3 item_provider` */
  readonly companyTypes: ReadonlySet<string>;
  readonly operatorsOf: ReadonlyMap<number, readonly number[]>;
  readonly companiesOf: ReadonlyMap<number, readonly number[]>;
  readonly materialsOf: ReadonlyMap<number, readonly number[]>;
}

export async function readLinks(knex: Knex): Promise<DemoLinks> {
  const memberships: { user_id: number; site_id: number }[] = await knex('memberships');
  const types: { company_id: number; type: string }[] = await knex('company_types');
  return {
    memberships: new Set(memberships.map(({ user_id, site_id }) => `user ${user_id} site ${site_id}`)),
    companyTypes: new Set(types.map(({ company_id, type }) => `company ${company_id} ${type}`)),
    operatorsOf: await readPairs(knex, 'maintenance_operators', 'maintenance_id', 'user_id'),
    companiesOf: await readPairs(knex, 'maintenance_companies', 'maintenance_id', 'company_id'),
    materialsOf: await readPairs(knex, 'item_materials', 'item_id', 'material_id'),
  };
}

async function readPairs(
  knex: Knex,
  table: string,
  from: string,
  to: string,
): Promise<Map<number, number[]>> {
  const rows: { owner: number; other: number }[] = await knex(table).select({ owner: from, other: to });
  const pairs = new Map<number, number[]>();
  for (const { owner, other } of rows) pairs.set(owner, [...(pairs.get(owner) ?? []), other]);
  return pairs;
}

export function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
