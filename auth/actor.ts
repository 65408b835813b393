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
  // Most requests ask about one resource or none: the ability is built when the first question comes.
  let ability: MongoAbility | undefined;
  return {
    id,
    locale,
    site: site && { id: site.id, timezone: site.timezone, is_headquarters: site.is_headquarters },
    permissions,
    sees: (resource) => visibleRows(standing, resource),
    may: (operation, resource) => {
      ability ??= buildAbility(standing, resources);
      return reachIn(ability, operation, resource);
    },
  };
}

/** The names of what somebody holds where they are, sorted; none without a site. */
export function permissionsOf(
  { site, granted }: Person,
  resources: readonly Governed[],
): ReadonlySet<string> {
  return site ? heldPermissions(resources, granted, site.is_headquarters) : new Set();
}
