/**
 * Pages over all sites in an order that only the rows of each site have an index for: read from each site as its own list
 * is, and put together. Sorting all rows would cost what they are.
 */
import type { Knex } from 'knex';
import { query } from '../../database/query.ts';
import { columnOf, quote } from '../../database/sql.ts';
import type { PagePlan } from '../../request/plan.ts';

/** Of more sites than these all rows are sorted: each is a part of the statement. */
const maxSites = 50;

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
  if (!plan.overSites || 2 * reach >= total) return plan;
  const sites = await findSites(db, plan.table);
  const isLess = sites.length > 1 && sites.length <= maxSites && sites.length * reach < total;
  return isLess ? { ...plan, sites } : plan;
}

/** The sites that have rows, one more than `maxSites` at most. Steps from one to the next in an index, past all of their rows. */
async function findSites(db: Knex, table: string): Promise<number[]> {
  const [name, site, at] = [quote(table), quote('site_id'), columnOf('steps', 'site')];
  const rows = await query(db, {
    text:
      `with recursive ${quote('steps')} (${quote('site')}) as (select min(${site}) from ${name} union all ` +
      `select (select min(${site}) from ${name} where ${site} > ${at}) from ${quote('steps')} where ${at} is not null) ` +
      `select ${quote('site')} from ${quote('steps')} where ${quote('site')} is not null limit ?`,
    bindings: [maxSites + 1],
  });
  return rows.map(({ site: id }) => Number(id));
}
