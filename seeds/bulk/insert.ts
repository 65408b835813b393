/** Rows in stored form, and their inserts: for millions of rows, nothing is queried that is known beforehand. */
import type { Knex } from 'knex';
import { type Stored, searchText, sortKey, storeInstant } from '../../engine/values.ts';

export type Row = Readonly<Record<string, Stored>>;

/** Rows by table. */
export type Tables = readonly (readonly [string, readonly Row[]])[];

/** The common columns. Moments are in milliseconds since 1970. */
interface Origin {
  readonly id: number;
  readonly author: { readonly id: number } | null;
  readonly createdAt: number;
  /** Default: `createdAt`. */
  readonly updatedAt?: number;
}

/** Knex inserts several rows on SQLite with a compound SELECT, which has at most 500 terms. */
const mostRows = 400;

/** Inserts table by table. The rows of a table all have the same columns. */
export async function insertTables(knex: Knex, tables: Tables): Promise<void> {
  for (const [table, rows] of tables) {
    for (let at = 0; at < rows.length; at += mostRows) {
      await knex(table).insert(rows.slice(at, at + mostRows));
    }
  }
}

export function stamps({ id, createdAt, updatedAt = createdAt, author }: Origin): Row {
  return {
    id,
    version: 1,
    created_at: stored(createdAt),
    updated_at: stored(updatedAt),
    created_by_id: author?.id ?? null,
  };
}

/** A text with its folded copy. */
export function keyed(column: string, text: string | null): Row {
  return { [column]: text, [`${column}_key`]: text === null ? null : sortKey(text) };
}

export function search(...texts: (string | null)[]): Row {
  return { search_text: searchText(texts.filter((text) => text !== null)) };
}

/** A moment in stored form. */
export function stored(moment: number): string;
export function stored(moment: number | null): string | null;
export function stored(moment: number | null): string | null {
  return moment === null ? null : storeInstant(new Date(moment).toISOString());
}
