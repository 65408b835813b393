/** Reads the tables of a MariaDB or MySQL database, with their columns and indexes. */
import type { Knex } from 'knex';
import { type ColumnReference, contentOf, defaultOf, deletionOf } from './content.ts';
import type { Column, DatabaseSchema, Index } from './tables.ts';

interface MysqlColumn {
  readonly table: string;
  readonly column: string;
  readonly nullable: 'YES' | 'NO';
  readonly type: string;
  readonly comment: string;
  readonly default: string | null;
  /** 1 if an insert may leave it out. */
  readonly optional: number;
}

/** The tables of the database, without their indexes. */
export async function describeMysql(database: Knex): Promise<DatabaseSchema> {
  const [rows = []]: (readonly MysqlColumn[])[] = await database.raw(`
    select table_name as \`table\`, column_name as \`column\`, is_nullable as \`nullable\`, column_type as \`type\`,
      column_comment as \`comment\`, column_default as \`default\`,
      is_nullable = 'YES' or column_default is not null or extra regexp 'auto_increment|generated' as \`optional\`
    from information_schema.columns where table_schema = database()`);
  const tables = new Map<string, { readonly columns: Map<string, Column>; readonly indexes: [] }>();
  for (const { table: name, column, nullable, type, comment, default: said, optional } of rows) {
    const table = tables.get(name) ?? { columns: new Map(), indexes: [] };
    tables.set(name, table);
    const content = contentOf(type, true, comment);
    const value = defaultOf(said);
    table.columns.set(column, {
      ...{ nullable: nullable === 'YES', optional: optional === 1 },
      ...(content && { content }),
      ...(value !== undefined && { default: value }),
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

interface MysqlKey {
  readonly table: string;
  readonly column: string;
  readonly refers: string;
  readonly rule: string;
}

/** The targets of foreign keys, by `table.column`. */
async function readReferences(database: Knex): Promise<ReadonlyMap<string, ColumnReference>> {
  const [rows = []]: (readonly MysqlKey[])[] = await database.raw(`
    select k.table_name as \`table\`, k.column_name as \`column\`, k.referenced_table_name as \`refers\`,
      c.delete_rule as \`rule\`
    from information_schema.referential_constraints c join information_schema.key_column_usage k
      on k.constraint_schema = c.constraint_schema and k.constraint_name = c.constraint_name and k.table_name = c.table_name
    where c.constraint_schema = database()`);
  return new Map(
    rows.map(({ table, column, refers, rule }) => [
      `${table}.${column}`,
      { table: refers, onDelete: deletionOf(rule) },
    ]),
  );
}

/** The tables of the database with their indexes and foreign keys. */
export async function describeMysqlIndexes(database: Knex): Promise<DatabaseSchema> {
  const [rows = []]: (readonly MysqlIndexColumn[])[] = await database.raw(`
    select table_name as \`table\`, index_name as \`name\`, column_name as \`column\`,
      non_unique as \`several\`, index_type as \`type\`
    from information_schema.statistics where table_schema = database()
    order by table_name, index_name, seq_in_index`);
  const tables = await describeMysql(database);
  const references = await readReferences(database);
  return new Map(
    [...tables].map(([name, table]) => {
      const own = rows.filter((row) => row.table === name);
      const indexes = new Map<string, Index & { readonly columns: string[] }>();
      for (const row of own.filter(({ type }) => type !== 'FULLTEXT')) {
        const index = indexes.get(row.name) ?? { ...indexOf(row), columns: [] };
        index.columns.push(row.column);
        indexes.set(row.name, index);
      }
      const columns = new Map(
        [...table.columns].map(([column, facts]) => [
          column,
          { ...facts, refers: references.get(`${name}.${column}`) ?? null },
        ]),
      );
      const searched = own.some((row) => row.type === 'FULLTEXT' && row.name === `${name}_search`);
      return [
        name,
        { ...table, columns, indexes: [...indexes.values()], ...(searched && { searched: true as const }) },
      ];
    }),
  );
}

function indexOf({ name, several }: MysqlIndexColumn): Omit<Index, 'columns'> {
  return { name, unique: Number(several) === 0, ...(name === 'PRIMARY' && { primary: true as const }) };
}
