/** Indexes of unique rules, and the names of indexes: those of Knex, unless they are too long for MariaDB and MySQL. */
import { hash } from 'node:crypto';
import type { Message } from './message.ts';

/** A computed column: the value of another column if the `others` have values as well, else null. */
export interface ColumnCopy {
  readonly of: string;
  readonly others: readonly string[];
}

/** The rows that a unique rule covers. */
export interface MarkedRows {
  /** A computed column: 1 in those rows, else null. */
  readonly column: string;
  /** Field → its possible values in those rows; null for any value but null. */
  readonly wanted: ReadonlyMap<string, readonly (string | number | boolean | null)[] | null>;
}

export interface UniqueRule {
  /** The rows that the rule covers; null for all. */
  readonly marked: MarkedRows | null;
  /** Columns of the index, in its order. */
  readonly columns: readonly string[];
  /** Its computed columns. With them the index has all values of a row, or none. */
  readonly copies: ReadonlyMap<string, ColumnCopy>;
  /** Fields whose values the columns hold. */
  readonly fields: readonly string[];
  /** The field that carries the error. */
  readonly field: string;
  /** Name of the index, for databases that report it by name. */
  readonly index: string;
  /** Message for a duplicate value. */
  readonly taken: Message;
}

/** The maximum length of a name in MariaDB and MySQL. */
const maxLength = 64;

/** The name of an index. A long name is shortened, always in the same way. */
export function indexName(table: string, columns: readonly string[], kind: 'index' | 'unique'): string {
  const name = `${table}_${columns.join('_')}_${kind}`.toLowerCase();
  if (name.length <= maxLength) return name;
  const digest = hash('sha256', name, 'hex').slice(0, 8);
  return `${name.slice(0, maxLength - digest.length - kind.length - 2)}_${digest}_${kind}`;
}

/** Whether the name that Knex would use differs from `indexName`. */
export function isShortened(table: string, columns: readonly string[], kind: 'index' | 'unique'): boolean {
  return `${table}_${columns.join('_')}_${kind}`.length > maxLength;
}

/** Maximum length of the name of a mark; it leaves room for the name of a copy. */
const maxMark = 30;

/** The name of the computed column that marks some rows. Different rows give a different name. */
export function markName(wanted: MarkedRows['wanted']): string {
  const said = [...wanted].flatMap(([field, values]) => [field, ...(values ?? ['not', null])].map(String));
  const whole = `where_${said.join('_')}`;
  const name = whole.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  if (name === whole && name.length <= maxMark) return name;
  return `${name.slice(0, maxMark - 9)}_${hash('sha256', JSON.stringify(said), 'hex').slice(0, 8)}`;
}

/** Whether a unique rule covers a row. */
export function isMarked({ marked }: UniqueRule, row: Readonly<Record<string, unknown>>): boolean {
  return [...(marked?.wanted ?? [])].every(([field, values]) => {
    const value = row[field] ?? null;
    return values === null ? value !== null : values.some((one) => one === value);
  });
}

/** The name of a computed column. */
export function copyName({ of, others }: ColumnCopy): string {
  return `${of}_with_${others.join('_')}`;
}
