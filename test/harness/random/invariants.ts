/** Invariants of the tables while no one is writing: the rules of the domain, checked in the database itself. */
import type { Knex } from 'knex';
import { DateTime } from 'luxon';
import { sortKey } from '../../../engine/values.ts';

/** Rule → a query for the ids of rows that violate it. */
const broken: Readonly<Record<string, string>> = {
  'the stock is the sum of the ledger, and not below zero': `select i.id from items i where i.current_stock < 0
    or i.current_stock <> coalesce((select sum(m.signed_quantity) from item_movements m where m.item_id = i.id), 0)`,
  'the stock was never below zero': `select distinct s.item_id as id from (select item_id,
    sum(signed_quantity) over (partition by item_id order by moved_at) as stock from item_movements) s where s.stock < 0`,
  'an entry adds its quantity, an exit takes it away': `select id from item_movements
    where signed_quantity <> case type when 'entry' then quantity else -quantity end`,
  'a movement costs its quantity at its price':
    'select id from item_movements where total_price <> quantity * unit_price',
  'an exit costs its maintenance what its reversal gives back': `select m.id from item_movements m
    left join item_movements o on o.id = m.reverses_id
    where m.cost <> case when o.id is not null then -o.cost when m.type = 'exit' then m.total_price else 0 end`,
  'a reversal is the opposite of a movement that is none': `select m.id from item_movements m
    join item_movements o on o.id = m.reverses_id where o.reverses_id is not null or o.item_id <> m.item_id
    or o.signed_quantity <> -m.signed_quantity or coalesce(o.maintenance_id, 0) <> coalesce(m.maintenance_id, 0)`,
  'the last cleaning is the latest': `select m.id from materials m where coalesce(m.last_cleaning_at, '') <>
    coalesce((select max(c.cleaned_at) from cleanings c where c.material_id = m.id), '')`,
  'a cleaning plan is whole, or there is none': `select id from materials
    where (cleaning_every is null) <> (cleaning_unit is null) or (cleaning_every is null and next_cleaning_at is not null)`,
  'an incident has a resolution exactly where it is over': `select id from incidents
    where (status in ('resolved', 'closed')) <> (resolved_at is not null) or resolved_at < started_at`,
  'a completed maintenance has a resolution': `select id from maintenances
    where (status = 'completed' and resolved_at is null) or resolved_at < started_at`,
  'somebody does the work that has begun': `select m.id from maintenances m
    where m.status in ('in_progress', 'completed') and (
    (m.realization <> 'external' and not exists (select 1 from maintenance_operators o where o.maintenance_id = m.id))
    or (m.realization <> 'internal' and not exists (select 1 from maintenance_companies c where c.maintenance_id = m.id)))`,
  'the maintenance of an incident is one of its material': `select i.id from incidents i
    join maintenances m on m.id = i.maintenance_id where m.material_id <> i.material_id`,
  'materials stand in zones of their site that allow them': `select m.id from materials m
    join zones z on z.id = m.zone_id where z.site_id <> m.site_id or z.allow_material = 0`,
  'zones lie in zones of their site': `select z.id from zones z join zones p on p.id = z.parent_id where p.site_id <> z.site_id`,
  'maintenances are of materials of their site': foreign('maintenances', 'material_id', 'materials'),
  'incidents are of materials of their site': foreign('incidents', 'material_id', 'materials'),
  'incidents have maintenances of their site': foreign('incidents', 'maintenance_id', 'maintenances'),
  'cleanings are of materials of their site': foreign('cleanings', 'material_id', 'materials'),
  'movements are of items of their site': foreign('item_movements', 'item_id', 'items'),
  'movements are for maintenances of their site': foreign('item_movements', 'maintenance_id', 'maintenances'),
  'items belong to materials of their site': `select i.id from item_materials p join items i on i.id = p.item_id
    join materials m on m.id = p.material_id where m.site_id <> i.site_id`,
  'the critical stock is not above the warning stock':
    'select id from items where critical_stock > warning_stock',
  'zones have names of their own': twice('zones', 'site_id, name'),
  'materials have names of their own': twice('materials', 'zone_id, name'),
  'materials have serial numbers of their own': twice(
    'materials',
    'site_id, serial_number',
    'serial_number is not null',
  ),
  'items have names of their own': twice('items', 'site_id, name'),
  'items have references of their own': twice('items', 'site_id, reference', 'reference is not null'),
  'companies have names of their own': twice('companies', 'name'),
  'roles have names of their own': twice('roles', 'name'),
  'sites have names of their own': twice('sites', 'name'),
  'users have usernames of their own': twice('users', 'username', 'live = 1'),
  'users have e-mail addresses of their own': twice('users', 'lower(email)', 'live = 1'),
  'whoever is gone belongs nowhere, and is signed in nowhere': `select u.id from users u where u.live is null and (
    exists (select 1 from memberships m where m.user_id = u.id) or exists (select 1 from sessions s where s.user_id = u.id))`,
  'people work at a site of theirs': `select u.id from users u where u.live = 1 and coalesce(u.current_site_id, 0) not in (
    select m.site_id from memberships m where m.user_id = u.id
    union all select 0 from roles where not exists (select 1 from memberships n where n.user_id = u.id))`,
  'there is one headquarters': `select count(*) as id from sites where is_headquarters = 1 or headquarters_slot = 1
    having count(*) <> 1 or min(is_headquarters) <> 1 or min(headquarters_slot) <> 1`,
  'somebody can manage users and roles': `select 0 as id where not exists (select 1 from users u
    join memberships m on m.user_id = u.id join sites s on s.id = m.site_id and s.is_headquarters = 1
    where u.live = 1 and ${holds('role.update')} and ${holds('user.update')})`,
};

