/** Plans: what a request will do, as frozen data. Made from an intent and what the actor may reach; runs nothing. */

import { and, type Condition, conditionOf, eq, or, type Sql } from '../condition.ts';
import type { Selection } from '../database/sql.ts';
import { displaySources } from '../definition/definition.ts';
import type { FieldErrors } from '../failure.ts';
import { type Choice, optionNames } from '../model/choices.ts';
import { operator } from '../model/filter-operators.ts';
import { hasSearchedTexts, type Resource, type SearchThrough } from '../model/resource.ts';
import { liveCondition } from '../model/scope.ts';
import type { Actor, Expression } from '../policy.ts';
import type { SortColumn, SortTerm } from '../sort.ts';
import type { Values } from './body.ts';
import type { ListIntent } from './intent.ts';
import type { FilterIntent, RowsIntent } from './parameters.ts';

/** A column to order by. With `from` or `computed` it is called `column` in the page alone. */
export interface OrderBy extends SortColumn {
  readonly descending: boolean;
}

/** Everything a read needs, as data: no handle, nothing that runs. */
export interface RowsPlan extends Selection {
  readonly table: string;
  readonly order: readonly OrderBy[];
  readonly limit: number;
  readonly offset: number;
  /** Whether rows are found by the condition and then put in order, rather than met in their order. */
  readonly sorted?: boolean;
  /** Sites of whose rows each is read by itself, in order, and the page put together from them; null for the rows of none. */
  readonly sites?: readonly (number | null)[];
  /** So many rows of each site at most; all up to the end of the page where it is not set. */
  readonly share?: number;
}

/** A page of rows. */
export interface PagePlan extends RowsPlan {
  /** Whether filters choose among the rows. */
  readonly filtered: boolean;
  /** The table of sites, where rows of all of them are wanted in an order, or by filters, that have indexes for each site alone; else null. */
  readonly overSites: string | null;
}

export interface ListPlan extends PagePlan {
  readonly page: number;
  readonly perPage: number;
  readonly keys: readonly string[];
  /** What is searched for: `where` holds it, too. */
  readonly words: readonly string[];
}

export interface WritePlan {
  readonly resource: Resource;
  readonly values: Values;
  /** What the body's own validation found; told together with what the database finds. */
  readonly errors: FieldErrors;
  readonly ifMatch: string | null;
}

export interface DeletePlan {
  readonly resource: Resource;
  readonly id: number;
  readonly ifMatch: string | null;
}

/** A page of the rows that the actor may list and that meet the intent. */
export function planList(resource: Resource, intent: ListIntent, actor: Actor, storedNow: string): ListPlan {
  const { page, perPage, keys } = intent;
  const filtered = intent.filters.some(({ name }) => name !== 'site_id');
  return Object.freeze({
    table: resource.table,
    where: planRows(resource, intent, actor, storedNow),
    order: planOrder(resource, intent.sort, (computed) => computed(storedNow, actor)),
    limit: perPage,
    offset: (page - 1) * perPage,
    sorted: false,
    page,
    perPage,
    keys,
    filtered,
    overSites:
      reachesAllSites(resource, intent, actor) &&
      (filtered || !isDefault(resource, intent.sort)) &&
      hasIndex(resource, intent.sort)
        ? resource.siteTable
        : null,
    words: intent.words,
  });
}

function reachesAllSites(resource: Resource, { filters }: ListIntent, actor: Actor): boolean {
  if (resource.scope !== 'site' || filters.some(({ name }) => name === 'site_id')) return false;
  return actor.permitted('viewAny', resource) === 'all';
}

function isDefault({ defaultSort }: Resource, sort: readonly SortTerm[]): boolean {
  return (
    sort.length === defaultSort.length && sort.every(({ field }, at) => field === defaultSort[at]?.field)
  );
}

/** Whether the rows of a site stand in this order in an index. */
function hasIndex({ sorts }: Resource, [first]: readonly SortTerm[]): boolean {
  return first !== undefined && (sorts.has(first.field) || first.field === 'id');
}

