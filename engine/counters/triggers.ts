/** The triggers that count: whoever writes a row, and by whatever statement, its lists are counted with it. */

import type { Knex } from 'knex';
import type { Dialect } from '../database/dialect/dialect.ts';
import { dialectOf, query, run } from '../database/query.ts';
import { quote } from '../database/sql.ts';
import { type CounterModel, counterTable } from './counter.ts';

const events = ['insert', 'update', 'delete'] as const;
type Event = (typeof events)[number];

/** Of the resources those whose triggers are there, in the shape that their definitions ask for now. */
export async function withTriggers(db: Knex, models: readonly CounterModel[]): Promise<CounterModel[]> {
  const there = new Set(await triggersThere(db));
  return models.filter((model) => events.every((event) => there.has(triggerName(model, event))));
}

/**
 * Makes the triggers of a resource, in place of those of an earlier shape. On MariaDB and MySQL this waits for the
 * transactions that write the table: every later one is counted.
 *
 * @throws the driver's error where the database has no triggers, or this user may not make any
 */
export async function createTriggers(db: Knex, model: CounterModel): Promise<void> {
  await dropTriggers(db, model.table);
  for (const event of events) await run(db, { text: triggerSql(model, event, dialectOf(db)), bindings: [] });
}

/** Takes the triggers of counting off a table. */
export async function dropTriggers(db: Knex, table: string): Promise<void> {
  for (const name of await triggersThere(db, table))
    await run(db, { text: `drop trigger ${quote(name)}`, bindings: [] });
}

/** Names of the triggers of counting: those of one table, or of all. */
async function triggersThere(db: Knex, table: string | null = null): Promise<string[]> {
  const rows = await query(db, dialectOf(db).trigger.names(table));
  return rows.map(({ name }) => String(name)).filter((name) => name.startsWith('tally_'));
}

function triggerName({ prefix, table }: CounterModel, event: Event): string {
  return `tally_${table}_${prefix.slice(-8)}_${event}`;
}

/** The statement that makes one trigger. */
export function triggerSql(model: CounterModel, event: Event, dialect: Dialect): string {
  const { trigger } = dialect;
  const changed = (columns: readonly (string | null)[]) =>
    columns.flatMap((column) => (column ? [trigger.differs(column)] : [])).join(' or ');
  const entries = [null, ...model.fields].flatMap((field) => {
    const entry = (row: 'old' | 'new', n: number, where: string) =>
      entrySql(model, field, row, n, `${trigger.fromNothing} where ${where}`, dialect);
    if (event === 'insert') return [entry('new', 1, '1 = 1')];
    if (event === 'delete') return [entry('old', -1, '1 = 1')];
    // A list is left and entered where its name changes, or the place in it.
    const moved = `(${changed(['site_id', field, model.order])})`;
    return [entry('old', -1, moved), entry('new', 1, moved)];
  });
  const body =
    `insert into ${quote(counterTable)} (\`list\`, \`k\`, \`row_id\`, \`n\`, \`mark\`) ` +
    entries.join(' union all ');
  const head = `create trigger ${quote(triggerName(model, event))} after ${event} on ${quote(model.table)} for each row`;
  const when = event === 'update' ? changed(['site_id', ...model.fields, model.order]) : null;
  return trigger.wrap(head, when, body);
}

/** The select of one entry. Nobody asks for the list of the rows without a value: they are in none. */
function entrySql(
  model: CounterModel,
  field: string | null,
  row: 'old' | 'new',
  n: number,
  rest: string,
  dialect: Dialect,
): string {
  const place = model.order === null ? "'', 0" : `${row}.${quote(model.order)}, ${row}.\`id\``;
  const known = field ? ` and ${row}.${quote(field)} is not null` : '';
  return `select ${listSql(model, field, row, dialect)}, ${place}, ${n}, 0${rest}${known}`;
}

/** The name of the list that a row is in; rows of no site, which entries of the journal can be, are in those of site 0. */
export function listSql(model: CounterModel, field: string | null, row: string, { concat }: Dialect): string {
  const parts = [
    `'${model.prefix}/${field ? `${field}=` : '/'}'`,
    ...(field ? [`${row}.${quote(field)}`, "'/'"] : []),
    `coalesce(${row}.\`site_id\`, 0)`,
  ];
  return concat(parts);
}
