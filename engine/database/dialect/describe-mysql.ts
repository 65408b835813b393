/** What tables a database of MariaDB or MySQL has, with their columns and indexes. */
import type { Knex } from 'knex';
import { contentOf } from './content.ts';
import type { Column, Index, Schema } from './tables.ts';

interface MysqlColumn {
  readonly table: string;
  readonly column: string;
  readonly nullable: 'YES' | 'NO';
  readonly type: string;
  /** 1 where an insert need not name it. */
  readonly optional: number;
}

/** The tables of such a database, without their indexes. */
export async function describeMysql(database: Knex): Promise<Schema> {
  const [rows = []]: (readonly MysqlColumn[])[] = await database.raw(`
    select table_name as \`table\`, column_name as \`column\`, is_nullable as \`nullable\`, column_type as \`type\`,
      is_nullable = 'YES' or column_default is not null or extra regexp 'auto_increment|generated' as \`optional\`
    from information_schema.columns where table_schema = database()`);
  const tables = new Map<string, { readonly columns: Map<string, Column>; readonly indexes: [] }>();
  for (const { table: name, column, nullable, type, optional } of rows) {
    const table = tables.get(name) ?? { columns: new Map(), indexes: [] };
    tables.set(name, table);
    const content = contentOf(type);
    table.columns.set(column, {
      ...{ nullable: nullable === 'YES', optional: optional === 1 },
      ...(content && { content }),
    });
  }
  return tables;
}

interface MysqlIndexColumn {
  readonly table: string;
  readonly name: string;
  readonly column: string;
  readonly several: number;
  readonly type: string;
}

/** The tables of such a database with their indexes. */
export async function describeMysqlIndexes(database: Knex): Promise<Schema> {
  const [rows = []]: (readonly MysqlIndexColumn[])[] = await database.raw(`
    select table_name as \`table\`, index_name as \`name\`, column_name as \`column\`,
      non_unique as \`several\`, index_type as \`type\`
    from information_schema.statistics where table_schema = database()
    order by table_name, index_name, seq_in_index`);
  const tables = await describeMysql(database);
  return new Map(
    [...tables].map(([name, table]) => {
      const own = rows.filter((row) => row.table === name);
      const indexes = new Map<string, Index & { readonly columns: string[] }>();
      for (const row of own.filter(({ type }) => type !== 'FULLTEXT')) {
        const index = indexes.get(row.name) ?? { ...indexOf(row), columns: [] };
        index.columns.push(row.column);
        indexes.set(row.name, index);
      }
      const searched = own.some((row) => row.type === 'FULLTEXT' && row.name === `${name}_search`);
      return [
        name,
        { ...table, indexes: [...indexes.values()], ...(searched && { searched: true as const }) },
      ];
    }),
  );
}

function indexOf({ name, several }: MysqlIndexColumn): Omit<Index, 'columns'> {
  return { name, unique: Number(several) === 0, ...(name === 'PRIMARY' && { primary: true as const }) };
}
