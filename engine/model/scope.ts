/** Which rows there are for a site, and which of them a reference may point at. */

import { always, and, type Condition, eq, never } from '../condition.ts';
import { hungFields } from '../definition/hung.ts';
import type { ReferenceFacts, ReferencesFacts } from '../kinds/facts.ts';
import { isReferences } from '../kinds/kind.ts';
import type { Actor, Scope } from '../policy.ts';
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
  if (scope === 'own') return never;
  return {
    op: 'exists',
    table: scope.members.table,
    foreign: scope.members.key,
    column: 'id',
    where: eq('site_id', siteId),
  };
}

/** Where a reference begins: at a row of a resource, which is at a site, or is the own one of somebody. */
interface Referrer {
  readonly of: Pick<Resource, 'members'>;
  readonly siteId: number | null;
  readonly actor: Pick<Actor, 'id' | 'holders'>;
  /** On whose rows it hangs, where it does. */
  readonly holder?: Resource | undefined;
}

/**
 * Rows that a reference may point at: those of the row's site, not deleted, that meet the field's own condition. What is somebody's own
 * refers to sites of theirs, whichever is the current one. Both the validation and the list of options stand on this.
 */
export function referable(
  target: Resource,
  facts: ReferenceFacts | ReferencesFacts,
  referrer: Referrer,
  storedNow: string,
): Condition {
  const own = facts.where
    ? compileWhere(facts.where, (name) => fieldOf(target, name).facts, storedNow)
    : always;
  const { siteId, actor, holder } = referrer;
  const seers =
    isReferences(facts) && facts.viewers && holder && siteId !== null
      ? [actor.holders('view', holder, siteId)]
      : [];
  return and(withinReach(target, referrer), liveCondition(target), own, ...seers);
}

function withinReach({ scope }: Resource, { of: { members }, siteId, actor }: Referrer): Condition {
  if (scope === 'global') return always;
  if (members && scope === 'self') {
    const { table, key } = members;
    return { op: 'exists', table, foreign: 'site_id', column: 'id', where: eq(key, actor.id ?? 0) };
  }
  return siteId === null ? never : siteCondition(scope, siteId);
}

/** The resource that the row is of on which something hangs. */
export function holderOf(
  { hangOn }: Pick<Resource, 'hangOn'>,
  row: Readonly<Record<string, unknown>>,
): Resource | undefined {
  return hangOn().find(({ path }) => path === row[hungFields.resource]);
}

/** Whether rows that are seen at several sites have others depend on them that belong to one site each. */
export function isDivided(own: Scope, dependent: Scope): boolean {
  return own !== 'site' && own !== 'self' && dependent === 'site';
}
