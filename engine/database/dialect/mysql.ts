/** MariaDB and MySQL. */
import type { Knex } from 'knex';
import { columnOf, quote } from '../sql.ts';
import { type ColumnReference, contentOf, defaultOf, deletionOf } from './content.ts';
import type { Dialect, LockStrength, Period } from './dialect.ts';
import type { Column, DatabaseSchema, Index } from './tables.ts';

const locks: Readonly<Record<LockStrength, string>> = {
  update: ' for update',
  share: ' lock in share mode',
};

/** The driver's answer to a statement that returns no rows. */
function told(response: unknown): { readonly insertId?: unknown; readonly affectedRows?: unknown } {
  const header: unknown = Array.isArray(response) ? response[0] : response;
  return typeof header === 'object' && header !== null ? header : {};
}

function later(column: string, seconds: number): string {
  if (!Number.isSafeInteger(seconds)) throw new RangeError(`${seconds} is no whole number of seconds.`);
  return `(${column} + interval ${seconds} second)`;
}

/** Length of the words in the full-text index, in bytes of UTF-8; each byte is two digits. */
const wordBytes = 3;

/** A run of characters as words of the index: each run of three bytes of its UTF-8 in hexadecimal. */
function wordsOf(run: string): string[] {
  const bytes = Buffer.from(run);
  const count = bytes.length - wordBytes + 1;
  return Array.from({ length: count }, (_, at) => bytes.toString('hex', at, at + wordBytes));
}

export const mysqlDialect: Dialect = {
  // The server runs them.
  forReads: (db) => db,
  forLongReads: (db) => db,
  // mysql2 answers [rows, columns].
  rowsOf: (response) => (Array.isArray(response) ? response[0] : response),
  packed: null,
  insertedIdOf: (response) => told(response).insertId,
  // If the number of rows is known beforehand, their ids are consecutive in each of InnoDB's lock modes.
  tellsFirstId: true,
  idStep: '@@session.auto_increment_increment',
  affectedRowsOf: (response) => Number(told(response).affectedRows),
  begin: 'BEGIN;',
  lock: (strength) => locks[strength],
  hasSeveralWriters: true,
  namedLock: (name) => {
    // Hashed, because MySQL limits such names to 64 characters, and the name of a database alone may have that many. Newer
    // versions have no MD5.
    const own = `concat('${name} ', left(sha2(database(), 256), 32))`;
    return {
      take: (seconds) => ({ text: `select get_lock(${own}, ?) as held`, bindings: [seconds] }),
      release: { text: `select release_lock(${own})`, bindings: [] },
      holder: { text: `select is_used_lock(${own}) as holder`, bindings: [] },
    };
  },
  moment: (seconds = 0) => (seconds === 0 ? 'utc_timestamp(3)' : later('utc_timestamp(3)', seconds)),
  later,
  earlier: (one, other) => `least(${one}, ${other})`,
  // Every session of ours uses UTC: no hour occurs twice.
  milliseconds: 'cast(unix_timestamp(now(3)) * 1000 as signed)',
  localPeriod: (column, minutes, period) => {
    const local = `date_add(${column}, interval ? minute)`;
    const firstDays: Readonly<Record<Period, string>> = {
      day: `cast(date(${local}) as char)`,
      week: `cast(date_sub(date(${local}), interval weekday(${local}) day) as char)`,
      month: `date_format(${local}, '%Y-%m-01')`,
      year: `date_format(${local}, '%Y-01-01')`,
    };
    return { text: firstDays[period], bindings: period === 'week' ? [minutes, minutes] : [minutes] };
  },
  // Its sums of whole numbers are decimals of 65 digits.
  exactSum: ({ text, bindings }) => ({ text: `cast(coalesce(sum(${text}), 0) as char)`, bindings }),
  readSum: (stored) => BigInt(String(stored)),
  concat: (parts) => `concat(${parts.join(', ')})`,
  jsonList: (value) => `json_arrayagg(${value})`,
  onDuplicate: { head: 'on duplicate key update', given: (column) => `values(${column})` },
  // It sends the column metadata once per answer. For a page of rows, making JSON takes longer than it saves in the driver.
  packsPages: false,
  misledByEquality: true,
  byIndex: (index) => ` force index (${quote(index)})`,
  // The hint is only accepted in the multi-table form.
  deleteFrom: (table) => `delete ${table} from ${table}`,
  trigger: {
    differs: (column) => `not (old.${quote(column)} <=> new.${quote(column)})`,
    fromNothing: ' from dual',
    addsInPlace: false,
    wrap: (head, when, body) =>
      when === null ? `${head} ${body}` : `${head} if ${when} then ${body}; end if`,
    list: (table) => {
      const text =
        "select trigger_name as `name`, concat('create trigger `', trigger_name, '` ', lower(action_timing), ' ', " +
        "lower(event_manipulation), ' on `', event_object_table, '` for each row ', action_statement) as `statement` " +
        'from information_schema.triggers where trigger_schema = database()';
      return table === null
        ? { text, bindings: [] }
        : { text: `${text} and event_object_table = ?`, bindings: [table] };
    },
  },
  searched: (table, runs) => ({
    text:
      `select ${columnOf(table, 'id')} from ${quote(table)} ` +
      `where match(${columnOf(table, 'search_grams')}) against (? in boolean mode)`,
    // The mark of texts that are too long to be indexed: they are tested like those that are found.
    bindings: [`(${[...new Set(runs.flatMap(wordsOf))].map((word) => `+${word}`).join(' ')}) longer`],
  }),
  searchWords: {
    length: 2 * wordBytes,
    settings: {
      text: "show variables where variable_name in ('innodb_ft_min_token_size', 'innodb_ft_max_token_size')",
      bindings: [],
    },
  },
  describe: describeMysql,
  describeIndexes: describeMysqlIndexes,
};

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
async function describeMysql(database: Knex): Promise<DatabaseSchema> {
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
async function describeMysqlIndexes(database: Knex): Promise<DatabaseSchema> {
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
