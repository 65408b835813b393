/** Compiles the filters of a resource. */

import type { Described } from '../../check/subject.ts';
import { and, type Condition, or } from '../../condition.ts';
import type { AnyDefinition, FilterPath, Link } from '../../definition/definition.ts';
import { hungFields } from '../../definition/hung.ts';
import type { Facts, ReferencesFacts } from '../../kinds/facts.ts';
import {
  isColumn,
  isDerived,
  isReference,
  isReferences,
  isStored,
  isTree,
  isWords,
  linesOf,
  treeFilterName,
} from '../../kinds/kind.ts';
import { choice } from '../../kinds/scalars/enum.ts';
import { integer } from '../../kinds/scalars/integer.ts';
import type { Actor } from '../../policy.ts';
import type { Stored } from '../../values.ts';
import {
  anyOf,
  columnFilter,
  derivedFilter,
  type FilterType,
  foreignFilter,
  type Test,
  treeFilter,
} from '../filter.ts';
import type { FieldModel } from '../resource.ts';

/** All definitions by path. */
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
  const hung = definition.hung ? Object.values(hungFields) : [];
  for (const name of [...commonFilters, ...hung, ...(definition.filters ?? [])]) {
    const field = fields.get(name);
    if (field) filters.set(name, ownFilter(field, fields));
  }
  for (const name of hung) {
    const filter = filters.get(name);
    // Not ordered, like every reference: it is an identity, not an amount.
    if (filter) filters.set(name, { ...filter, ordered: false });
  }
  for (const { name, facts } of fields.values()) {
    if (isTree(facts)) filters.set(treeFilterName, treeFilter(definition.table, name));
  }
  for (const [name, path] of Object.entries(definition.filtersThrough ?? {})) {
    filters.set(name, throughFilter(name, path, fields, definitions));
  }
  return filters;
}

function ownFilter(field: FieldModel, fields: FieldMap): FilterType {
  const { name, facts } = field;
  if (isDerived(facts)) return derivedFilter(name, facts, (other) => factsIn(fields, other));
  if (isWords(facts)) {
    const nullable = Number(field.schema.minItems ?? 0) === 0;
    const shape = { name, scalar: choice, nullable, ...(facts.values && { values: facts.values }) };
    return manyFilter(shape, facts.table, facts.own, (where) => where(facts.column));
  }
  if (isReferences(facts)) return pairFilter(name, facts);
  const filter = columnFilter(shapeOf(name, facts), name);
  // An id is an identity, not an amount: no row is greater than another.
  return isReference(facts) ? { ...filter, ordered: false } : filter;
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
 * A filter on values in another table, of which a row has any number: any of some values, or null for a row without any.
 *
 * @param way the condition on a row of that table that leads to such a value
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

function pairFilter(name: string, { table, own, column }: Omit<ReferencesFacts, 'kind'>): FilterType {
  return manyFilter({ name, scalar: integer, nullable: true }, table, own, (end) => end(column));
}

/** Rows of the table of a step that lead to such a value. */
function reached({ column }: Link, [next, ...further]: readonly Link[], end: Test): Condition {
  return next ? exists(next.table, next.foreign, column, reached(next, further, end)) : end(column);
}

/** A filter that takes the values of a column. */
function shapeOf(name: string, facts: Facts | undefined) {
  if (!isStored(facts)) throw new Error(`The filter ${name} leads to no column.`);
  const values = isColumn(facts) ? facts.values : undefined;
  const lines = linesOf(facts);
  const shape = { name, scalar: facts.scalar, nullable: facts.nullable === true };
  return { ...shape, ...(values && { values }), ...(lines && { lines }) };
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
  if (isReferences(facts)) return pairFilter(name, facts);
  if (isReference(facts) && second) {
    const target = definitions.get(facts.to);
    const far = shapeOf(name, target?.facts.get(second));
    const shape = { ...far, nullable: far.nullable || facts.nullable === true };
    const at = (test: Test) => exists(target?.definition.table ?? '', 'id', first, test(second));
    const any = (values: readonly Stored[]) => {
      const there = at((column) => anyOf(column, values));
      // A row without the reference has no value of it.
      return facts.nullable && values.includes(null) ? or({ op: 'null', column: first }, there) : there;
    };
    return foreignFilter(shape, any, at);
  }
  const farFacts = second === undefined ? undefined : definitions.get(first)?.facts.get(second);
  if (!isReferences(farFacts)) throw new Error(`The filter path ${path} leads nowhere.`);
  // From the other side.
  return pairFilter(name, { ...farFacts, own: farFacts.column, column: farFacts.own });
}