function foreign(table: string, column: string, to: string): string {
  return `select a.id from ${table} a join ${to} b on b.id = a.${column} where a.site_id <> b.site_id`;
}

function twice(table: string, columns: string, where = '1 = 1'): string {
  return `select min(id) as id from ${table} where ${where} group by ${columns} having count(*) > 1`;
}

function holds(permission: string): string {
  return `exists (select 1 from membership_roles r join role_permissions p on p.role_id = r.role_id
    where r.membership_id = m.id and p.permission in ('*', '${permission}'))`;
}

const everything = Object.entries(broken)
  .map(([rule, query]) => `select '${rule}' as rule, t.id from (${query}) t`)
  .join(' union all ');

/** The violated rules, each with a row. */
export async function brokenRules(knex: Knex): Promise<string[]> {
  const answer = await knex.raw(everything);
  const rows: { rule: string; id: number }[] = Array.isArray(answer[0]) ? answer[0] : answer;
  const told = rows.map(({ rule, id }) => `${rule}: not so for ${id}`);
  return [...told, ...(await circles(knex)), ...(await wrongPlans(knex)), ...(await wrongKeys(knex))];
}

async function circles(knex: Knex): Promise<string[]> {
  const rows: { id: number; parent_id: number | null }[] = await knex('zones').select('id', 'parent_id');
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  const above = (id: number) => {
    let at: number | null = id;
    for (let steps = 0; at !== null && steps <= rows.length; steps += 1) at = parents.get(at) ?? null;
    return at;
  };
  return rows
    .filter(({ id }) => above(id) !== null)
    .map(({ id }) => `no zone lies in itself: not so for ${id}`);
}

/** In the time zone of the site; computed here independently of the product's code. */
async function wrongPlans(knex: Knex): Promise<string[]> {
  const rows = await knex('materials')
    .join('sites', 'sites.id', 'materials.site_id')
    .whereNotNull('cleaning_every')
    .select(
      'materials.id',
      'cleaning_every',
      'cleaning_unit',
      'last_cleaning_at',
      'materials.created_at',
      'next_cleaning_at',
      'sites.timezone',
    );
  const wrong = rows.filter((row) => {
    const from = DateTime.fromSQL(row.last_cleaning_at ?? row.created_at, { zone: 'utc' }).setZone(
      row.timezone,
    );
    const next = from.plus({ [`${row.cleaning_unit}s`]: row.cleaning_every }).toUTC();
    return next.toFormat('yyyy-MM-dd HH:mm:ss.SSS') !== row.next_cleaning_at;
  });
  return wrong.map(
    ({ id, next_cleaning_at }) =>
      `the next cleaning follows from the plan: not so for ${id}, ${next_cleaning_at}`,
  );
}

async function wrongKeys(knex: Knex): Promise<string[]> {
  const found = await Promise.all(
    ['zones', 'materials', 'items', 'companies', 'roles', 'sites'].map(async (table) => {
      const rows: { id: number; name: string; name_key: string; search_text: string }[] = await knex(
        table,
      ).select('id', 'name', 'name_key', 'search_text');
      const wrong = rows.filter(
        (row) => row.name_key !== sortKey(row.name) || !row.search_text.startsWith(sortKey(row.name)),
      );
      return wrong.map(({ id }) => `${table} are found by their names: not so for ${id}`);
    }),
  );
  return found.flat();
}

/** The number of rows and changes: a refused write must not change them. */
const measured = [
  'zones',
  'materials',
  'maintenances',
  'incidents',
  'cleanings',
  'items',
  'item_movements',
  'companies',
  'users',
  'roles',
  'sites',
  'activities',
];
const pairs = [
  'memberships',
  'membership_roles',
  'role_permissions',
  'maintenance_operators',
  'maintenance_companies',
  'item_materials',
  'company_types',
  'idempotency_keys',
];

export async function measure(knex: Knex): Promise<string> {
  const parts = [
    ...measured.map(
      (table) =>
        `select '${table}' as name, count(*) as number, coalesce(sum(version), 0) as versions from ${table}`,
    ),
    ...pairs.map((table) => `select '${table}' as name, count(*) as number, 0 as versions from ${table}`),
    "select 'stock' as name, coalesce(sum(current_stock), 0) as number, coalesce(sum(current_price), 0) as versions from items",
  ];
  const answer = await knex.raw(parts.join(' union all '));
  const rows: { name: string; number: number; versions: number }[] = Array.isArray(answer[0])
    ? answer[0]
    : answer;
  return rows.map(({ name, number, versions }) => `${name} ${Number(number)}/${Number(versions)}`).join(', ');
}
