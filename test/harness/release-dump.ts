/** A database as a text of statements: its tables, some rows of each with what they refer to, its indexes and triggers. */
import type { Knex } from 'knex';
import { run } from '../../engine/database/query.ts';
import { databaseKind } from './database.ts';

/** Between statements: triggers contain semicolons. */
const separator = '\n-- next\n';
/** Rows of each table, in addition to those that they refer to. */
const few = 2;
/** Triggers maintain it, and the first migration rebuilds it. */
const leftOut = new Set(['tallies']);

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly refers: string;
}

type Row = Readonly<Record<string, unknown>>;

/** The text from which `loadDump` makes the same database. */
export async function dumpDatabase(knex: Knex): Promise<string> {
  const tables = await tablesOf(knex);
  const rows = await pickRows(knex, tables);
  const inserts = tables.flatMap((table) => (rows.get(table) ?? []).map((row) => insertOf(knex, table, row)));
  const { before, after } =
    databaseKind === 'sqlite' ? await sqliteSchema(knex, tables) : await mysqlSchema(knex, tables);
  return `${[...before, ...inserts, ...after].join(separator)}\n`;
}

/** Loads a dump into an empty database. */
export async function loadDump(knex: Knex, text: string): Promise<void> {
  await knex.transaction(async (trx) => {
    if (databaseKind === 'mysql') await trx.raw('set foreign_key_checks = 0');
    else await trx.raw('pragma defer_foreign_keys = on');
    for (const statement of text.trimEnd().split(separator))
      await run(trx, { text: statement, bindings: [] });
    if (databaseKind === 'mysql') await trx.raw('set foreign_key_checks = 1');
  });
}

/** Every table with the service's rows, including those of the migrator. */
export async function tablesOf(knex: Knex): Promise<string[]> {
  if (databaseKind === 'mysql') {
    const [rows] = await knex.raw(
      "select table_name as name from information_schema.tables where table_schema = database() and table_type = 'BASE TABLE'",
    );
    return rows.map(({ name }: { name: string }) => name).sort();
  }
  const rows: { name: string; type: string }[] = await knex.raw(
    "select name, type from pragma_table_list where schema = 'main'",
  );
  const own = rows.filter(({ name, type }) => type === 'table' && !name.startsWith('sqlite_'));
  return own.map(({ name }) => name).sort();
}

async function sqliteSchema(knex: Knex, tables: readonly string[]) {
  const made: { type: string; name: string; tbl_name: string; sql: string | null }[] = await knex(
    'sqlite_master',
  )
    .orderByRaw('rowid')
    .select();
  const sqlOf = (wanted: (row: (typeof made)[number]) => boolean) =>
    made.filter(wanted).flatMap(({ sql }) => (sql === null ? [] : [sql]));
  const virtual = made.filter(({ sql }) => /^create virtual table/i.test(sql ?? ''));
  return {
    before: sqlOf(({ type, name }) => type === 'table' && tables.includes(name)),
    after: [
      ...virtual.flatMap(({ name, sql }) => [
        sql ?? '',
        `insert into \`${name}\` (\`${name}\`) values ('rebuild')`,
      ]),
      ...sqlOf(({ type, tbl_name }) => type === 'index' && tables.includes(tbl_name)),
      ...sqlOf(({ type }) => type === 'trigger'),
    ],
  };
}

async function mysqlSchema(knex: Knex, tables: readonly string[]) {
  const before: string[] = [];
  for (const name of tables) {
    const [[made]] = await knex.raw('show create table ??', [name]);
    before.push(String(made['Create Table']).replace(/ AUTO_INCREMENT=\d+/, ''));
  }
  const [triggers] = await knex.raw(
    'select trigger_name as name from information_schema.triggers where trigger_schema = database() order by trigger_name',
  );
  const after: string[] = [];
  for (const { name } of triggers) {
    const [[made]] = await knex.raw('show create trigger ??', [name]);
    // Without it, the loading user is the definer.
    after.push(String(made['SQL Original Statement']).replace(/ DEFINER=\S+/, ''));
  }
  return { before, after };
}

/** The first rows of each table, and, recursively, what they refer to. */
async function pickRows(knex: Knex, tables: readonly string[]): Promise<Map<string, Row[]>> {
  const references = await referencesOf(knex);
  const picked = new Map<string, Map<string, Row>>(tables.map((name) => [name, new Map()]));
  const add = async (table: string, find: (query: Knex.QueryBuilder) => Knex.QueryBuilder): Promise<void> => {
    const columns = await storedColumns(knex, table);
    const rows: Row[] = await find(knex(table).select(columns));
    const known = picked.get(table);
    for (const row of rows) {
      const key = JSON.stringify(row);
      if (!known || known.has(key)) continue;
      known.set(key, row);
      for (const { column, refers } of references.filter((one) => one.table === table)) {
        const id = row[column];
        if (id !== null && id !== undefined) await add(refers, (query) => query.where({ id }));
      }
    }
  };
  for (const table of tables) {
    if (leftOut.has(table)) continue;
    const all = table.startsWith('knex_');
    const [first = 'id'] = await storedColumns(knex, table);
    await add(table, (query) => (all ? query.orderBy(first) : query.orderBy(first).limit(few)));
  }
  return new Map([...picked].map(([table, rows]) => [table, [...rows.values()]]));
}

async function referencesOf(knex: Knex): Promise<Reference[]> {
  if (databaseKind === 'sqlite') {
    return knex.raw(
      'select m.name as "table", f."from" as "column", f."table" as "refers" from sqlite_master m ' +
        "join pragma_foreign_key_list(m.name) f where m.type = 'table'",
    );
  }
  const [rows] = await knex.raw(
    'select table_name as `table`, column_name as `column`, referenced_table_name as `refers` ' +
      'from information_schema.key_column_usage where table_schema = database() and referenced_table_name is not null',
  );
  return rows;
}

/** Those that are not computed. */
export async function storedColumns(knex: Knex, table: string): Promise<string[]> {
  if (databaseKind === 'sqlite') {
    const rows: { name: string; hidden: number }[] = await knex.raw(
      `select name, hidden from pragma_table_xinfo('${table}')`,
    );
    return rows.filter(({ hidden }) => hidden === 0).map(({ name }) => name);
  }
  const [rows] = await knex.raw(
    'select column_name as name from information_schema.columns where table_schema = database() and table_name = ? ' +
      "and extra not like '%GENERATED%' order by ordinal_position",
    [table],
  );
  return rows.map(({ name }: { name: string }) => name);
}

function insertOf(knex: Knex, table: string, row: Row): string {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    // SQLite's bytes, which Knex does not write out.
    value instanceof ArrayBuffer ? Buffer.from(value) : value,
  ]);
  return knex(table).insert(Object.fromEntries(entries)).toString();
}
