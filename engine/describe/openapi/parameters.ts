/** The query parameters of a resource beside its filters: sort, fields, and those of option lists. */

import { hungFields } from '../../definition/hung.ts';
import type { Resource } from '../../model/resource.ts';
import { sortNames } from '../../sort.ts';
import { searchParameter } from './filter-parameters.ts';
import { type Parameter, several } from './spec.ts';
import type { Setting } from './values.ts';

/** The search parameter for options, some of which the user may not be able to list. */
export function optionsSearchParameter(target: Resource): Parameter {
  const { description, ...parameter } = searchParameter(target);
  const known = `Whoever may not list ${target.title.many.en} searches in what is shown of them alone.`;
  return { ...parameter, description: `${description} ${known}` };
}

export function sortParameter(resource: Resource): Parameter {
  const names = sortNames(resource);
  return several({
    name: 'sort',
    description: `What to order by, \`-\` for descending. By default \`${resource.definition.defaultSort}\`.`,
    items: { type: 'string', enum: names.flatMap((name) => [name, `-${name}`]) },
    example: resource.definition.defaultSort.split(','),
  });
}

/** The parameter `fields`, if the document has it. @param keys those of a row */
export function fieldsParameters({ fields }: Setting, keys: readonly string[]): Parameter[] {
  if (!fields) return [];
  const parameter = several({
    name: 'fields',
    description: 'The keys to answer, and no others. Rows then have these alone.',
    items: { type: 'string', enum: keys },
    example: keys.slice(0, 3),
  });
  return [parameter];
}

/** Rows with these ids, in a list of options. */
export const idsParameter: Parameter = several({
  name: 'id',
  description: 'The rows with these ids: what a form has chosen already.',
  items: { type: 'integer' },
  example: [1, 2, 3],
});

/** A parameter by which a list of options learns about its form. */
export function formParameter(name: string, chosen: string, { hangOn }: Resource): Parameter {
  if (hangOn().length > 0 && name === hungFields.resource) {
    const paths = hangOn().map(({ path }) => path);
    const description = `With \`${hungFields.record}\` the row that it hangs on: who may view that.`;
    return { name, in: 'query', description, schema: { type: 'string', enum: paths }, example: paths[0] };
  }
  const description =
    name === 'for'
      ? `The id of the row whose form it is: what \`${chosen}\` of that row can be.`
      : `The form's \`${name}\`: what \`${chosen}\` can be beside it.`;
  return { name, in: 'query', description, schema: { type: 'integer', minimum: 1 }, example: 1 };
}
