/**
 * Pages over all sites in an order that only the rows of each site have an index for: read from each site as its own list
 * is, and put together. Sorting all rows would cost what they are.
 */
import type { Knex } from 'knex';
import { query } from '../../database/query.ts';
import { columnOf, quote } from '../../database/sql.ts';
import type { PagePlan } from '../../request/plan.ts';
import { anyRow } from '../rows.ts';

/** Of more sites than these all rows are sorted: each is a part of the statement, and SQLite takes no more than 500. */
const maxSites = 400;

/** So many rows are sorted while a part of the statement is begun. */
const partCost = 100;

/**
 * The plan with the sites to read it from, where it has to be put together from them and that is less work than to sort all rows.
 *
 * @param reach so many rows of each site it may take
 * @param total of how many rows; where that is not known, Infinity
 */
export async function spreadOverSites<Plan extends PagePlan>(
  db: Knex,
  plan: Plan,
  reach: number,
  total: number,
): Promise<Plan> {
  if (plan.overSites === null || 2 * (reach + partCost) >= total) return plan;
  const sites = await findSites(db, plan);
  const isLess = sites.length > 1 && sites.length <= maxSites && sites.length * (reach + partCost) < total;
  return isLess ? { ...plan, sites } : plan;
}

/**
 * The sites that have rows, one more than `maxSites` at most, and null where rows belong to none. Rows are looked for site by site:
 * asked for the next one in an index, MariaDB takes an index that begins with something else, and goes through all of it every time.
 */
async function findSites(db: Knex, { table, overSites }: PagePlan): Promise<(number | null)[]> {
  const [name, site, id] = [quote(table), quote('site_id'), columnOf('s', 'id')];
  const rows = await query(db, {
    text:
      `select ${id} as ${quote('site')} from ${quote(overSites ?? '')} ${quote('s')} ` +
      `where (select 1 from ${name} where ${site} = ${id} limit 1) is not null limit ?`,
    bindings: [maxSites + 1],
  });
  const none = await anyRow(db, table, { op: 'null', column: 'site_id' });
  return [...rows.map(({ site: id }) => Number(id)), ...(none ? [null] : [])];
}
