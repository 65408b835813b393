/**
 * What a statement costs the database. MariaDB runs it and tells how many rows it has read; SQLite tells its plan alone.
 */
import type { Knex } from 'knex';

/** A statement as Knex tells of it. */
export interface Statement {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** Rows and index entries that MariaDB reads for a statement, those of temporary tables included. */
export function rowsRead(knex: Knex, { sql, bindings }: Statement): Promise<number> {
  return knex.transaction(async (trx) => {
    const before = await handlerReads(trx);
    await trx.raw(sql, bindings as Knex.RawBinding[]);
    return (await handlerReads(trx)) - before;
  });
}

async function handlerReads(trx: Knex): Promise<number> {
  const [rows]: { Variable_name: string; Value: string }[][] = await trx.raw(
    "show session status like 'Handler_read%'",
  );
  return (rows ?? []).reduce((sum, { Value: value }) => sum + Number(value), 0);
}

/** The steps of SQLite's plan. */
export async function planOf(knex: Knex, { sql, bindings }: Statement): Promise<string[]> {
  const rows: { detail: string }[] = await knex.raw(
    `explain query plan ${sql}`,
    bindings as Knex.RawBinding[],
  );
  return rows.map(({ detail }) => detail);
}
