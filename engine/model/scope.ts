/** Which rows there are for a site, and which of them a reference may point at. */

import { always, and, type Condition, eq, never } from '../condition.ts';
import type { ReferenceFacts, ReferencesFacts } from '../kinds/field.ts';
import type { Scope } from '../policy.ts';
import { type DeleteBlock, fieldOf, type Resource } from './resource.ts';
import { compileWhere } from './where.ts';

/** Rows of a soft-deleted resource that are still there. */
export function liveCondition(resource: Resource): Condition {
  return resource.softDelete ? eq('live', 1) : always;
}

/** Of the rows that refer to one by a column, those that count as holding it in place. */
export function countedCondition(block: Pick<DeleteBlock, 'owner' | 'counted'>): Condition {
  if (block.counted === 'all') return always;
  return ofOwner(block, block.counted === 'live' ? eq('live', 1) : { op: 'null', column: 'live' });
}

/** What is asked of a row, or of the row that a pair is of. */
function ofOwner({ owner }: Pick<DeleteBlock, 'owner'>, where: Condition): Condition {
  if (!owner) return where;
  return { op: 'exists', table: owner.table, foreign: 'id', column: owner.column, where };
}

/** Rows of a resource that belong to a site, for any user: the possible targets of a reference from that site. */
export function siteCondition(scope: Scope, siteId: number): Condition {
  if (scope === 'site') return eq('site_id', siteId);
  if (scope === 'global') return always;
  if (scope === 'self') return eq('id', siteId);
  return {
    op: 'exists',
    table: scope.members.table,
    foreign: scope.members.key,
    column: 'id',
    where: eq('site_id', siteId),
  };
}

/**
 * Rows that a reference from a row of a site may point at: those of the site, not deleted, that meet the
 * field's own condition. Both the validation and the list of options stand on this.
 */
export function referable(
  target: Resource,
  facts: ReferenceFacts | ReferencesFacts,
  siteId: number | null,
  storedNow: string,
): Condition {
  const own = facts.where
    ? compileWhere(facts.where, (name) => fieldOf(target, name).facts, storedNow)
    : always;
  const inSite =
    target.scope === 'global' ? always : siteId === null ? never : siteCondition(target.scope, siteId);
  return and(inSite, liveCondition(target), own);
}

/** Whether rows that are seen at several sites have others depend on them that belong to one site each. */
export function isDivided(own: Scope, dependent: Scope): boolean {
  return own !== 'site' && own !== 'self' && dependent === 'site';
}
