/** Reads the changes of tables, as texts that differ after each commit. */
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { query } from '../database/query.ts';
import { type CounterModel, changesName, countersIn } from './counter.ts';

/** The sum of a table's changes. */
interface TableChanges {
  readonly model: CounterModel;
  /** Id of the mark from which they are counted. A later mark has a greater id. */
  readonly mark: number;
  readonly changes: number;
  /** The number of entries to be compacted. */
  readonly pending: number;
}

/** Returns the sum of changes of each table, in one statement. A table whose changes are not counted is left out. */
export async function readChanges(
  db: Knex,
  models: readonly CounterModel[],
): Promise<ReadonlyMap<string, TableChanges>> {
  const names = models.flatMap((model) => [changesName(model), model.prefix]);
  const rows = await query(db, {
    text:
      'select `list`, max(`mark` * `id`) as `of`, -sum(`n`) as `changes`, count(*) - sum(`mark`) as `pending` ' +
      `from ${countersIn(db)} where \`list\` in (${names.map(() => '?').join(', ')}) group by \`list\``,
    bindings: names,
  });
  const found = new Map(rows.map((row) => [String(row.list), row]));
  return new Map(
    models.flatMap((model) => {
      const row = found.get(changesName(model));
      // An entry with the name of the resource means that every change is counted.
      if (!row || !found.has(model.prefix)) return [];
      const { of: mark, changes, pending } = row;
      const table = { model, mark: Number(mark), changes: Number(changes), pending: Number(pending) };
      return [[model.table, table] as const];
    }),
  );
}

/**
 * A text that differs after each commit that wrote one of the tables. The ids of marks only grow, and so does the number of
 * changes since a mark: a pair of sums never occurs twice. For a table that is not counted, the text differs each time.
 */
export function stampOf(tables: Iterable<string>, changes: ReadonlyMap<string, TableChanges>): string {
  let [marks, since] = [0, 0];
  for (const table of tables) {
    const counted = changes.get(table);
    if (!counted) return randomUUID();
    marks += counted.mark;
    since += counted.changes;
  }
  return `${marks.toString(36)}.${since.toString(36)}`;
}
