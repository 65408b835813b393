/** SQLite. */
import type { Knex } from 'knex';
import { isExact } from '../knex-internals.ts';
import { quote } from '../sql.ts';
import { besideOf, nearOf } from '../sqlite.ts';
import { contentOf, defaultOf, deletionOf } from './content.ts';
import type { Dialect, Period } from './dialect.ts';
import type { Column, DatabaseSchema, Index } from './tables.ts';

/** The driver's answer to a statement that returns no rows. */
function told(response: unknown): { readonly lastInsertRowid?: unknown; readonly changes?: unknown } {
  return typeof response === 'object' && response !== null ? response : {};
}

function later(column: string, seconds: number): string {
  if (!Number.isSafeInteger(seconds)) throw new RangeError(`${seconds} is no whole number of seconds.`);
  return `strftime('%Y-%m-%d %H:%M:%f', ${column}, '${seconds < 0 ? '' : '+'}${seconds} seconds')`;
}

/** The modifiers of `date` that go from a day to the first day of its period. */
const toFirstDay: Readonly<Record<Period, string>> = {
  day: '',
  week: ", '-6 days', 'weekday 1'",
  month: ", 'start of month'",
  year: ", 'start of year'",
};

const lowerBits = 20;

export const sqliteDialect: Dialect = {
  forReads: nearOf,
  forLongReads: besideOf,
  rowsOf: (response) => response,
  packed: (columns, select) =>
    `select json_group_array(json_array(${columns.join(', ')})) as packed from (${select})`,
  insertedIdOf: (response) => told(response).lastInsertRowid,
  tellsFirstId: false,
  idStep: null,
  affectedRowsOf: (response) => Number(told(response).changes),
  // It acquires the write lock at once: a read that becomes a write can never fail halfway.
  begin: 'BEGIN IMMEDIATE;',
  // There is one writer at a time.
  lock: () => '',
  hasSeveralWriters: false,
  namedLock: () => null,
  moment: (seconds = 0) => later("'now'", seconds),
  later,
  earlier: (one, other) => `min(${one}, ${other})`,
  milliseconds: "cast(unixepoch('subsec') * 1000 as integer)",
  localPeriod: (column, minutes, period) => ({
    text: `date(${column}, ?${toFirstDay[period]})`,
    bindings: [`${minutes} minutes`],
  }),
  // A sum above 64 bits would be an error: the upper and the lower bits are summed separately.
  exactSum: ({ text, bindings }) => ({
    text: `coalesce(sum((${text}) >> ${lowerBits}), 0) || ' ' || coalesce(sum((${text}) & ${2 ** lowerBits - 1}), 0)`,
    bindings: [...bindings, ...bindings],
  }),
  readSum: (stored) => {
    const [upper = '0', lower = '0'] = String(stored).split(' ');
    return (BigInt(upper) << BigInt(lowerBits)) + BigInt(lower);
  },
  concat: (parts) => parts.join(' || '),
  jsonList: (value) => `json_group_array(${value})`,
  onDuplicate: { head: 'on conflict (`key`) do update set', given: (column) => `excluded.${column}` },
  // The driver is slow with bound values.
  packsPages: true,
  misledByEquality: false,
  // With statistics of its tables, it chooses the right index.
  byIndex: () => '',
  deleteFrom: (table) => `delete from ${table}`,
  trigger: {
    differs: (column) => `old.${quote(column)} is not new.${quote(column)}`,
    fromNothing: '',
    addsInPlace: true,
    wrap: (head, when, body) => `${head}${when === null ? '' : ` when ${when}`} begin ${body}; end`,
    list: (table) => {
      // It stores the statement with different first words.
      const text =
        "select name, 'create trigger' || substr(sql, 15) as statement from sqlite_master where type = 'trigger'";
      return table === null
        ? { text, bindings: [] }
        : { text: `${text} and tbl_name = ?`, bindings: [table] };
    },
  },
  searched: (table, runs) => {
    const index = quote(`${table}_search`);
    return {
      text: `select rowid as ${quote('id')} from ${index} where ${index} match ?`,
      bindings: [runs.map((run) => `"${run.replaceAll('"', '""')}"`).join(' AND ')],
    };
  },
  searchWords: null,
  describe: describeSqlite,
  describeIndexes: describeSqlite,
};

interface ReadTable {
  readonly columns: Map<string, Column>;
  readonly indexes: Index[];
  searched?: true;
  searchTriggers?: string;
}

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly required: number;
  readonly primary: number;
  readonly default: string | null;
  /** 0 for a plain column; 2 and 3 for computed ones. */
  readonly hidden: number;
  /** The table that it refers to, and what happens when the row there is deleted. */
  readonly refers: string | null;
  readonly rule: string | null;
  readonly type: string;
  /** The statement that created its table. */
  readonly sql: string;
}

interface IndexRow {
  readonly table: string;
  readonly name: string;
  readonly unique: number;
  readonly column: string;
}

