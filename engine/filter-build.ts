/** Makes the filters of a resource from its definition. */
import type { Condition } from './condition.ts';
import type { AnyDefinition, FilterPath } from './definition.ts';
import { factsOf, type ReferencesFacts } from './field-facts.ts';
import { anyOf, columnFilter, derivedFilter, type FilterType, foreignFilter } from './filter.ts';
import { type FieldModel, hasColumn, isDerived, kindOf } from './resource.ts';

type Definitions = ReadonlyMap<string, AnyDefinition>;
type FieldMap = ReadonlyMap<string, FieldModel>;

/** Filters that every resource has. */
const everywhere = ['id', 'site_id', 'created_by_id', 'created_at', 'updated_at'];

export function buildFilters(
  definition: AnyDefinition,
  fields: FieldMap,
  definitions: Definitions,
): ReadonlyMap<string, FilterType> {
  const filters = new Map<string, FilterType>();
  for (const name of [...everywhere, ...(definition.filters ?? [])]) {
    const field = fields.get(name);
    if (field) filters.set(name, ownFilter(field, fields));
  }
  for (const [name, path] of Object.entries(definition.filtersThrough ?? {})) {
    filters.set(name, throughFilter(name, path, definition, definitions));
  }
  return filters;
}

function ownFilter(field: FieldModel, fields: FieldMap): FilterType {
  const { name, facts } = field;
  if (isDerived(facts)) return derivedFilter(name, facts, (other) => factsIn(fields, other));
  if (facts.kind === 'words') {
    const shape = { name, kind: 'enum' as const, ...(facts.values && { values: facts.values }) };
    return foreignFilter(shape, (values) =>
      exists(facts.table, facts.own, 'id', { op: 'in', column: facts.column, values }),
    );
  }
  if (facts.kind === 'references') return pairFilter(name, facts);
  if (!hasColumn(field)) throw new Error(`A filter cannot stand on a field of the kind ${facts.kind}.`);
  const values = 'values' in field.facts ? field.facts.values : undefined;
  const filter = columnFilter(
    { name, kind: kindOf(field), nullable: facts.nullable === true, ...(values && { values }) },
    name,
  );
  // An id says which row, not how much: no row is greater than another.
  return facts.kind === 'reference' ? { ...filter, ranges: false } : filter;
}

function factsIn(fields: FieldMap, name: string) {
  const field = fields.get(name);
  if (!field) throw new Error(`There is no field ${name}.`);
  return field.facts;
}

function exists(table: string, foreign: string, column: string, where: Condition): Condition {
  return { op: 'exists', table, foreign, column, where };
}

function pairFilter(name: string, facts: ReferencesFacts): FilterType {
  return foreignFilter({ name, kind: 'integer' }, (values) =>
    exists(facts.table, facts.own, 'id', { op: 'in', column: facts.other, values }),
  );
}

function throughFilter(
  name: string,
  path: FilterPath,
  definition: AnyDefinition,
  definitions: Definitions,
): FilterType {
  if (typeof path !== 'string') {
    return foreignFilter({ name, kind: 'integer' }, (values, viewer) =>
      path.condition(values.map(Number), viewer),
    );
  }
  const [first = '', second] = path.split('.');
  const own = definition.fields[first];
  const facts = own && factsOf(own);
  if (facts?.kind === 'references') return pairFilter(name, facts);
  if (facts?.kind === 'reference' && second) {
    const target = definitions.get(facts.to);
    const targetField = target?.fields[second];
    const targetFacts = targetField && factsOf(targetField);
    return foreignFilter({ name, kind: 'integer', nullable: targetFacts?.nullable === true }, (values) =>
      exists(target?.table ?? '', 'id', first, anyOf(second, values)),
    );
  }
  const far = second === undefined ? undefined : definitions.get(first)?.fields[second];
  const farFacts = far && factsOf(far);
  if (farFacts?.kind !== 'references') throw new Error(`The filter path ${path} leads nowhere.`);
  return foreignFilter({ name, kind: 'integer' }, (values) =>
    exists(farFacts.table, farFacts.other, 'id', { op: 'in', column: farFacts.own, values }),
  );
}
