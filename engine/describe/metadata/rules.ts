/** Rules between the fields of a row, and between rows, that a form can apply. */
import type { Resource } from '../../model/resource.ts';
import type { ResourceMetadata } from './resource-schema.ts';

/** The states of rows, if they have any. */
export function describeStates({ definition, fields }: Resource): ResourceMetadata['states'] {
  const { states } = definition;
  if (!states) return null;
  const { field, transitions, initial = [...(fields.get(field)?.values.keys() ?? [])] } = states;
  return { field, initial, transitions };
}

/**
 * The sets of fields in which no two rows are equal, of all rows or of some. Without sets with a field that a client does not
 * see, or that no body sets.
 */
export function describeUnique({
  unique,
  fields: all,
}: Resource): Pick<ResourceMetadata, 'unique' | 'unique_where'> {
  const isSet = (name: string) => all.get(name)?.facts.readOnly !== true;
  const seen = unique.filter(
    ({ fields, marked }) =>
      fields.some(isSet) &&
      ![...fields, ...(marked?.wanted.keys() ?? [])].some((name) => all.get(name)?.facts.internal),
  );
  const some = seen.flatMap(({ fields, marked }) =>
    marked ? [{ fields, where: Object.fromEntries(marked.wanted) }] : [],
  );
  return {
    unique: seen.flatMap(({ fields, marked }) => (marked ? [] : [fields])),
    ...(some.length > 0 && { unique_where: some }),
  };
}
