/** Rows about other rows, such as notifications. Their person sees them while the person may see those rows, at this moment. */
import { and, type Condition, eq, or } from '../../engine/condition.ts';
import type { Governed, Hung, Permission, Tells } from '../../engine/policy.ts';
import { everything, permissionName } from './permissions.ts';

/**
 * Whether the row of a notice exists, at a site where the user belongs and has the permission to view it; for a row that hangs on
 * another, to view that one.
 */
export function toldCondition(userId: number, { resource, record, of }: Tells): Condition {
  return or(
    ...of().map((target) => {
      const { scope, hung } = target;
      if (hung) return and(eq(resource, target.name), rowThere(target, record, holderSeen(userId, hung)));
      const column = scope === 'site' ? 'site_id' : scope === 'self' ? 'id' : null;
      const there = rowThere(
        target,
        record,
        column === null ? and() : holding(userId, target, 'site_id', column),
      );
      // A row without a site is seen by those who may see it at any of their sites.
      const seen = column === null ? holding(userId, target, 'user_id', 'user_id') : and();
      return and(eq(resource, target.name), there, seen);
    }),
  );
}

/**
 * Whether a row exists that others hang on, at a site where the user has the permission to view it. What hangs on a row has its
 * site: asked inside of the row, the permission would be too deep for the parser of SQLite.
 */
function holderSeen(userId: number, { resource, record, of }: Hung): Condition {
  const seen = of().map((holder) =>
    and(
      eq(resource, holder.path),
      rowThere(holder, record, and()),
      holding(userId, holder, 'site_id', 'site_id'),
    ),
  );
  return triedRowByRow(or(...seen));
}

/** The same, checked for each row that is found. Otherwise MariaDB first reads all rows that something could hang on. */
export const triedRowByRow = (of: Condition): Condition => ({ op: 'not', of: { op: 'not', of } });

/** Whether the row of a resource is there whose id a column holds, not deleted, and meets a condition. */
export function rowThere(
  target: ReturnType<Tells['of']>[number],
  column: string,
  where: Condition,
): Condition {
  const live = target.softDelete ? eq('live', 1) : and();
  return { op: 'exists', table: target.table, foreign: 'id', column, where: and(live, where) };
}

/** Memberships of a user with the permission, whose `foreign` is the row's `column`. */
function holding(userId: number, target: Governed, foreign: string, column: string): Condition {
  const where = and(eq('user_id', userId), granted(target, 'view'));
  return { op: 'exists', table: 'memberships', foreign, column, where };
}

/** The people who have a permission at a site, as a condition on their rows. */
export function holdersOf(operation: Permission, target: Governed, siteId: number): Condition {
  const where = and(eq('site_id', siteId), granted(target, operation));
  return { op: 'exists', table: 'memberships', foreign: 'user_id', column: 'id', where };
}

/** Memberships whose roles have a permission, at sites where it counts. */
function granted(target: Governed, operation: Permission): Condition {
  const held: Condition = {
    op: 'in',
    column: 'permission',
    values: [permissionName(target, operation), everything],
  };
  const roles: Condition = {
    ...{ op: 'exists', table: 'membership_roles', foreign: 'membership_id', column: 'id' },
    where: { op: 'exists', table: 'role_permissions', foreign: 'role_id', column: 'role_id', where: held },
  };
  const atHeadquarters: Condition = {
    ...{ op: 'exists', table: 'sites', foreign: 'id', column: 'site_id' },
    where: eq('is_headquarters', 1),
  };
  return target.headquartersOnly.includes(operation) ? and(roles, atHeadquarters) : roles;
}
