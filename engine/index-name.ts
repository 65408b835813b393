/** Indexes of unique rules, and what indexes are called: as by Knex, as long as MariaDB and MySQL take that. */
import { hash } from 'node:crypto';
import type { Message } from './message.ts';

/** A computed column: the value of another column in rows that have one in further ones as well, and null in the rest. */
export interface ColumnCopy {
  readonly of: string;
  readonly others: readonly string[];
}

/** Which rows a unique rule speaks of. */
export interface MarkedRows {
  /** A computed column: 1 in those rows, null in the rest. */
  readonly column: string;
  /** Field → the values that it has in them; null for any value but null. */
  readonly wanted: ReadonlyMap<string, readonly (string | number | boolean | null)[] | null>;
}

export interface UniqueRule {
  /** The rows among which no two are equal; null for all. */
  readonly marked: MarkedRows | null;
  /** Columns of the index, in its order. */
  readonly columns: readonly string[];
  /** Those of them that are computed, so that the index has all of a row's values or none. */
  readonly copies: ReadonlyMap<string, ColumnCopy>;
  /** Fields whose values the columns hold. */
  readonly fields: readonly string[];
  /** The field that bears the error. */
  readonly field: string;
  /** Name of the index in a database that reports it by name. */
  readonly index: string;
  /** What to say of a value that is taken. */
  readonly taken: Message;
}

/** Characters that MariaDB and MySQL allow. */
const maxLength = 64;

/** The name of an index; shortened in the same way each time where it would be too long. */
export function indexName(table: string, columns: readonly string[], kind: 'index' | 'unique'): string {
  const name = `${table}_${columns.join('_')}_${kind}`.toLowerCase();
  if (name.length <= maxLength) return name;
  const digest = hash('sha256', name, 'hex').slice(0, 8);
  return `${name.slice(0, maxLength - digest.length - kind.length - 2)}_${digest}_${kind}`;
}

/** Whether Knex gives another name than `indexName`. */
export function isShortened(table: string, columns: readonly string[], kind: 'index' | 'unique'): boolean {
  return `${table}_${columns.join('_')}_${kind}`.length > maxLength;
}

/** Characters of the name of a mark, so that there is room for it in that of a copy. */
const maxMark = 30;

/** The name of the computed column that marks some rows: another one for other rows. */
export function markName(wanted: MarkedRows['wanted']): string {
  const said = [...wanted].flatMap(([field, values]) => [field, ...(values ?? ['not', null])].map(String));
  const whole = `where_${said.join('_')}`;
  const name = whole.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_');
  if (name === whole && name.length <= maxMark) return name;
  return `${name.slice(0, maxMark - 9)}_${hash('sha256', JSON.stringify(said), 'hex').slice(0, 8)}`;
}

/** Whether a row is one of those that a unique rule speaks of. */
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
