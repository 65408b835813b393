/** What a user may do with rows that hang on others: the rights are those of the other row. */
import { and, type Condition, conditionOf, eq, or, type RowScope } from '../../engine/condition.ts';
import type { Actor, Governed, Hung, Permission } from '../../engine/policy.ts';
import { permissionName } from './permissions.ts';
import { rowThere, triedRowByRow } from './told.ts';

type Person = Pick<Actor, 'site' | 'permissions'> & { readonly id: number };

/**
 * The rows on which an operation is permitted. A user who may view a row may view what hangs on it, by the same condition. These rows
 * are only changed at their site: by their author, as long as the author may make more, and by users who have the permission.
 *
 * @param viewed the rows of a resource that the person may view
 */
export function hungReach(
  { id, site, permissions }: Person,
  operation: Permission,
  resource: Governed & { readonly hung: Hung },
  viewed: (target: Governed) => RowScope,
): RowScope {
  const seen = sight(resource.hung, viewed);
  if (!site || seen === null) return 'none';
  const here = eq('site_id', site.id);
  if (operation === 'view' || operation === 'viewAny') return site.is_headquarters ? seen : and(here, seen);
  const holds = (permission: Permission) => permissions.has(permissionName(resource, permission));
  if (holds(operation)) return and(here, seen);
  return operation !== 'create' && holds('create') ? and(here, eq('created_by_id', id), seen) : 'none';
}

/** Those that hang on a row that exists and may be viewed; null if no such row is possible. */
function sight({ resource, record, of }: Hung, viewed: (target: Governed) => RowScope): Condition | null {
  const seen = of().flatMap((target): Condition[] => {
    const reach = viewed(target);
    if (reach === 'none') return [];
    return [and(eq(resource, target.path), rowThere(target, record, conditionOf(reach)))];
  });
  return seen.length > 0 ? triedRowByRow(or(...seen)) : null;
}
