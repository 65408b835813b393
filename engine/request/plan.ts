/** Plans: what a request will do, as immutable data. Made from an intent and the actor's scope; it executes nothing. */

import { and, type Condition, conditionOf, eq, or, type Sql } from '../condition.ts';
import { columnOf, type Selection } from '../database/sql.ts';
import { displaySources } from '../definition/definition.ts';
import type { FieldErrors } from '../failure.ts';
import { type Choice, optionNames } from '../model/choices.ts';
import { base } from '../model/expression.ts';
import { operator } from '../model/filter-operators.ts';
import { hasSearchedTexts, type Resource, type SearchThrough } from '../model/resource.ts';
import { liveCondition } from '../model/scope.ts';
import type { Actor, Expression } from '../policy.ts';
import type { SortColumn, SortTerm } from '../sort.ts';
import type { SentAs, Values } from './body.ts';
import type { ListIntent } from './intent.ts';
import type { FilterIntent, RowsIntent } from './parameters.ts';

/** A column to sort by. With `from` or `computed`, its name `column` is only valid within the page. */
export interface OrderBy extends SortColumn {
  readonly descending: boolean;
}

/** Everything that a read needs, as data: without handles, and nothing that runs. */
export interface RowsPlan extends Selection {
  readonly table: string;
  readonly order: readonly OrderBy[];
  readonly limit: number;
  readonly offset: number;
  /** Whether rows are found by the condition and then sorted, instead of read in order. */
  readonly sorted?: boolean;
  /** Sites that are read separately, in order, and then merged; null for rows without a site. */
  readonly sites?: readonly (number | null)[];
  /** The maximum number of rows per site; if it is not set, all up to the end of the page. */
  readonly share?: number;
}

/** A page of rows. */
export interface PagePlan extends RowsPlan {
  /** Whether filters select rows. */
  readonly filtered: boolean;
  /**
   * The table of sites, if rows of all sites are needed in an order, or by filters, with an index only within each site; else
   * null.
   */
  readonly overSites: string | null;
}

export interface ListPlan extends PagePlan {
  readonly page: number;
  readonly perPage: number;
  readonly keys: readonly string[];
  /** The search words, and the number that they are, which `where` contains too. */
  readonly words: readonly string[];
  readonly number: number | null;
}

export interface WritePlan {
  readonly resource: Resource;
  readonly values: Values;
  /** Errors of the body's own validation; reported together with those that the database finds. */
  readonly errors: FieldErrors;
  readonly sentAs: ReadonlyMap<string, SentAs>;
  readonly ifMatch: string | null;
}

export interface DeletePlan {
  readonly resource: Resource;
  readonly id: number;
  readonly ifMatch: string | null;
}

/** A page of the rows that the actor may list and that match the intent. */
export function planList(resource: Resource, intent: ListIntent, actor: Actor, storedNow: string): ListPlan {
  const { page, perPage, keys, number = null } = intent;
  const filtered = intent.filters.some(({ name }) => name !== 'site_id');
  return Object.freeze({
    table: resource.table,
    where: planRows(resource, intent, actor, storedNow),
    order: [
      ...(number === null ? [] : [numberFirst(number)]),
      ...planOrder(resource, intent.sort, (computed) => computed(storedNow, actor)),
    ],
    limit: perPage,
    offset: (page - 1) * perPage,
    sorted: false,
    page,
    perPage,
    keys,
    filtered,
    overSites:
      number === null &&
      reachesAllSites(resource, intent, actor) &&
      (filtered || !isDefault(resource, intent.sort)) &&
      hasIndex(resource, intent.sort)
        ? resource.siteTable
        : null,
    words: intent.words,
    number,
  });
}

/** The row with this id before all others. */
function numberFirst(id: number): OrderBy {
  const computed = { text: `case when ${columnOf(base, 'id')} = ? then 0 else 1 end`, bindings: [id] };
  return { column: 'number_first', computed, descending: false };
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

/** Whether the rows of a site have an index in this order. */
function hasIndex({ sorts }: Resource, [first]: readonly SortTerm[]): boolean {
  return first !== undefined && (sorts.has(first.field) || first.field === 'id');
}

/** The condition of a list: the actor's scope, filters and search, combined. */
export function planRows(resource: Resource, intent: RowsIntent, actor: Actor, storedNow: string): Condition {
  const { filters, words, number = null } = intent;
  const found = words.map((word) => planWord(resource, word));
  return and(
    liveCondition(resource),
    conditionOf(actor.permitted('viewAny', resource)),
    ...filters.map((filter) => planFilter(resource, filter, actor, storedNow)),
    ...(number === null ? found : [or(eq('id', number), and(...found))]),
  );
}

/** One row, if the actor may view it. */
export function planView(resource: Resource, id: number, actor: Actor): Condition {
  return and(eq('id', id), liveCondition(resource), conditionOf(actor.permitted('view', resource)));
}

/**
 * The order always ends with the id, in the direction of the first key unless it is one of the keys, so that pages never overlap.
 *
 * @param compute binds computed values to the user and the time
 */
export function planOrder(
  { sorts, furtherSorts, computedSorts }: Pick<Resource, 'sorts' | 'furtherSorts' | 'computedSorts'>,
  sort: readonly SortTerm[],
  compute?: (computed: Expression) => Sql,
): OrderBy[] {
  const [{ descending = false } = {}] = sort;
  const keys = [...sort, { field: 'id', descending }];
  // Ids are unique: keys after it have no effect.
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

/** A word appears in one of the search fields: of the row itself, or of the rows that it refers to. */
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
 * A word in a search for options. For rows that the user may list, it is searched as in their list. For others, it is searched
 * only in the shown texts: otherwise it would reveal what else they contain.
 */
export function planShownWord(offer: OfferedRows, word: string, actor: Actor): Condition {
  const { target } = offer;
  const listed = actor.permitted('viewAny', target);
  if (listed === 'all') return planWord(target, word);
  const shown = shownPlaces(offer, word);
  return listed === 'none' ? or(...shown) : or(...shown, and(listed, planWord(target, word)));
}

type OfferedRows = Pick<Choice, 'target' | 'include'>;

/** The search fields that are part of a row's shown text. */
function shownPlaces(offer: OfferedRows, text: string): Condition[] {
  const { definition, search, keyed, fields } = offer.target;
  const { own = [], through = [] } = search ?? {};
  const names = new Set([...optionNames(offer), ...displaySources(definition)]);
  const places = own.flatMap((name, place): Condition[] => {
    if (!names.has(name)) return [];
    if (keyed.has(name)) return [{ op: 'contains', column: `${name}_key`, text }];
    // Each search field is a line of the text, except null fields.
    const leads = place === 0 && fields.get(name)?.facts.nullable !== true;
    return leads ? [{ op: 'contains', column: 'search_text', text, line: 'first' }] : [];
  });
  const others = through.filter(({ reference, column }) =>
    names.has(`${reference}.${column.replace(/_key$/, '')}`),
  );
  return [...places, ...others.map((one) => containsThrough(one, text))];
}