/** The condition of a list: what may be reached, filters and search, all of them together. */
export function planRows(resource: Resource, intent: RowsIntent, actor: Actor, storedNow: string): Condition {
  return and(
    liveCondition(resource),
    conditionOf(actor.permitted('viewAny', resource)),
    ...intent.filters.map((filter) => planFilter(resource, filter, actor, storedNow)),
    ...intent.words.map((word) => planWord(resource, word)),
  );
}

/** One row, if the actor may view it. */
export function planView(resource: Resource, id: number, actor: Actor): Condition {
  return and(eq('id', id), liveCondition(resource), conditionOf(actor.permitted('view', resource)));
}

/**
 * Always ends on the id, in the direction of the first key unless it is one of them, so that pages never overlap.
 *
 * @param compute binds what is computed to who asks and when
 */
export function planOrder(
  { sorts, furtherSorts, computedSorts }: Pick<Resource, 'sorts' | 'furtherSorts' | 'computedSorts'>,
  sort: readonly SortTerm[],
  compute?: (computed: Expression) => Sql,
): OrderBy[] {
  const [{ descending = false } = {}] = sort;
  const keys = [...sort, { field: 'id', descending }];
  // No two rows have the same id: nothing behind it counts.
  return keys.slice(0, keys.findIndex(({ field }) => field === 'id') + 1).map(({ field, ...direction }) => {
    const computed = computedSorts.get(field);
    if (!computed)
      return { ...(furtherSorts.get(field) ?? { column: sorts.get(field) ?? field }), ...direction };
    if (!compute) throw new Error(`Only lists are put in order by ${field}.`);
    return { column: field, computed: compute(computed), ...direction };
  });
}

function planFilter(resource: Resource, intent: FilterIntent, actor: Actor, storedNow: string): Condition {
  const filter = resource.filters.get(intent.name);
  if (!filter) throw new Error(`${resource.path} has no filter ${intent.name}.`);
  return operator(intent.operator).condition(filter, intent.values, { viewer: actor, storedNow });
}

/** A word appears in one of the search fields: of the row itself, or of the rows it refers to. */
export function planWord(resource: Resource, word: string): Condition {
  const own: Condition = { op: 'contains', column: 'search_text', text: word };
  const through = (resource.search?.through ?? []).map((one) => containsThrough(one, word));
  return or(...(hasSearchedTexts(resource) ? [own] : []), ...through);
}

function containsThrough({ reference, table, column }: SearchThrough, text: string): Condition {
  return {
    op: 'exists',
    table,
    foreign: 'id',
    column: reference,
    where: { op: 'contains', column, text },
  };
}

/**
 * A word of a search among rows that can be chosen. Of those that somebody may list it is sought as in their list; of others
 * in what is shown of them alone, or it would tell what else is in them.
 */
export function planShownWord(offer: OfferedRows, word: string, actor: Actor): Condition {
  const { target } = offer;
  const listed = actor.permitted('viewAny', target);
  if (listed === 'all') return planWord(target, word);
  const shown = shownPlaces(offer, word);
  return listed === 'none' ? or(...shown) : or(...shown, and(listed, planWord(target, word)));
}

type OfferedRows = Pick<Choice, 'target' | 'include'>;

/** The search fields that stand in what is shown of a row. */
function shownPlaces(offer: OfferedRows, text: string): Condition[] {
  const { definition, search, keyed, fields } = offer.target;
  const { own = [], through = [] } = search ?? {};
  const names = new Set([...optionNames(offer), ...displaySources(definition)]);
  const places = own.flatMap((name, place): Condition[] => {
    if (!names.has(name)) return [];
    if (keyed.has(name)) return [{ op: 'contains', column: `${name}_key`, text }];
    // Each search field has a line of the text, but for those that are null.
    const leads = place === 0 && fields.get(name)?.facts.nullable !== true;
    return leads ? [{ op: 'contains', column: 'search_text', text, line: 'first' }] : [];
  });
  const others = through.filter(({ reference, column }) =>
    names.has(`${reference}.${column.replace(/_key$/, '')}`),
  );
  return [...places, ...others.map((one) => containsThrough(one, text))];
}
