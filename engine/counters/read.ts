/** Reads totals and places from what is counted. */
import type { Knex } from 'knex';
import { query } from '../database/query.ts';
import type { OrderBy } from '../request/plan.ts';
import { type CounterLists, countersIn } from './counter.ts';
import { type Position, placeIn } from './position.ts';

/** The entries of one list, or of the lists of every site. */
const listCondition = ({ everySite }: CounterLists): string =>
  everySite ? '(`list` > ? and `list` < ?)' : '`list` = ?';

/** What is bound to the entries of all lists, one after the other. What comes after the digits is a colon. */
const boundsOf = ({ names, everySite }: CounterLists): string[] =>
  names.flatMap((name) => (everySite ? [name, `${name}:`] : [name]));

/** A sum, and how many entries wait to be compacted into it. */
interface CounterTotal {
  readonly total: number;
  readonly pending: number;
}

/** The number of rows of lists; null where the database does not count this resource (yet). */
export async function readTotal(db: Knex, lists: CounterLists): Promise<CounterTotal | null> {
  // An entry named like the resource says that every row has been counted.
  const rows = await query(db, {
    text:
      'select coalesce(sum(`n`), 0) as `total`, count(*) - coalesce(sum(`mark`), 0) as `loose`, ' +
      `exists (select 1 from ${countersIn(db, 'r')} where \`r\`.\`list\` = ?) as \`ready\` from ${countersIn(db)} ` +
      `where ${lists.names.map(() => listCondition(lists)).join(' or ')}`,
    bindings: [lists.model.prefix, ...boundsOf(lists)],
  });
  const [row] = rows;
  if (!row || Number(row.ready) === 0) return null;
  return { total: Number(row.total), pending: Number(row.loose) };
}

/** The number of rows of each of the lists; null as for `readTotal`. */
export async function readTotals(db: Knex, lists: CounterLists): Promise<readonly number[] | null> {
  const { names, model } = lists;
  const sums = names.map(
    (_, place) =>
      ` union all select ${place} as \`place\`, coalesce(sum(\`n\`), 0) as \`total\` from ${countersIn(db)} where ${listCondition(lists)}`,
  );
  const rows = await query(db, {
    text: `select -1 as \`place\`, count(*) as \`total\` from ${countersIn(db)} where \`list\` = ?${sums.join('')}`,
    bindings: [model.prefix, ...boundsOf(lists)],
  });
  const totals = new Map(rows.map((row) => [Number(row.place), Number(row.total)]));
  if (!totals.get(-1)) return null;
  return names.map((_, place) => totals.get(place) ?? 0);
}

/** Marks on either side of a stretch of a list. */
interface Stretch {
  readonly from: Position;
  /** How many rows of the list come before `from`. */
  readonly before: number;
  /** Null where the list ends first. */
  readonly to: Position | null;
}

/**
 * The shortest stretch between marks of one site's list that holds the rows from `first` up to `end` (counted from 0,
 * `end` not included).
 *
 * @param near how many rows away from them marks are looked for
 * @returns null where none is before them
 */
export async function findStretch(
  db: Knex,
  name: string,
  { first, end, near }: { readonly first: number; readonly end: number; readonly near: number },
): Promise<Stretch | null> {
  // A mark stands before the entries of its own row: those belong to what it counts.
  const rows = await query(db, {
    text:
      'select `k`, `row_id`, `before` from (select `k`, `row_id`, `mark`, sum(`n`) over ' +
      '(order by `k`, `row_id`, `mark` desc rows between unbounded preceding and current row) - `n` as `before` ' +
      `from ${countersIn(db)} where \`list\` = ?) \`t\` where \`mark\` = 1 and \`before\` >= ? and \`before\` <= ? ` +
      'order by `before`, `k`, `row_id`',
    bindings: [name, first - near, end + near],
  });
  const marks = rows.map((row) => ({ ...placeIn(row), before: Number(row.before) }));
  const from = marks.findLast(({ before }) => before <= first);
  if (!from) return null;
  return { from, before: from.before, to: marks.find(({ before }) => before >= end) ?? null };
}

/** Whether an order is the one that places are kept in, upwards or downwards. */
export function isKeptOrder(column: string, order: readonly OrderBy[]): boolean {
  const [first, second, ...rest] = order;
  return first?.column === column && second?.column === 'id' && rest.length === 0;
}
