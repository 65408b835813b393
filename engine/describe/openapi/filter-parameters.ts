/**
 * The parameters that select rows: the search, and one parameter per filter, `status=open,closed` or
 * `due_at[gte]=…&due_at[lt]=…`. Operators are the properties of an object (`style: deepObject`, OpenAPI 3.1, 4.8.12.3), so that
 * clients have one name per filter.
 */
import { bool } from '../../kinds/scalars/bool.ts';
import type { FilterType } from '../../model/filter.ts';
import { type OperatorWord, operator, operatorsOf } from '../../model/filter-operators.ts';
import { filterTarget, listedFilters } from '../../model/filter-target.ts';
import type { Resource } from '../../model/resource.ts';
import { longestSearch } from '../../request/parameters.ts';
import { exampleWords } from '../examples/example-words.ts';
import { pascal } from './names.ts';
import type { Schemas } from './rows.ts';
import { closed, type Parameter, type Schema, schemaRef } from './spec.ts';
import type { Setting } from './values.ts';

/** Parameters that select rows, for lists and counts. */
export function rowParameters(setting: Setting): Parameter[] {
  const { resource } = setting;
  return [
    ...(resource.search ? [numberedSearch(searchParameter(resource))] : []),
    ...listedFilters(resource).map((filter) => filterParameter(setting, filter)),
  ];
}

/** The search parameter of a resource that has a search. */
export function searchParameter(target: Resource): Parameter {
  const { own, through } = target.search ?? { own: [], through: [] };
  const names = [...own, ...through.map(({ reference }) => `the name of \`${reference}\``)];
  return {
    name: 'search',
    in: 'query',
    description: `Rows in which every word appears, without regard to case, in one of: ${names.join(', ')}.`,
    schema: { type: 'string', maxLength: longestSearch },
    example: 'a',
  };
}

/** A search that also finds a row by its number. */
function numberedSearch(search: Parameter): Parameter {
  const also = 'A number (`2257`, `#2257`) also finds the row with this id, before all others.';
  return { ...search, description: `${search.description} ${also}` };
}

/** A filter with all its operators. */
function filterParameter({ registry, resource }: Setting, filter: FilterType): Parameter {
  const target = filterTarget(registry, resource, filter.name);
  const place = `\`${filteredField(resource, filter.name)}\``;
  const subject = target ? `${place} (of ${target.title.many.en})` : place;
  const way = filter.tree
    ? `The rows of these ids, and all below them by \`${filter.tree}\`, or as its operators say.`
    : `Rows whose ${subject} ${operator('any').note(filter)}, or as its operators say.`;
  const nothing = filter.nullable ? ' `null` for those without.' : '';
  return {
    name: filter.name,
    in: 'query',
    description: `${way}${nothing}`,
    style: 'deepObject',
    explode: true,
    schema: schemaRef(filterName(resource, filter)),
    example: filterExample(filter),
  };
}

/** The field that a filter is about: of the row itself, or of a referenced row. */
function filteredField({ definition, fields }: Resource, name: string): string {
  const path = definition.filtersThrough?.[name];
  return typeof path === 'string' && fields.has(path.split('.')[0] ?? '') ? path : name;
}

/** The schemas of filters by name: one for all filters with the same values. */
export function filterSchemas({ resource }: Setting): Schemas {
  return Object.fromEntries(
    listedFilters(resource).map((filter) => [filterName(resource, filter), filterSchema(filter)]),
  );
}

/** `NullableDateTimeRangeFilter`; for a filter with words of its own `MaterialStatusFilter`. */
function filterName(resource: Resource, { name, scalar, values, nullable, ordered }: FilterType): string {
  if (values) return `${pascal(resource.name)}${pascal(name)}Filter`;
  return `${nullable ? 'Nullable' : ''}${scalar.query.title}${ordered ? 'Range' : ''}Filter`;
}

function filterSchema(filter: FilterType): Schema {
  const words = operatorsOf(filter).filter((word) => word !== 'any');
  const item = itemSchema(filter);
  const asked = closed(Object.fromEntries(words.map((word) => [word, operatorSchema(filter, word)])), []);
  return { anyOf: [item, listSchema(item), { ...asked, minProperties: 1 }] };
}

function operatorSchema(filter: FilterType, word: OperatorWord): Schema {
  const { takes, note } = operator(word);
  const description = `Rows whose value ${note(filter)}.`;
  if (takes === 'flag') return { ...bool.query.schema, description };
  if (takes === 'value') return { ...filter.scalar.query.schema, description };
  // Clients encode a list within an object in different ways, and some not at all: several values are one text.
  return {
    anyOf: [itemSchema(filter), { type: 'string', pattern: ',' }],
    description: `${description} Several have commas between them.`,
  };
}

function listSchema(items: Schema): Schema {
  return { type: 'array', items, minItems: 1, maxItems: 100 };
}

function itemSchema(filter: FilterType): Schema {
  if (filter.values) {
    return { type: 'string', enum: filter.nullable ? [...filter.values, 'null'] : filter.values };
  }
  const schema = filter.scalar.query.schema;
  return filter.nullable ? { anyOf: [schema, { type: 'string', const: 'null' }] } : schema;
}

/** A value that finds rows if there are any: the first ids and amounts, recent times. */
function filterExample({ name, scalar, values }: FilterType): unknown {
  if (values) return values.slice(0, 2);
  return scalar.query.example?.(name) ?? [exampleWords(name) ?? 'text'];
}
