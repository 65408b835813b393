/** The engine's picture of a person who is signed in. */
import type { MongoAbility } from '@casl/ability';
import type { Actor, Governed } from '../engine/actor.ts';
import { buildAbility, reachIn, visibleRows } from './abilities.ts';
import type { Person } from './people.ts';
import { heldPermissions } from './permissions.ts';

/** Somebody as the engine asks about them. Pure: the same person and resources give the same answers. */
export function createActor(person: Person, resources: readonly Governed[]): Actor {
  const { id, locale, site } = person;
  const permissions = permissionsOf(person, resources);
  const standing = { userId: id, site, permissions };
  const abilities = new Map<Governed, MongoAbility>();
  return {
    id,
    locale,
    site: site && { id: site.id, timezone: site.timezone, is_headquarters: site.is_headquarters },
    permissions,
    sees: (resource) => visibleRows(standing, resource),
    may: (operation, resource) => {
      const ability = abilities.get(resource) ?? buildAbility(standing, resource);
      abilities.set(resource, ability);
      return reachIn(ability, operation, resource);
    },
  };
}

/** The names of what somebody holds where they are; none without a site. */
export function permissionsOf(
  { site, granted }: Person,
  resources: readonly Governed[],
): ReadonlySet<string> {
  return site ? heldPermissions(resources, granted, site.is_headquarters) : new Set();
}
