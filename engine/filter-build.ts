/** Makes the filters of a resource from its definition. */
import type { Stored } from './codec.ts';
import { and, type Condition } from './condition.ts';
import type { AnyDefinition, FilterPath, Link } from './definition.ts';
import type { Described } from './definition-subject.ts';
import type { Facts, ReferencesFacts } from './field-facts.ts';
import { anyOf, columnFilter, derivedFilter, type FilterType, foreignFilter } from './filter.ts';
import { type FieldModel, hasColumn, isColumn, isDerived, kindOf } from './resource.ts';

/** All definitions by their path. */
type Definitions = ReadonlyMap<string, Described>;
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
    filters.set(name, throughFilter(name, path, fields, definitions));
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
  return { op: 'exists', table, foreign, column, where, sought: true };
}

function pairFilter(name: string, facts: ReferencesFacts): FilterType {
  return foreignFilter({ name, kind: 'integer' }, (values) =>
    exists(facts.table, facts.own, 'id', { op: 'in', column: facts.other, values }),
  );
}

/** Rows of the table of a step that lead to one of some values. */
function reached(
  { column }: Link,
  [next, ...further]: readonly Link[],
  values: readonly Stored[],
): Condition {
  if (!next) return { op: 'in', column, values };
  return exists(next.table, next.foreign, column, reached(next, further, values));
}

/** A filter that takes the values of a column of another row. */
function shapeOf(name: string, facts: Facts | undefined) {
  if (facts?.kind === 'reference')
    return { name, kind: 'integer' as const, nullable: facts.nullable === true };
  if (!facts || !isColumn(facts)) throw new Error(`The filter ${name} leads to no column.`);
  const { kind, values, nullable = false } = facts;
  return { name, kind, nullable, ...(values && { values }) };
}

function throughFilter(
  name: string,
  path: FilterPath,
  fields: FieldMap,
  definitions: Definitions,
): FilterType {
  if (typeof path !== 'string') {
    return foreignFilter({ name, kind: 'integer' }, (values, viewer) => {
      const [first, ...further] = path.links;
      return exists(
        first.table,
        first.foreign,
        'id',
        and(path.seen(viewer), reached(first, further, values)),
      );
    });
  }
  const [first = '', second] = path.split('.');
  const facts = fields.get(first)?.facts;
  if (facts?.kind === 'references') return pairFilter(name, facts);
  if (facts?.kind === 'reference' && second) {
    const target = definitions.get(facts.to);
    const shape = shapeOf(name, target?.facts.get(second));
    return foreignFilter(shape, (values) =>
      exists(target?.definition.table ?? '', 'id', first, anyOf(second, values)),
    );
  }
  const farFacts = second === undefined ? undefined : definitions.get(first)?.facts.get(second);
  if (farFacts?.kind !== 'references') throw new Error(`The filter path ${path} leads nowhere.`);
  return foreignFilter({ name, kind: 'integer' }, (values) =>
    exists(farFacts.table, farFacts.other, 'id', { op: 'in', column: farFacts.own, values }),
  );
}
