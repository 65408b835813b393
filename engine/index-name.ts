/** Names of indexes, those that Knex gives as long as MariaDB and MySQL take them, and of what is computed for them. */
import { hash } from 'node:crypto';

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

/** The name of a computed column: what another one holds in rows that have something in further ones. */
export function copyName(of: string, others: readonly string[]): string {
  return `${of}_with_${others.join('_')}`;
}
