/** Reads what has been written of tables since, as texts that are other ones after each commit. */
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { query } from '../database/query.ts';
import { type CounterModel, changesName, countersIn } from './counter.ts';

/** What the changes of a table add up to. */
interface TableChanges {
  readonly model: CounterModel;
  /** Id of the mark that they are counted from: a later one is greater. */
  readonly mark: number;
  readonly changes: number;
  /** How many entries wait to be compacted. */
  readonly pending: number;
}

/** By the tables what their changes add up to; a table whose changes are not counted is left out. One statement. */
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
      // An entry named like the resource says that every change is counted.
      if (!row || !found.has(model.prefix)) return [];
      const { of: mark, changes, pending } = row;
      const table = { model, mark: Number(mark), changes: Number(changes), pending: Number(pending) };
      return [[model.table, table] as const];
    }),
  );
}

/**
 * A text that is another one after each commit that wrote one of the tables. Marks only grow, and changes since one as well: neither sum comes
 * again beside the other. Of a table that is not counted it is another one each time.
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
