/** Compares the counts that triggers keep with the rows themselves. */
import type { Knex } from 'knex';
import { type CounterModel, counterTable, hasLists } from '../../engine/counters/counter.ts';
import { listSql } from '../../engine/counters/triggers.ts';
import { dialectOf, query } from '../../engine/database/query.ts';
import { quote } from '../../engine/database/sql.ts';

/** A list whose total is not the number of its rows. */
interface WrongCount {
  readonly list: string;
  readonly counted: number;
  readonly rows: number;
}

/** The number of wrong lists that is enough for the report. */
const most = 20;

/**
 * The lists of a resource whose totals are wrong. It is one statement, which sees totals and rows at one moment, and reads every
 * row of the table once for each counted field.
 */
export async function findWrongCounts(db: Knex, model: CounterModel): Promise<WrongCount[]> {
  // A table of which only changes are counted has no lists.
  if (!hasLists(model)) return [];
  // By a name that no column has: `group by` takes a column's before an alias.
  // Grouped by a name that no table has as a column: that would go before it.
  const real = [null, ...model.fields].map((field) => {
    const known = field ? ` where \`r\`.${quote(field)} is not null` : '';
    const list = listSql(model, field, 'r', dialectOf(db));
    return (
      ` union all select ${list} as \`tally_list\`, 0 as \`said\`, count(*) as \`found\` ` +
      `from ${quote(model.table)} \`r\`${known} group by \`tally_list\``
    );
  });
  const rows = await query(db, {
    text:
      'select `tally_list`, sum(`said`) as `counted`, sum(`found`) as `there` from (' +
      `select \`list\` as \`tally_list\`, sum(\`n\`) as \`said\`, 0 as \`found\` from ${quote(counterTable)} ` +
      `where \`list\` > ? and \`list\` < ? group by \`list\`${real.join('')}) \`t\` ` +
      `group by \`tally_list\` having sum(\`said\`) <> sum(\`found\`) order by \`tally_list\` limit ${most}`,
    bindings: [`${model.prefix}/`, `${model.prefix}0`],
  });
  return rows.map(({ tally_list, counted, there }) => ({
    list: String(tally_list),
    counted: Number(counted),
    rows: Number(there),
  }));
}
