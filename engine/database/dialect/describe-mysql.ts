/** What tables a database of MariaDB or MySQL has, with their columns. */
import type { Knex } from 'knex';
import type { Column, Schema } from './tables.ts';

interface MysqlColumn {
  readonly table: string;
  readonly column: string;
  readonly nullable: 'YES' | 'NO';
}

/** The tables of such a database; of what they have beside columns nobody asks there. */
export async function describeMysql(database: Knex): Promise<Schema> {
  const [rows = []]: (readonly MysqlColumn[])[] = await database.raw(`
    select table_name as \`table\`, column_name as \`column\`, is_nullable as \`nullable\`
    from information_schema.columns where table_schema = database()`);
  const tables = new Map<string, { readonly columns: Map<string, Column>; readonly indexes: [] }>();
  for (const row of rows) {
    const table = tables.get(row.table) ?? { columns: new Map(), indexes: [] };
    tables.set(row.table, table);
    table.columns.set(row.column, { nullable: row.nullable === 'YES', optional: true });
  }
  return tables;
}