/** The tables of an SQLite database, including those of the migrator. */
export async function describeSqlite(database: Knex): Promise<DatabaseSchema> {
  const exact = isExact(database);
  const tables = new Map<string, ReadTable>();
  for (const row of await readColumns(database)) {
    const table = tables.get(row.table) ?? { columns: new Map(), indexes: [] };
    const nullable = row.required === 0 && row.primary === 0;
    const optional = nullable || row.default !== null || row.hidden > 0;
    tables.set(row.table, table);
    const content = contentOf(row.type, exact);
    const value = defaultOf(row.default);
    const [ranks, copies] = row.hidden > 0 ? [ranksOf(row), copyIn(row)] : [];
    table.columns.set(row.column, {
      nullable,
      optional,
      ...(content && { content }),
      ...(value !== undefined && { default: value }),
      refers: row.refers === null ? null : { table: row.refers, onDelete: deletionOf(row.rule ?? '') },
      ...(ranks && { ranks }),
      ...(copies && { copies }),
    });
  }
  for (const { table, ...index } of await readIndexes(database)) tables.get(table)?.indexes.push(index);
  for (const { name, triggers } of await readSearched(database)) {
    const table = tables.get(name);
    // After a rename, the name of a table is quoted differently.
    if (table) Object.assign(table, { searched: true, searchTriggers: triggers.replaceAll('"', '`') });
  }
  return tables;
}

async function readColumns(database: Knex): Promise<readonly ColumnRow[]> {
  return database.raw(`
    select m.name as "table", c.name as "column", c."notnull" as "required", c.pk as "primary",
      c.dflt_value as "default", c.hidden as "hidden", c.type as "type", m.sql as "sql",
      (select f."table" from pragma_foreign_key_list(m.name) f where f."from" = c.name) as "refers",
      (select f.on_delete from pragma_foreign_key_list(m.name) f where f."from" = c.name) as "rule"
    from sqlite_master m join pragma_table_list(m.name) l join pragma_table_xinfo(m.name) c
    where m.type = 'table' and l.type = 'table' order by m.name, c.cid`);
}

/** Tables with a full-text index and its triggers. Knex loses triggers when it rebuilds a table. */
async function readSearched(
  database: Knex,
): Promise<readonly { readonly name: string; readonly triggers: string }[]> {
  return database.raw(`
    select m.name as "name", group_concat(s.sql, char(10) order by s.name) as "triggers"
    from sqlite_master m join pragma_table_list(m.name || '_search') l
      join sqlite_master s on s.type = 'trigger' and s.tbl_name = m.name
        and s.name in (m.name || '_search_insert', m.name || '_search_delete', m.name || '_search_update')
    where m.type = 'table' and l.type = 'virtual' group by m.name having count(*) = 3`);
}

/** The values that a rank counts. SQLite reports the expression of a column only in the statement that created the table. */
function ranksOf({ column, sql }: ColumnRow): string[] | null {
  const [, whens] =
    // regexp-safe: it reads a statement of a migration.
    new RegExp(
      `\`${column}\` tinyint generated always as \\(case \`\\w+\`((?: when '(?:[^']|'')*' then \\d+)*) end`,
    ).exec(sql) ?? [];
  return whens === undefined
    ? null
    : // regexp-safe: it reads a statement of a migration.
      [...whens.matchAll(/ when '((?:[^']|'')*)' then \d+/g)].map(([, value = '']) =>
        value.replaceAll("''", "'"),
      );
}

/** The column that a computed column copies, as `copyWith` of the migrations writes it. */
function copyIn({ column, sql }: ColumnRow): Column['copies'] | null {
  // The mark of a copy is not a copy itself.
  const isNull = '`\\w+` is null';
  const [, type, tests, of] =
    // regexp-safe: it reads a statement of a migration.
    new RegExp(
      `\`${column}\` ([\\w() ]+) generated always as \\(case when (${isNull}(?: or ${isNull})*) then null else \`(\\w+)\` end\\)`,
    ).exec(sql) ?? [];
  if (type === undefined || tests === undefined || of === undefined) return null;
  return { type, of, others: [...tests.matchAll(/`(\w+)` is null/g)].map(([, other = '']) => other) };
}

/** One entry per index. The index of an integer primary key is the table itself, and not listed. */
async function readIndexes(database: Knex): Promise<readonly (Index & { readonly table: string })[]> {
  const rows: readonly IndexRow[] = await database.raw(`
    select m.name as "table", l.name as "name", l."unique" as "unique", i.name as "column"
    from sqlite_master m join pragma_index_list(m.name) l join pragma_index_info(l.name) i
    where m.type = 'table' order by l.name, i.seqno`);
  const indexes = new Map<string, Index & { readonly table: string; readonly columns: string[] }>();
  for (const { table, name, unique, column } of rows) {
    const index = indexes.get(name) ?? { table, name, unique: unique === 1, columns: [] };
    index.columns.push(column);
    indexes.set(name, index);
  }
  return [...indexes.values()];
}
