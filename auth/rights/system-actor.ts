/** The service itself, as the author of work that comes due at a site without a request. */
import type { Knex } from 'knex';
import { always, eq, type RowScope } from '../../engine/condition.ts';
import { dialectOf, query } from '../../engine/database/query.ts';
import type { Actor, Governed } from '../../engine/policy.ts';
import { permissionNames } from './permissions.ts';
import { holdersOf } from './told.ts';

/**
 * Reads the site, locked, so that it does not change until the transaction ends; null if it is gone. The service may do
 * everything at a site, and only reaches the rows of that site, also at the headquarters. It reaches rows that belong to one person by
 * `rows(path)` only.
 *
 * @param siteId null for what belongs to no site, as a database begins with it
 * @param locale language of what it writes
 */
export async function readSystemActor(
  db: Knex,
  siteId: number | null,
  resources: readonly Governed[],
  locale: string,
): Promise<Actor | null> {
  const permissions = new Set(permissionNames(resources));
  if (siteId === null) {
    const warrant = () => ({ text: 'select 1', bindings: [] });
    return {
      id: null,
      locale,
      site: null,
      permissions,
      visible: () => always,
      permitted: () => always,
      warrant,
      holders: holdersOf,
    };
  }
  const [site] = await query(db, {
    text: `select timezone, is_headquarters from sites where id = ?${dialectOf(db).lock('share')}`,
    bindings: [siteId],
  });
  if (!site) return null;
  const reach = (resource: Governed) => rowsAt(siteId, resource);
  return {
    id: null,
    locale,
    site: {
      id: siteId,
      timezone: String(site.timezone),
      is_headquarters: Number(site.is_headquarters) === 1,
    },
    permissions,
    visible: reach,
    permitted: (_operation, resource) => reach(resource),
    holders: holdersOf,
    // The site is locked: nothing else that it acts by can be taken away.
    warrant: () => ({ text: 'select 1 from sites where id = ?', bindings: [siteId] }),
  };
}

function rowsAt(siteId: number, { scope }: Governed): RowScope {
  if (scope === 'site') return eq('site_id', siteId);
  if (scope === 'self') return eq('id', siteId);
  return scope === 'global' ? always : 'none';
}
