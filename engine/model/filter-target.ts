/** Information about filters, for documentation and forms. */
import { and, type Condition, conditionOf, type RowScope } from '../condition.ts';
import type { Selection } from '../database/sql.ts';
import type { Link } from '../definition/definition.ts';
import { isReference, isReferences, isReferring, treeFilterName } from '../kinds/kind.ts';
import type { Actor } from '../policy.ts';
import type { FilterType } from './filter.ts';
import { type FieldModel, fieldOf, type Registry, type Resource, resourceAt } from './resource.ts';
import { liveCondition } from './scope.ts';

/** The filters of a resource: first its declared ones and that of its tree, then those of every resource. */
export function listedFilters({ definition, filters }: Resource): FilterType[] {
  const { filters: own = [], filtersThrough: through = {} } = definition;
  const declared = [...own, treeFilterName, ...Object.keys(through)];
  const everywhere = [...filters.keys()].filter((name) => !declared.includes(name));
  return [...declared, ...everywhere].flatMap((name) => filters.get(name) ?? []);
}

/** The field of the resource itself that a filter is about: `operator_ids` for `operator_id`; null for none. */
export function filterField({ definition, fields }: Resource, name: string): FieldModel | null {
  const path = definition.filtersThrough?.[name];
  return fields.get(typeof path === 'string' ? path : name) ?? null;
}

/** The resource whose ids a filter takes; null for a filter with other values. */
export function filterTarget(registry: Registry, resource: Resource, name: string): Resource | null {
  return filterChoice(registry, resource, name)?.target ?? null;
}

/** The address of a filter's options, after the path of the API. */
export function filterOptionsPath({ path }: Resource, name: string): string {
  return `/${path}/options/filter.${name}`;
}

/** The options of a filter that takes the ids of rows. */
export interface FilterChoice {
  readonly name: string;
  readonly target: Resource;
  /** Further fields of a row that are shown: those that a list shows of it. */
  readonly include: readonly string[];
  /**
   * The rows of `target` that occur in the list of the user. It includes deleted ones, since lists show their names as well. Each
   * candidate is tested separately, through an index of the rows that refer to it: the query scans the table of `target`, not
   * that of the list.
   */
  occurring(actor: Actor): Required<Selection>;
}

/** The options of a filter; null for a filter with other values. */
export function filterChoice(registry: Registry, resource: Resource, name: string): FilterChoice | null {
  const way = resource.filters.has(name) && name !== 'id' ? wayOf(registry, resource, name) : null;
  if (way === null) return null;
  const target = resourceAt(registry, way.to);
  return {
    name,
    target,
    include: way.include,
    occurring: (actor) => {
      const reach = actor.permitted('viewAny', resource);
      const listed = and(liveCondition(resource), conditionOf(reach));
      const where = candidates(resource, target, name, reach, actor);
      return { where, tried: way.back(listed, actor), probing: true };
    },
  };
}

/** The rows that need to be tested: others cannot occur. */
function candidates(
  resource: Resource,
  target: Resource,
  name: string,
  reach: RowScope,
  actor: Actor,
): Condition {
  // The lists of a user who may only list rows of one site contain no other site.
  if (
    isReference(resource.fields.get(name)?.facts) &&
    typeof reach === 'object' &&
    reach.op === 'eq' &&
    reach.column === name
  ) {
    return { ...reach, column: 'id' };
  }
  // A user who may see a row may see the rows that it refers to.
  const together = target.scope === 'self' || (target.scope === 'site' && resource.scope === 'site');
  return together ? conditionOf(actor.visible(target)) : and();
}

/** The target of a filter, and the path back from there to the rows of the list. */
interface Way {
  readonly to: string;
  readonly include: readonly string[];
  /** The rows at its end from which some of these rows can be reached. */
  back(rows: Condition, actor: Actor): Condition;
}

function wayOf(registry: Registry, resource: Resource, name: string): Way | null {
  const { table, definition, fields, filters } = resource;
  // A tree filter reaches at least every listed row itself.
  if (filters.get(name)?.tree) return { to: resource.path, include: [], back: (rows) => rows };
  const path = definition.filtersThrough?.[name];
  if (path === undefined) return ownWay(table, fields.get(name));
  if (typeof path !== 'string') {
    const { to, links, seen } = path;
    return { to, include: [], back: (rows, actor) => alongLinks(links, table, rows, seen(actor)) };
  }
  const [first = '', second] = path.split('.');
  const own = fields.get(first);
  if (second === undefined) return ownWay(table, own);
  if (isReference(own?.facts)) {
    const middle = resourceAt(registry, own.facts.to);
    const far = ownWay(middle.table, fieldOf(middle, second));
    const together = middle.scope === 'site' && resource.scope === 'site';
    // For resources without sites, rows of other sites are excluded before the test.
    const seen = (actor: Actor) => (together ? conditionOf(actor.visible(middle)) : and());
    return (
      far && {
        ...far,
        back: (rows, actor) => far.back(and(seen(actor), referring(table, first, rows)), actor),
      }
    );
  }
  const pairs = registry.get(first)?.fields.get(second)?.facts;
  if (!isReferences(pairs)) return null;
  // From the other side.
  return {
    to: first,
    include: [],
    back: (rows) => paired(pairs.table, pairs.own, pairs.column, table, rows),
  };
}

/** A field of the row itself. */
function ownWay(table: string, field: FieldModel | undefined): Way | null {
  if (!field || !isReferring(field.facts)) return null;
  const { name, facts } = field;
  const { to, include } = facts;
  if (isReference(facts)) return { to, include, back: (rows) => referring(table, name, rows) };
  return { to, include, back: (rows) => paired(facts.table, facts.column, facts.own, table, rows) };
}

/** Rows to which some of these rows of a table refer. */
function referring(table: string, foreign: string, where: Condition): Condition {
  return { op: 'exists', table, foreign, column: 'id', where };
}

/** Rows that are paired with some of these rows of a table. */
function paired(pairs: string, own: string, other: string, table: string, rows: Condition): Condition {
  return referring(pairs, own, { op: 'exists', table, foreign: 'id', column: other, where: rows });
}

/** Rows at the end of a path over other tables that starts at some of these rows. */
function alongLinks(
  [first, ...further]: readonly [Link, ...Link[]],
  table: string,
  rows: Condition,
  seen: Condition,
): Condition {
  let last = first;
  let where = and(seen, { op: 'exists', table, foreign: 'id', column: first.foreign, where: rows });
  for (const link of further) {
    where = { op: 'exists', table: last.table, foreign: last.column, column: link.foreign, where };
    last = link;
  }
  return referring(last.table, last.column, where);
}
