/** What the columns of fields are on a server, and the lines of a migration that make such columns. */
import { type ColumnReference, type Content, isLongText, longTexts } from '../database/dialect/content.ts';
import type { FieldModel } from '../model/resource.ts';
import { isDecimal, scaleOf } from '../values.ts';

/** Characters that a text may have. */
export function lengthOf({ schema }: FieldModel): number {
  return typeof schema.maxLength === 'number' ? schema.maxLength : 255;
}

/** Whether a text has a TEXT: a row of VARCHARs beyond this outgrows what InnoDB keeps in one page. */
export function isLong(field: FieldModel): boolean {
  return lengthOf(field) > 512;
}

/** Whether a text outgrows a TEXT, too. */
export function isVeryLong(field: FieldModel): boolean {
  return lengthOf(field) > (longTexts.text ?? 0);
}

/** Whether a whole number may have more than 32 bits. */
export function isLarge({ schema }: FieldModel): boolean {
  const { minimum = 0, maximum = 0 } = schema;
  return Number(minimum) < -(2 ** 31) || Number(maximum) >= 2 ** 31;
}

/**
 * What MariaDB and MySQL call the type of a field's column; what it counts stands behind it in quotes.
 * @param keyed whether it has a folded copy beside it: then it has the room that was asked for, however long
 */
export function typeOf(field: FieldModel, keyed: boolean): string {
  const { kind } = field.facts;
  switch (kind) {
    case 'reference':
      return 'int unsigned';
    case 'integer':
      return isLarge(field) ? 'bigint "1 / 1"' : 'int';
    case 'boolean':
      return 'tinyint';
    case 'date':
      return 'date';
    case 'datetime':
      return 'datetime(3)';
    case 'enum':
      return 'varchar(32)';
    case 'time':
      return 'varchar(5)';
    case 'json':
      return 'mediumtext';
    case 'text':
      if (keyed || !isLong(field)) return `varchar(${lengthOf(field)})`;
      return isVeryLong(field) ? 'mediumtext' : 'text';
    default:
      if (isDecimal(kind)) return `bigint "1 / ${10 ** scaleOf(kind)}"`;
      throw new Error(`${field.name} has no column.`);
  }
}

/** The line of a migration that makes a column, without whether it may be null. */
export function lineFor(name: string, content: Content, refers: ColumnReference | null): string {
  const column = `'${name}'`;
  if (refers) {
    return `reference(t, ${column}, '${refers.table}'${refers.onDelete ? `, '${refers.onDelete}'` : ''})`;
  }
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

/** By the bytes that they take. */
const wholes: ReadonlyMap<number, string> = new Map([
  [1, 'boolean'],
  [2, 'smallint'],
  [3, 'mediumint'],
  [4, 'integer'],
  [8, 'bigInteger'],
]);
