/** Which permissions a user has: those that their roles grant and that the resources know. */
import { type Governed, grantedOf, type Permission } from '../../engine/policy.ts';

/** In a role: every permission there is, also those of resources added later. */
export const everything = '*';

export function permissionName(resource: Governed, operation: Permission): string {
  return `${resource.name}.${operation}`;
}

/** All names that a role may have, in the order of the definitions. Rows with `scope: 'own'` have no permissions. */
export function permissionNames(resources: readonly Governed[]): string[] {
  return resources.flatMap((resource) => grantedOf(resource).map((one) => permissionName(resource, one)));
}

/** Whether roles decide who may do something with its rows. */
export function isGranted({ scope }: Governed): boolean {
  return scope !== 'own';
}

/**
 * The permissions at a site. A stored name that no definition has grants nothing, so a removed resource leaves no rights behind.
 * @param granted the names of the roles at that site, with or without `*`
 * @param atHeadquarters whether the site is the headquarters; elsewhere, permissions that are reserved to it do not count
 */
export function heldPermissions(
  resources: readonly Governed[],
  granted: ReadonlySet<string>,
  atHeadquarters: boolean,
): ReadonlySet<string> {
  const held = new Set<string>();
  const all = granted.has(everything);
  for (const resource of resources) {
    for (const operation of grantedOf(resource)) {
      if (!atHeadquarters && resource.headquartersOnly.includes(operation)) continue;
      const name = permissionName(resource, operation);
      if (all || granted.has(name)) held.add(name);
    }
  }
  return held;
}
