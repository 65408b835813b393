/** The engine's view of a signed-in person. */
import type { MongoAbility } from '@casl/ability';
import { and, conditionOf, type RowScope } from '../../engine/condition.ts';
import { type Cache, createCache } from '../../engine/memoize.ts';
import type { Actor, Governed, Permission } from '../../engine/policy.ts';
import { buildAbility, reachIn, visibleRows } from './abilities.ts';
import { hungReach } from './hung.ts';
import type { Person } from './people.ts';
import { heldPermissions } from './permissions.ts';
import { holdersOf, toldCondition } from './told.ts';
import { warrantSql } from './warrant.ts';

/** Actors that are kept for one set of grants. */
const maxActors = 1000;
type ByGrants = WeakMap<ReadonlySet<string>, Cache<Actor>>;
/** By the resources that actors are asked about, then by grants. */
const kept = new WeakMap<readonly Governed[], ByGrants>();

/**
 * A user as the engine sees them. Pure: the same person and resources give the same answers, so they are
 * kept under everything that they depend on, the grants as they were read for this request included. There is
 * nothing to invalidate: a user with another permission has other grants.
 *
 * @param sessionId name of the row of the session in which they ask
 */
export function createActor(person: Person, sessionId: string, resources: readonly Governed[]): Actor {
  const byGrants: ByGrants = kept.get(resources) ?? new WeakMap();
  kept.set(resources, byGrants);
  const actors = byGrants.get(person.granted) ?? createCache<Actor>(maxActors);
  byGrants.set(person.granted, actors);
  const { id, locale, site } = person;
  const key = `${sessionId} ${id} ${locale} ${site?.id} ${site?.timezone} ${site?.is_headquarters}`;
  return actors.get(key, () => makeActor(person, sessionId, resources));
}

function makeActor(person: Person, sessionId: string, resources: readonly Governed[]): Actor {
  const { id, locale, site } = person;
  const permissions = permissionsOf(person, resources);
  const standing = { userId: id, site, permissions };
  const abilities = new Map<Governed, MongoAbility>();
  const reaches = new Map<Governed, Map<string, RowScope>>();
  const keep = (resource: Governed, what: string, make: () => RowScope): RowScope => {
    const known = reaches.get(resource) ?? new Map<string, RowScope>();
    reaches.set(resource, known);
    const reach = known.get(what) ?? within(resource, make());
    known.set(what, reach);
    return reach;
  };
  const within = ({ tells }: Governed, reach: RowScope): RowScope =>
    tells && reach !== 'none' ? and(conditionOf(reach), toldCondition(id, tells)) : reach;
  const viewed = (target: Governed) => permitted('view', target);
  const permitted = (operation: Permission, resource: Governed): RowScope =>
    keep(resource, operation, () => {
      const { hung } = resource;
      if (hung) return hungReach({ id, site, permissions }, operation, { ...resource, hung }, viewed);
      const ability = abilities.get(resource) ?? buildAbility(standing, resource);
      abilities.set(resource, ability);
      return reachIn(ability, operation, resource);
    });
  return {
    id,
    locale,
    site: site && { id: site.id, timezone: site.timezone, is_headquarters: site.is_headquarters },
    permissions,
    visible: (resource) =>
      resource.hung
        ? permitted('view', resource)
        : keep(resource, 'sees', () => visibleRows(standing, resource)),
    permitted,
    holders: holdersOf,
    warrant: (wanted) => warrantSql({ userId: id, site, sessionId }, wanted),
  };
}

/** The names of the permissions that a user has at their site; none without a site. */
export function permissionsOf(
  { site, granted }: Person,
  resources: readonly Governed[],
): ReadonlySet<string> {
  return site ? heldPermissions(resources, granted, site.is_headquarters) : new Set();
}
