/** The query parameters of a resource: filters, search, sort, fields. */

import type { FilterType } from '../../model/filter.ts';
import { type OperatorWord, operator, operatorsOf, parameterOf } from '../../model/filter-operators.ts';
import { filterTarget, listedFilters } from '../../model/filter-target.ts';
import type { Resource } from '../../model/resource.ts';
import { longestSearch } from '../../request/parameters.ts';
import { type DecimalKind, timePattern, type ValueKind } from '../../values.ts';
import type { Parameter, Schema } from './spec.ts';
import type { Setting } from './values.ts';

/** Parameters that choose rows: of lists and of counts. */
export function rowParameters(setting: Setting): Parameter[] {
  const { resource } = setting;
  const filters = listedFilters(resource);
  return [
    ...(resource.search ? [searchParameter(resource)] : []),
    ...filters.map((filter) => filterParameter(setting, filter, 'any')),
    ...filters.flatMap((filter) =>
      operatorsOf(filter).flatMap((word) => (word === 'any' ? [] : filterParameter(setting, filter, word))),
    ),
  ];
}

const searchSchema: Schema = { type: 'string', maxLength: longestSearch };

/** Search among the rows of a resource that has one. */
function searchParameter(target: Resource): Parameter {
  const { own, through } = target.search ?? { own: [], through: [] };
  const names = [...own, ...through.map(({ reference }) => `the name of \`${reference}\``)];
  return {
    name: 'search',
    in: 'query',
    description: `Rows in which every word appears, without regard to case, in one of: ${names.join(', ')}.`,
    schema: searchSchema,
  };
}

/** The same among rows that can be chosen, some of which one may perhaps not list. */
export function optionsSearchParameter(target: Resource): Parameter {
  const { description, ...parameter } = searchParameter(target);
  const known = `Whoever may not list ${target.title.many.en} searches in what is shown of them alone.`;
  return { ...parameter, description: `${description} ${known}` };
}

export function sortParameter({ sorts, definition }: Resource): Parameter {
  const names = [...sorts.keys()];
  return several({
    name: 'sort',
    description: `What to order by, \`-\` for descending. By default \`${definition.defaultSort}\`.`,
    items: { type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) },
  });
}

export function fieldsParameter(keys: readonly string[]): Parameter {
  return several({
    name: 'fields',
    description: 'The keys to answer, and no others. Rows then have these alone.',
    items: { type: 'string', enum: keys },
  });
}

/** Rows with these ids, in a list of options. */
export const idsParameter: Parameter = several({
  name: 'id',
  description: 'The rows with these ids: what a form has chosen already.',
  items: { type: 'integer' },
});

/** What a list of options is told of its form. */
export function formParameter(name: string, chosen: string): Parameter {
  const description =
    name === 'for'
      ? `The id of the row whose form it is: what \`${chosen}\` of that row can be.`
      : `The form's \`${name}\`: what \`${chosen}\` can be beside it.`;
  return { name, in: 'query', description, schema: { type: 'integer', minimum: 1 } };
}

/** A parameter of several values, separated by commas. */
export function several(given: { name: string; description: string; items: Schema }): Parameter {
  return {
    name: given.name,
    in: 'query',
    description: given.description,
    style: 'form',
    explode: false,
    schema: { type: 'array', items: given.items },
  };
}

/** What of a row a filter looks at: its own field, or one of a row that it refers to. */
function placeOf({ definition, fields }: Resource, name: string): string {
  const path = definition.filtersThrough?.[name];
  return typeof path === 'string' && fields.has(path.split('.')[0] ?? '') ? path : name;
}

/** A filter under one of its operators. */
function filterParameter({ registry, resource }: Setting, filter: FilterType, word: OperatorWord): Parameter {
  const { takes, note } = operator(word);
  const target = filterTarget(registry, resource, filter.name);
  const place = `\`${placeOf(resource, filter.name)}\``;
  const subject = target ? `${place} (of ${target.title.many.en})` : place;
  const name = parameterOf(filter.name, word);
  const description = `Rows whose ${subject} ${note(filter)}.`;
  if (takes !== 'values') {
    const schema = takes === 'flag' ? kindSchemas.boolean : kindSchemas[filter.kind];
    return { name, in: 'query', description, schema };
  }
  const nothing = filter.nullable ? ' `null` for those without.' : '';
  const parameter = several({ name, description: `${description}${nothing}`, items: itemSchema(filter) });
  return { ...parameter, schema: { ...parameter.schema, minItems: 1, maxItems: 100 } };
}

function itemSchema(filter: FilterType): Schema {
  if (filter.values) {
    return { type: 'string', enum: filter.nullable ? [...filter.values, 'null'] : filter.values };
  }
  const schema = kindSchemas[filter.kind];
  return filter.nullable ? { anyOf: [schema, { type: 'string', const: 'null' }] } : schema;
}

const number: Schema = { type: 'number' };
const exact: Readonly<Record<DecimalKind, Schema>> = {
  ...{ money: number, decimal1: number, decimal2: number, decimal3: number },
  ...{ decimal4: number, decimal5: number, decimal6: number },
};

const kindSchemas: Readonly<Record<ValueKind, Schema>> = {
  text: { type: 'string', minLength: 1 },
  integer: { type: 'integer' },
  ...exact,
  boolean: { type: 'boolean' },
  datetime: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', pattern: timePattern },
  enum: { type: 'string' },
  json: { type: 'string' },
};
