/** Unique rules of a definition, with the columns of their indexes. */
import type { Described } from '../../check/subject.ts';
import {
  type AnyDefinition,
  displayField,
  type UniqueSet,
  type UniqueWhere,
  uniqueSet,
} from '../../definition/definition.ts';
import {
  type ColumnCopy,
  copyName,
  indexName,
  type MarkedRows,
  markName,
  type UniqueRule,
} from '../../index-name.ts';
import type { Facts } from '../../kinds/facts.ts';
import { isColumn, isQueried, isReference } from '../../kinds/kind.ts';
import { once } from '../../memoize.ts';
import { say } from '../../message.ts';
import { texts } from '../../messages.ts';
import type { Expression } from '../../policy.ts';
import type { SortColumn } from '../../sort.ts';
import { computedSql } from '../expression.ts';
import { embedName, type FieldModel, type Registry, resourceAt } from '../resource.ts';

/** @param set names of fields, or of the column of a mark */
export function buildUnique(
  definition: AnyDefinition,
  set: readonly string[] | UniqueSet,
  fields: ReadonlyMap<string, FieldModel>,
): UniqueRule {
  const { fields: names, taken, blames, where } = uniqueSet(set);
  const marked = where ? markedRows(where) : null;
  const columnOf = (name: string) => (isCaseless(fields.get(name)) ? `${name}_key` : name);
  const mark = marked ? [marked.column] : [];
  const stored = [...mark, ...names.map(columnOf), ...(definition.softDelete ? ['live'] : [])];
  // A mark has a column, but no field of that name.
  const isOpen = (field: FieldModel | undefined) => field === undefined || field.facts.nullable === true;
  const open = [...mark, ...names.filter((name) => isOpen(fields.get(name))).map(columnOf)];
  const { columns, copies } = keyOf(stored, open);
  const field = blames ?? names.at(-1) ?? 'id';
  return {
    marked,
    columns,
    copies,
    fields: names,
    field,
    index: indexName(definition.table, columns, 'unique'),
    taken: say(taken ?? texts.taken, { field: fields.get(field)?.label ?? field }),
  };
}

function markedRows(where: UniqueWhere): MarkedRows {
  const wanted = new Map(
    Object.entries(where).map(([field, values]) => {
      if (Array.isArray(values)) return [field, values];
      return [field, typeof values === 'object' && values !== null ? null : [values]];
    }),
  );
  return { column: markName(wanted), wanted };
}

/**
 * The columns of an index that has all of a row's values or none. A Galera cluster does not let two nodes write rows with the
 * same index entry at once. It treats null as a value, unless all columns of the index are null: rows with the same partial
 * values would block each other.
 * @param open those of the columns that may be null
 */
function keyOf(stored: readonly string[], open: readonly string[]): Pick<UniqueRule, 'columns' | 'copies'> {
  if (stored.length === 1 || open.length === 0) return { columns: stored, copies: new Map() };
  // A single nullable column needs no copy, and comes first: rows are found by it.
  const first = open.length === 1 ? open : [];
  const copies = stored
    .filter((column) => !first.includes(column))
    .map((of): [string, ColumnCopy] => {
      const copy = { of, others: open.filter((column) => column !== of) };
      return [copyName(copy), copy];
    });
  return { columns: [...first, ...copies.map(([name]) => name)], copies: new Map(copies) };
}

/** Whether values of a field are compared without regard to case. */
export function isCaseless(field: FieldModel | undefined): boolean {
  return field !== undefined && isColumn(field.facts) && field.facts.caseless === true;
}

/** The sorts of every list. */
const commonSorts = ['id', 'created_at', 'updated_at'];

/** Computed sorts by name, each with its expression. */
export function buildComputedSorts(
  { sort, path }: AnyDefinition,
  fields: ReadonlyMap<string, FieldModel>,
  registry: Registry,
): ReadonlyMap<string, Expression> {
  const sorts = sort.flatMap((name) => {
    const facts = fields.get(name)?.facts;
    if (!isQueried(facts)) return [];
    const expression = once(() => computedSql(registry, resourceAt(registry, path), facts));
    return [[name, (...seen: Parameters<Expression>) => expression()(...seen)] as const];
  });
  return new Map(sorts);
}

/** Sorts that need no index: those of every list, and references under their embedded name. */
export function buildFurtherSorts(
  definition: AnyDefinition,
  fields: ReadonlyMap<string, FieldModel>,
  definitions: ReadonlyMap<string, Described>,
): ReadonlyMap<string, SortColumn> {
  const own = commonSorts.filter((name) => fields.has(name)).map((name) => [name, { column: name }] as const);
  const through = [...fields.values()].flatMap((field) => {
    const name = embedName(field);
    const { facts } = field;
    if (name === null || !isReference(facts) || facts.internal || facts.writeOnly) return [];
    const column = displayColumn(definitions.get(facts.to));
    if (column === null) return [];
    const table = definitions.get(facts.to)?.definition.table ?? '';
    const from = { table, column, reference: field.name };
    return [[name, { column: `by_${field.name}`, from }] as const];
  });
  const declared = new Set<string>(definition.sort);
  return new Map([...own, ...through].filter(([name]) => !declared.has(name)));
}

/** The column by which names of rows are sorted; null if there is none, or it may be null. */
function displayColumn(target: Described | undefined): string | null {
  if (!target) return null;
  const { definition, facts } = target;
  const display = displayField(definition);
  const shown = facts.get(display);
  if (!shown || !isColumn(shown) || shown.nullable || shown.writeOnly) return null;
  const { sorted } = shown.scalar;
  if (sorted === 'rank') return definition.sort.includes(display) ? `${display}_rank` : null;
  return sorted === 'key' && isKeyed(definition, display, shown) ? `${display}_key` : display;
}

/** Whether a text has a folded copy. */
function isKeyed({ sort }: AnyDefinition, name: string, facts: Facts): boolean {
  return sort.includes(name) || (isColumn(facts) && facts.caseless === true);
}
