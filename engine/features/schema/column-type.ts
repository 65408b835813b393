/** The column types of fields on a server, and the lines of migrations that create such columns. */

import { type ColumnReference, type Content, isLongText, longTexts } from '../../database/dialect/content.ts';
import { isColumn, isReference } from '../../kinds/kind.ts';
import type { ColumnOf } from '../../kinds/scalars/scalar.ts';
import type { FieldModel, Resource } from '../../model/resource.ts';

/** The column of a field. @param nullable whether the column accepts null, even if the field does not */
export function columnFor(
  resource: Resource,
  { name, schema, facts }: FieldModel,
  nullable = facts.nullable === true,
): ColumnOf {
  return {
    ...{ name, schema, nullable, keyed: resource.keyed.has(name) },
    values: isColumn(facts) ? facts.values : undefined,
    ranked: resource.sorts.get(name) === `${name}_rank`,
  };
}

/** The type of a field's column in MariaDB and MySQL. The values of an enumeration follow in quotes. */
export function columnTypeOf(resource: Resource, field: FieldModel): string {
  const { facts, name } = field;
  if (isColumn(facts)) return facts.scalar.column.type(columnFor(resource, field));
  if (isReference(facts)) return 'int unsigned';
  throw new Error(`${name} has no column.`);
}

/** The line of a migration that creates a foreign key, without its nullability. */
export function referenceLine(name: string, { table, onDelete }: ColumnReference): string {
  return `reference(t, '${name}', '${table}'${onDelete ? `, '${onDelete}'` : ''})`;
}

/** The line of a migration that creates a column, without its nullability. */
export function lineFor(name: string, content: Content, refers: ColumnReference | null): string {
  const column = `'${name}'`;
  if (refers) return referenceLine(name, refers);
  const { kind, room, scale } = content;
  switch (kind) {
    case 'text':
      if (room !== null && !isLongText(content)) return `t.string(${column}, ${room})`;
      return room === longTexts.mediumtext ? `t.text(${column}, 'mediumtext')` : `t.text(${column})`;
    case 'number':
      if (scale !== undefined && room === 8) return `decimal(t, ${column}, ${scale})`;
      return `t.${wholes.get(room ?? 4) ?? 'integer'}(${column})`;
    case 'moment':
      return `moment(t, ${column})`;
    case 'day':
      return `t.date(${column})`;
    case 'time':
      return `t.time(${column})`;
    default:
      return `t.double(${column})`;
  }
}

/** By their size in bytes. */
const wholes: ReadonlyMap<number, string> = new Map([
  [1, 'boolean'],
  [2, 'smallint'],
  [3, 'mediumint'],
  [4, 'integer'],
  [8, 'bigInteger'],
]);
