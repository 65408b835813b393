/** The rows of a site, and those that a reference may point at. */

import { always, and, type Condition, eq, never } from '../condition.ts';
import { hungFields } from '../definition/hung.ts';
import type { ReferenceFacts, ReferencesFacts } from '../kinds/facts.ts';
import { isReferences } from '../kinds/kind.ts';
import type { Actor, Scope } from '../policy.ts';
import { type DeleteBlock, fieldOf, type Registry, type Resource, resourceAt } from './resource.ts';
import { compileWhere } from './where.ts';

/** The rows of a resource with `softDelete` that are not deleted. */
export function liveCondition(resource: Resource): Condition {
  return resource.softDelete ? eq('live', 1) : always;
}

/** Of the rows that refer to one by a column, those that prevent its delete. */
export function countedCondition(block: Pick<DeleteBlock, 'owner' | 'counted'>): Condition {
  if (block.counted === 'all') return always;
  return ofOwner(block, block.counted === 'live' ? eq('live', 1) : { op: 'null', column: 'live' });
}

/** A condition on a row, or on the owner of a pair. */
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

/** The origin of a reference: a row of a resource, at a site or of a person. */
interface Referrer {
  readonly of: Pick<Resource, 'members'>;
  readonly siteId: number | null;
  readonly actor: Pick<Actor, 'id' | 'holders'>;
  /** The resource that it is attached to, if any. */
  readonly holder?: Resource | undefined;
}

/**
 * Rows that a reference may point at: rows of the same site, not deleted, that meet the field's own condition. Personal rows may
 * refer to all sites of their person, independent of the current one. Both the validation and the list of options use this.
 */
export function referable(
  registry: Registry,
  facts: ReferenceFacts | ReferencesFacts,
  referrer: Referrer,
  storedNow: string,
): Condition {
  const target = resourceAt(registry, facts.to);
  const own = facts.where
    ? compileWhere(facts.where, (name) => fieldOf(target, name).facts, storedNow)
    : always;
  const { siteId, actor, holder } = referrer;
  const { viewers } = isReferences(facts) ? facts : {};
  const viewed = typeof viewers === 'string' ? resourceAt(registry, viewers) : viewers && holder;
  const seers = viewed && siteId !== null ? [actor.holders('view', viewed, siteId)] : [];
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

/** The resource of the row to which something is attached. */
export function holderOf(
  { hangOn }: Pick<Resource, 'hangOn'>,
  row: Readonly<Record<string, unknown>>,
): Resource | undefined {
  return hangOn().find(({ path }) => path === row[hungFields.resource]);
}

/** Whether rows that several sites see have dependents that belong to one site each. */
export function isDivided(own: Scope, dependent: Scope): boolean {
  return own !== 'site' && own !== 'self' && dependent === 'site';
}
