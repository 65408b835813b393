/** Makes the filters of a resource from its definition. */

import type { Described } from '../../check/subject.ts';
import { and, type Condition, or } from '../../condition.ts';
import type { AnyDefinition, FilterPath, Link } from '../../definition/definition.ts';
import type { Facts, ReferencesFacts } from '../../kinds/field.ts';
import { isColumn, isDerived } from '../../kinds/kind.ts';
import { choice } from '../../kinds/scalars/enum.ts';
import { integer } from '../../kinds/scalars/integer.ts';
import type { Actor } from '../../policy.ts';
import type { Stored } from '../../values.ts';
import { anyOf, columnFilter, derivedFilter, type FilterType, foreignFilter, type Test } from '../filter.ts';
import { type FieldModel, hasColumn } from '../resource.ts';

/** All definitions by their path. */
type Definitions = ReadonlyMap<string, Described>;
type FieldMap = ReadonlyMap<string, FieldModel>;

/** Filters that every resource has. */
const commonFilters = ['id', 'site_id', 'created_by_id', 'created_at', 'updated_at'];

export function buildFilters(
  definition: AnyDefinition,
  fields: FieldMap,
  definitions: Definitions,
): ReadonlyMap<string, FilterType> {
  const filters = new Map<string, FilterType>();
  for (const name of [...commonFilters, ...(definition.filters ?? [])]) {
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
    const nullable = Number(field.schema.minItems ?? 0) === 0;
    const shape = { name, scalar: choice, nullable, ...(facts.values && { values: facts.values }) };
    return manyFilter(shape, facts.table, facts.own, (where) => where(facts.column));
  }
  if (facts.kind === 'references') return pairFilter(name, facts);
  if (!hasColumn(field)) throw new Error(`A filter cannot stand on a field of the kind ${facts.kind}.`);
  const values = 'values' in field.facts ? field.facts.values : undefined;
  const filter = columnFilter(
    { name, scalar: field.facts.scalar, nullable: facts.nullable === true, ...(values && { values }) },
    name,
  );
  // An id says which row, not how much: no row is greater than another.
  return facts.kind === 'reference' ? { ...filter, ordered: false } : filter;
}

function factsIn(fields: FieldMap, name: string) {
  const field = fields.get(name);
  if (!field) throw new Error(`There is no field ${name}.`);
  return field.facts;
}

function exists(table: string, foreign: string, column: string, where: Condition): Condition {
  return { op: 'exists', table, foreign, column, where };
}

/**
 * A filter on what a row has any number of, in another table: any of some values, or null for a row without any.
 *
 * @param way what has to hold of a row of that table so that it leads to such an end
 */
function manyFilter(
  shape: Parameters<typeof foreignFilter>[0],
  table: string,
  foreign: string,
  way: (end: Test, viewer: Actor) => Condition,
): FilterType {
  return foreignFilter(shape, (values, viewer) => {
    const real = values.filter((value) => value !== null);
    const some = exists(
      table,
      foreign,
      'id',
      way((column) => ({ op: 'in', column, values: real }), viewer),
    );
    if (real.length === values.length) return some;
    const any = way((column) => ({ op: 'not', of: { op: 'null', column } }), viewer);
    const none: Condition = {
      op: 'not',
      of: { op: 'exists', table, foreign, column: 'id', where: any },
    };
    return real.length === 0 ? none : or(none, some);
  });
}

function pairFilter(name: string, { table, own, other }: Omit<ReferencesFacts, 'kind'>): FilterType {
  return manyFilter({ name, scalar: integer, nullable: true }, table, own, (end) => end(other));
}

/** Rows of the table of a step that lead to such an end. */
function reached({ column }: Link, [next, ...further]: readonly Link[], end: Test): Condition {
  return next ? exists(next.table, next.foreign, column, reached(next, further, end)) : end(column);
}

/** A filter that takes the values of a column of another row. */
function shapeOf(name: string, facts: Facts | undefined) {
  if (facts?.kind === 'reference') return { name, scalar: integer, nullable: facts.nullable === true };
  if (!facts || !isColumn(facts)) throw new Error(`The filter ${name} leads to no column.`);
  const { scalar, values, nullable = false } = facts;
  return { name, scalar, nullable, ...(values && { values }) };
}

function throughFilter(
  name: string,
  path: FilterPath,
  fields: FieldMap,
  definitions: Definitions,
): FilterType {
  if (typeof path !== 'string') {
    const [first, ...further] = path.links;
    return manyFilter({ name, scalar: integer, nullable: true }, first.table, first.foreign, (end, viewer) =>
      and(path.seen(viewer), reached(first, further, end)),
    );
  }
  const [first = '', second] = path.split('.');
  const facts = fields.get(first)?.facts;
  if (facts?.kind === 'references') return pairFilter(name, facts);
  if (facts?.kind === 'reference' && second) {
    const target = definitions.get(facts.to);
    const far = shapeOf(name, target?.facts.get(second));
    const shape = { ...far, nullable: far.nullable || facts.nullable === true };
    const at = (test: Test) => exists(target?.definition.table ?? '', 'id', first, test(second));
    const any = (values: readonly Stored[]) => {
      const there = at((column) => anyOf(column, values));
      // What refers to no row has nothing of it.
      return facts.nullable && values.includes(null) ? or({ op: 'null', column: first }, there) : there;
    };
    return foreignFilter(shape, any, at);
  }
  const farFacts = second === undefined ? undefined : definitions.get(first)?.facts.get(second);
  if (farFacts?.kind !== 'references') throw new Error(`The filter path ${path} leads nowhere.`);
  // Seen from the other side.
  return pairFilter(name, { ...farFacts, own: farFacts.other, other: farFacts.own });
}
