/** Indexes of unique rules, and what indexes are called: as by Knex, as long as MariaDB and MySQL take that. */
import { hash } from 'node:crypto';
import type { Message } from './message.ts';

/** A computed column: the value of another column in rows that have one in further ones as well, and null in the rest. */
export interface ColumnCopy {
  readonly of: string;
  readonly others: readonly string[];
}

export interface UniqueRule {
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

/** The name of a computed column. */
export function copyName({ of, others }: ColumnCopy): string {
  return `${of}_with_${others.join('_')}`;
}
