/** Lists of other rows that belong to a row: found by the filters that take its id. */
import { heading, type Language } from '../../message.ts';
import type { FilterType } from '../../model/filter.ts';
import { filterField, filterTarget, listedFilters } from '../../model/filter-target.ts';
import type { FieldModel, Registry, Resource } from '../../model/resource.ts';
import type { Related } from './answer-schema.ts';

/** One such list, before it is known who asks. */
export interface RelatedList {
  readonly target: Resource;
  readonly related: Related;
}

/** Where a filter finds the id that it is given: in a column of the rows, in a table of pairs, or farther away. */
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
 * The lists of rows that belong to one of a resource. Those that a field counts come first, in the order of these fields; then those
 * whose rows refer to it, then those a step farther. What every resource has (author, site) is no reason to list it, unless it is
 * counted or the view names it.
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
        label: relatedLabel(candidate, found, language),
      },
    }));
}

function candidatesOf(registry: Registry, resource: Resource, target: Resource): Candidate[] {
  if (!target.operations.includes('viewAny')) return [];
  const found = listedFilters(target).flatMap((filter) => {
    if (filterTarget(registry, target, filter.name) !== resource) return [];
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
  return view?.related?.includes(path) === true;
}

function filterSource(registry: Registry, target: Resource, name: string): FilterSource {
  const path = target.definition.filtersThrough?.[name] ?? name;
  if (typeof path !== 'string') return { at: 'links', tables: joined(path.links) };
  const [first = '', second] = path.split('.');
  const facts = target.fields.get(first)?.facts;
  if (facts?.kind === 'references') return { at: 'pairs', table: facts.table, column: facts.other };
  if (second === undefined) return { at: 'column', column: first };
  const seen = facts ? undefined : registry.get(first)?.fields.get(second)?.facts;
  return seen?.kind === 'references' ? { at: 'pairs', table: seen.table, column: seen.own } : { at: 'far' };
}

/** Whether a field counts exactly the rows whose place holds the id of its own. */
function isCountOf({ facts }: FieldModel, target: Resource, place: FilterSource): boolean {
  if (facts.kind === 'aggregate') {
    const counts = facts.of === target.path && facts.sum === undefined && facts.where === undefined;
    return counts && place.at === 'column' && facts.foreign === place.column;
  }
  if (facts.kind !== 'pairs') return false;
  const { table, foreign, distinct, through } = facts;
  if (place.at === 'pairs') {
    return distinct === undefined && table === place.table && foreign === place.column;
  }
  if (place.at !== 'links') return false;
  const further = through ? [{ table: through.table, column: 'id' }] : [];
  return joined([...further, { table, column: foreign }]) === place.tables;
}

/** The tables of a way and the columns that lead on from them, as one text to compare. */
function joined(links: readonly { readonly table: string; readonly column: string }[]): string {
  return links.map(({ table, column }) => `${table}.${column}`).join(' ');
}

/** What the count is called where there is one, else the rows; with the filter where they are listed by several. */
function relatedLabel({ target, filter, counter }: Candidate, all: readonly Candidate[], language: Language) {
  if (counter) return heading(counter.heading, language);
  const many = heading(target.title.many, language);
  const field = filterField(target, filter.name);
  const twins = all.filter((one) => one.target === target && !one.counter);
  return field && twins.length > 1 ? `${many} (${heading(field.heading, language)})` : many;
}
