/** Related lists: rows of other resources that belong to a row, found by filters that take its id. */
import { relatedPath } from '../../definition/view.ts';
import { isAggregate, isPairCount, isPaired } from '../../kinds/kind.ts';
import { heading, type Language } from '../../message.ts';
import type { FilterType } from '../../model/filter.ts';
import { filterField, filterTarget, listedFilters } from '../../model/filter-target.ts';
import type { FieldModel, Registry, Resource } from '../../model/resource.ts';

/** A related list, as clients receive it. */
interface Related {
  /** Path of the listed resource. */
  readonly resource: string;
  /** Its filter that takes the id of a row. */
  readonly filter: string;
  /** The field of the row that counts exactly that list. */
  readonly count_field: string | null;
  /** Left out if the list has the name of its resource. */
  readonly label?: string;
  readonly sort?: string;
  readonly from?: string;
}

/** A related list, independent of the user. */
export interface RelatedList {
  readonly target: Resource;
  readonly related: Related;
}

/** Where a filter finds the id: in a column of the rows, in a table of pairs, or several tables away. */
type FilterSource =
  | { readonly at: 'column'; readonly column: string }
  | { readonly at: 'pairs'; readonly table: string; readonly column: string }
  | { readonly at: 'links'; readonly tables: string }
  | { readonly at: 'far' };

interface Candidate {
  readonly target: Resource;
  readonly filter: FilterType;
  readonly place: FilterSource;
  readonly counter: FieldModel | undefined;
}

/**
 * The related lists of a resource. Lists that a field counts come first, in the order of these fields; then those whose rows
 * refer to the row directly, then those one step farther. References that every resource has (author, site) make no related list,
 * unless a field counts it or the view names it.
 */
export function relatedLists(registry: Registry, resource: Resource, language: Language): RelatedList[] {
  const found = [...registry.values()].flatMap((target) => candidatesOf(registry, resource, target));
  const counters = [...resource.fields.values()];
  const rank = ({ counter, place }: Candidate) =>
    counter ? counters.indexOf(counter) : counters.length + (place.at === 'far' ? 1 : 0);
  return [...found]
    .sort((one, other) => rank(one) - rank(other))
    .map((candidate) => ({
      target: candidate.target,
      related: {
        resource: candidate.target.path,
        filter: candidate.filter.name,
        count_field: candidate.counter?.name ?? null,
        ...ownLabel(candidate, found, language),
        ...orderOf(resource, candidate.target),
      },
    }));
}

function candidatesOf(registry: Registry, resource: Resource, target: Resource): Candidate[] {
  // Personal rows belong to no other row. Attached rows are described by a word of the definition.
  if (!target.operations.includes('viewAny') || target.scope === 'own' || target.hung) return [];
  const found = listedFilters(target).flatMap((filter) => {
    if (filter.tree || filterTarget(registry, target, filter.name) !== resource) return [];
    const place = filterSource(registry, target, filter.name);
    const counter = [...resource.fields.values()].find((field) => isCountOf(field, target, place));
    return [{ target, filter, place, counter }];
  });
  const wanted = found.filter(({ filter, counter }) => counter || isDeclared(target, filter.name));
  return wanted.length === 0 && isNamed(resource, target) ? found : wanted;
}

function isDeclared({ definition: { filters = [], filtersThrough = {} } }: Resource, name: string): boolean {
  return filters.includes(name) || Object.hasOwn(filtersThrough, name);
}

function isNamed({ definition: { view } }: Resource, { path }: Resource): boolean {
  return view?.related?.some((one) => relatedPath(one) === path) === true;
}

/** The sort order of another resource's rows, if the view declares one. */
function orderOf({ definition: { view } }: Resource, { path }: Resource): Pick<Related, 'sort' | 'from'> {
  const named = view?.related?.find((one) => relatedPath(one) === path);
  if (named === undefined || typeof named === 'string') return {};
  return 'from' in named ? { from: named.from } : { sort: named.sort };
}

function filterSource(registry: Registry, target: Resource, name: string): FilterSource {
  const path = target.definition.filtersThrough?.[name] ?? name;
  if (typeof path !== 'string') return { at: 'links', tables: joined(path.links) };
  const [first = '', second] = path.split('.');
  const facts = target.fields.get(first)?.facts;
  if (isPaired(facts)) return { at: 'pairs', table: facts.table, column: facts.column };
  if (second === undefined) return { at: 'column', column: first };
  const seen = facts ? undefined : registry.get(first)?.fields.get(second)?.facts;
  return isPaired(seen) ? { at: 'pairs', table: seen.table, column: seen.own } : { at: 'far' };
}

/** Whether a field counts exactly the rows that refer to its row at this place. */
function isCountOf({ facts }: FieldModel, target: Resource, place: FilterSource): boolean {
  if (isAggregate(facts)) {
    const counts = facts.of === target.path && facts.sum === undefined && facts.where === undefined;
    return counts && place.at === 'column' && facts.foreign === place.column;
  }
  if (!isPairCount(facts)) return false;
  const { table, foreign, distinct, through } = facts;
  if (place.at === 'pairs') {
    return distinct === undefined && table === place.table && foreign === place.column;
  }
  if (place.at !== 'links') return false;
  const further = through ? [{ table: through.table, column: 'id' }] : [];
  return joined([...further, { table, column: foreign }]) === place.tables;
}

/** The tables of a path and their columns, as one text for comparison. */
function joined(links: readonly { readonly table: string; readonly column: string }[]): string {
  return links.map(({ table, column }) => `${table}.${column}`).join(' ');
}

/** The label of the count field, else of the resource; with the filter if several filters list the resource. */
function ownLabel({ target, ...found }: Candidate, all: readonly Candidate[], language: Language) {
  const label = relatedLabel({ target, ...found }, all, language);
  return label === heading(target.title.many, language) ? {} : { label };
}

function relatedLabel({ target, filter, counter }: Candidate, all: readonly Candidate[], language: Language) {
  if (counter) return heading(counter.heading, language);
  const many = heading(target.title.many, language);
  const field = filterField(target, filter.name);
  const twins = all.filter((one) => one.target === target && !one.counter);
  return field && twins.length > 1 ? `${many} (${heading(field.heading, language)})` : many;
}
