/** Reads totals from stored counts. */
import type { Knex } from 'knex';
import { query } from '../database/query.ts';
import { type CounterLists, countersIn } from './counter.ts';

/** The entries of one list, or of the lists of every site. */
const listCondition = ({ everySite }: CounterLists): string =>
  everySite ? '(`list` > ? and `list` < ?)' : '`list` = ?';

/** The bindings for the entries of all lists, in order. In the order of characters, a colon follows the digits. */
const boundsOf = ({ names, everySite }: CounterLists): string[] =>
  names.flatMap((name) => (everySite ? [name, `${name}:`] : [name]));

/** A sum, and the number of entries that are not yet compacted into it. */
interface CounterTotal {
  readonly total: number;
  readonly pending: number;
}

/** The number of rows of lists; null if the database does not count this resource (yet). */
export async function readTotal(db: Knex, lists: CounterLists): Promise<CounterTotal | null> {
  // An entry with the name of the resource means that every row has been counted.
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

/** The number of rows of each list; null as in `readTotal`. */
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
