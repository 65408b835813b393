/** The lists that a resource can be asked for: each filter by values common and rare, each pair of some, in every order. */

import type { Knex } from 'knex';
import { isEnumeration } from '../../../../../../engine/kinds/kind.ts';
import type { Scalar } from '../../../../../../engine/kinds/scalars/scalar.ts';
import type { FilterType } from '../../../../../../engine/model/filter.ts';
import { hasColumn, type Resource } from '../../../../../../engine/model/resource.ts';

/** Query strings that choose rows: none, each filter by itself, and neighbouring filters together. */
export async function filterShapes(knex: Knex, resource: Resource, siteId: number): Promise<string[]> {
  const single: string[][] = [];
  for (const filter of resource.filters.values()) {
    // A row's own id is found by the primary key, and a list is within one site anyway.
    if (filter.name === 'id' || filter.name === 'site_id') continue;
    single.push(await shapesOf(knex, resource, filter, siteId));
  }
  const pairs = single.flatMap(([first], place) => {
    const [second] = single[(place + 1) % single.length] ?? [];
    return first && second && first !== second ? [`${first}&${second}`] : [];
  });
  return ['', ...single.flat(), ...pairs];
}

/**
 * Filters that no index of a site serves by themselves, with the reason. Each further index is one more to keep at every
 * insert.
 */
const unserved: Readonly<Record<string, string>> = {
  updated_at: 'every update would move its entry; who asks for what has changed reads the whole anyway',
  created_by_id: 'it has an index, which does not tell the author of nearly every row from one of a few',
  action: 'a handful of values; the journal takes a row with every write of anything',
  resource: 'a handful of values, asked for together with the record',
  allow_material: 'two values of a table that a person fills in by hand',
  priority: 'a handful of values, all common',
  realization: 'a handful of values, all common',
  active: 'nearly all are',
  frequency: 'a handful of values, all common',
  is_image: 'two values, both common; pictures are asked for beside the row that they are of',
  overdue: 'depends on the moment of the request',
  under_id: 'the way down the tree is in an index, and no order of all that is below a row can be',
};

/** Whether nothing is asked of a list: its filter is unserved, or orders by the very value that all of its rows share. */
export function isExcepted({ fields }: Resource, filters: string, sort: string): boolean {
  const names = filters.split('&').map((part) => part.split(/[[=]/)[0] ?? '');
  // What is none of the other states is found by looking at all of them.
  if (filters.split('&').includes('status=skipped')) return true;
  const [, order = ''] = /^sort=-?(\w+)$/.exec(sort) ?? [];
  if (names.some((name) => name === order && isEnumeration(fields.get(name)?.facts))) return true;
  return filters !== '' && names.some((name) => name in unserved);
}

/**
 * Filters of which an option is tried by all that refers to it at any site: a table of pairs does not tell the sites of
 * what it pairs, and people work at several.
 */
export function isTriedInFull({ path }: Resource, filter: string): boolean {
  if (path === 'comments') return filter === 'mention_id';
  return (path === 'maintenances' || path === 'maintenance-plans') && filter === 'operator_id';
}

/** Every order, both ways. */
export function sortShapes(resource: Resource): string[] {
  return [...resource.sorts.keys()].flatMap((name) => [`sort=${name}`, `sort=-${name}`]);
}

async function shapesOf(
  knex: Knex,
  resource: Resource,
  filter: FilterType,
  siteId: number,
): Promise<string[]> {
  const { name } = filter;
  const values = await valuesOf(knex, resource, filter, siteId);
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined)
    throw new Error(`${resource.path}: nothing to ask ${name} for.`);
  if (!filter.ordered) return [...new Set([first, last])].map((value) => ask(name, value));
  // Nearly all of the rows, and nearly none.
  const [low, high] = [values[Math.floor(values.length / 50)], values[Math.floor((values.length * 49) / 50)]];
  return [ask(name, first), ask(`${name}[gte]`, low ?? first), ask(`${name}[gte]`, high ?? last)];
}

function ask(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}`;
}

/** Values as a query string has them: of ranges in their order, else the most common first and the rarest last. */
async function valuesOf(
  knex: Knex,
  resource: Resource,
  filter: FilterType,
  siteId: number,
): Promise<string[]> {
  const { name, scalar } = filter;
  if (scalar.type === 'boolean') return ['true', 'false'];
  const field = resource.fields.get(name);
  if (field && hasColumn(field)) {
    const rows: { value?: unknown; many?: unknown }[] = await knex(resource.table)
      .select({ value: name })
      .count({ many: '*' })
      .where(resource.scope === 'site' ? { site_id: siteId } : {})
      .whereNotNull(name)
      .groupBy(name)
      .orderBy(filter.ordered ? [{ column: name }] : [{ column: 'many', order: 'desc' }]);
    const text = rows.map(({ value }) => textOf(scalar, value));
    return text.length > 0 ? text : (filter.values ?? [missing(scalar)]).map(String);
  }
  if (filter.values) return [...filter.values];
  const table = filter.tree ? resource.table : tables[name];
  if (!table) throw new Error(`${resource.path}: say in which table the ids of ${name} are.`);
  const site = ofNoSite.has(table) ? {} : { site_id: siteId };
  const row = await knex(table).where(site).min({ first: 'id' }).max({ last: 'id' }).first();
  return [String(row?.first), String(row?.last)];
}

/** Tables whose rows are of no site. */
const ofNoSite = new Set(['users', 'companies', 'roles', 'sites', 'equipment_classes']);

/** Where the ids are that filters which lead to other rows take. */
const tables: Readonly<Record<string, string>> = {
  maintenance_plan_id: 'maintenance_plans',
  mention_id: 'users',
  company_id: 'companies',
  equipment_class_id: 'equipment_classes',
  item_id: 'items',
  material_id: 'materials',
  operator_id: 'users',
  role_id: 'roles',
  zone_id: 'zones',
};

/** No row of the site has a value: any will do. */
function missing({ type }: Scalar): string {
  return type === 'datetime' ? '2026-01-01T00:00:00Z' : type === 'date' ? '2026-01-01' : '1';
}

function textOf({ type, scale }: Scalar, value: unknown): string {
  if (type === 'datetime') return `${String(value).replace(' ', 'T')}Z`;
  return scale ? (Number(value) / 10 ** scale).toFixed(scale) : String(value);
}
