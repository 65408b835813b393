/**
 * Pages over all sites, in an order for which an index exists only within a site. Each site is read like its own list, and the
 * results are merged. The cost of sorting all rows would grow with their number.
 */
import type { Knex } from 'knex';
import { query } from '../../database/query.ts';
import { columnOf, quote } from '../../database/sql.ts';
import type { PagePlan } from '../../request/plan.ts';
import { anyRow } from '../rows.ts';

/** With more sites, all rows are sorted: each site is a part of the statement, and SQLite accepts at most 500 parts. */
const maxSites = 400;

/** The cost of one part of the statement, as a number of sorted rows. */
const partCost = 100;

/**
 * Adds the sites to read from to the plan, if merging is necessary and costs less than sorting all rows.
 *
 * @param reach the maximum number of rows read per site
 * @param total the number of rows; Infinity if it is not known
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
 * The sites that have rows, at most `maxSites` + 1; null for rows without a site. Each site is looked up separately. For "the
 * next site in the index", MariaDB chooses an index that starts with another column, and scans all of it each time.
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
