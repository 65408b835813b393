/** The rows that a user may reach: CASL rules made from permissions and scopes, and turned into conditions. */
import { createMongoAbility, type MongoAbility, type MongoQuery } from '@casl/ability';
import { rulesToAST } from '@casl/ability/extra';
import type { RowScope } from '../../engine/condition.ts';
import { type Actor, type Governed, operations, type Permission } from '../../engine/policy.ts';
import { type Links, reachOf } from './ability-condition.ts';
import { isGranted, permissionName } from './permissions.ts';

/** What rules depend on. */
interface Standing {
  readonly userId: number;
  readonly site: Actor['site'];
  readonly permissions: ReadonlySet<string>;
}

type Site = NonNullable<Actor['site']>;
/** Rows as CASL describes them; undefined: every row; null: none. */
type Rows = MongoQuery | undefined | null;

/** CASL takes `manage` for every action and `all` for every subject: here they are permissions and resources like others. */
const plainNames = { anyAction: '*', anySubjectType: '*' };

/**
 * The rules of a user for one resource, as a CASL ability whose subject is the resource's name. For one
 * and not of all: a request asks about few of them, and pays for each rule.
 */
export function buildAbility(standing: Standing, resource: Governed): MongoAbility {
  const held = resource.operations.filter(
    (one) => !isGranted(resource) || standing.permissions.has(permissionName(resource, one)),
  );
  return createMongoAbility(
    held.flatMap((one) => rule(one, resource, rowsOf(one, resource, standing))),
    plainNames,
  );
}

/** The rows on which an operation is permitted. */
export function reachIn(ability: MongoAbility, operation: Permission, resource: Governed): RowScope {
  return reachOf(rulesToAST(ability, operation, resource.name), linksOf(resource));
}

/** The rows that exist for a user at all: those of `view`, with or without the permission. */
export function visibleRows(standing: Standing, resource: Governed): RowScope {
  const view = createMongoAbility(rule('view', resource, rowsOf('view', resource, standing)), plainNames);
  return reachIn(view, 'view', resource);
}

function rule(action: Permission, { name: subject }: Governed, rows: Rows) {
  if (rows === null) return [];
  return [rows === undefined ? { action, subject } : { action, subject, conditions: rows }];
}

/** Contract, "Sites and permissions". */
function rowsOf(operation: Permission, { scope }: Governed, { userId, site }: Standing): Rows {
  if (scope === 'global') return undefined;
  if (scope === 'own') return { user_id: userId };
  // For a user without a site, a comparison with a missing site must not become one that is true for every row.
  if (!site) return null;
  if (scope === 'site') return rowsOfSite(operation, site);
  if (scope === 'self') return rowsOfSites(operation, site, userId);
  return site.is_headquarters ? undefined : { [scope.members.table]: { $elemMatch: { site_id: site.id } } };
}

/** The headquarters sees every row, but a row is only changed at its own site. */
function rowsOfSite(operation: Permission, site: Site): Rows {
  return site.is_headquarters && reads.has(operation) ? undefined : { site_id: site.id };
}

/** Sites themselves: elsewhere than at the headquarters one's own are seen, and the current one changed. */
function rowsOfSites(operation: Permission, site: Site, userId: number): Rows {
  if (site.is_headquarters) return undefined;
  return reads.has(operation) ? { memberships: { $elemMatch: { user_id: userId } } } : { id: site.id };
}

const reads: ReadonlySet<Permission> = new Set(
  operations.filter((one) => one === 'view' || one === 'viewAny'),
);

/** The tables that an `$elemMatch` of this resource's rules may look into. */
function linksOf({ scope }: Governed): Links {
  if (scope === 'self') return { memberships: 'site_id' };
  return typeof scope === 'object' ? { [scope.members.table]: scope.members.key } : {};
}
