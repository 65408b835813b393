/** SQLite. */
import { quote } from '../sql.ts';
import { besideOf, nearOf } from '../sqlite.ts';
import { describeSqlite } from './describe-sqlite.ts';
import type { Dialect, Period } from './dialect.ts';

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
