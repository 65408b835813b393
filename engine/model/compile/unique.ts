/** Unique rules of a definition, with the columns of their indexes. */
import {
  type AnyDefinition,
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
import { isColumn } from '../../kinds/kind.ts';
import { say } from '../../message.ts';
import { texts } from '../../messages.ts';
import type { FieldModel } from '../resource.ts';

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
