/**
 * Triggers that count: any statement that writes a row also updates the counts of its lists, and that of the table's changes.
 */

import type { Knex } from 'knex';
import type { Dialect } from '../database/dialect/dialect.ts';
import { dialectOf, query, run } from '../database/query.ts';
import { quote } from '../database/sql.ts';
import { type CounterModel, changesName, counterTable, hasLists } from './counter.ts';

const events = ['insert', 'update', 'delete'] as const;
type Event = (typeof events)[number];

/** Of the resources, those whose triggers exist in the shape of their present definition. */
export async function withTriggers(db: Knex, models: readonly CounterModel[]): Promise<CounterModel[]> {
  const there = await triggersThere(db);
  return models.filter((model) =>
    [...triggersOf(model, dialectOf(db)).keys()].every((name) => there.has(name)),
  );
}

/** Of the resources, those whose triggers are not exactly those that would be created now: one is missing or different. */
export async function withoutOwnTriggers(db: Knex, models: readonly CounterModel[]): Promise<CounterModel[]> {
  const there = await triggersThere(db);
  return models.filter((model) =>
    [...triggersOf(model, dialectOf(db))].some(([name, statement]) => there.get(name) !== statement),
  );
}

/**
 * Creates the triggers of a resource, and replaces those of an earlier shape. On MariaDB and MySQL this waits for the
 * transactions that write the table: every later one is counted.
 *
 * @throws the driver's error if the database has no triggers, or this user may not create any
 */
export async function createTriggers(db: Knex, model: CounterModel): Promise<void> {
  await dropTriggers(db, model.table);
  for (const text of triggersOf(model, dialectOf(db)).values()) await run(db, { text, bindings: [] });
}

/** Drops the counting triggers of a table. */
export async function dropTriggers(db: Knex, table: string): Promise<void> {
  for (const name of (await triggersThere(db, table)).keys())
    await run(db, { text: `drop trigger ${quote(name)}`, bindings: [] });
}

/** The counting triggers of one table or of all: name → the statement that created it. */
async function triggersThere(db: Knex, table: string | null = null): Promise<Map<string, string>> {
  const rows = await query(db, dialectOf(db).trigger.list(table));
  const all = rows.map(({ name, statement }) => [String(name), String(statement)] as const);
  return new Map(all.filter(([name]) => name.startsWith('tally_')));
}

/** The triggers of a table by name: those of its changes, and those of its lists if it has any. */
function triggersOf(model: CounterModel, dialect: Dialect): Map<string, string> {
  const alone = events.filter((event) => !isTogether(model, event, dialect));
  const lists = hasLists(model)
    ? events.map((event) => [triggerName(model, event), triggerSql(model, event, dialect)] as const)
    : [];
  const changes = alone.map(
    (event) => [triggerName(model, event, 'c_'), changeTriggerSql(model, event, dialect)] as const,
  );
  return new Map([...lists, ...changes]);
}

/**
 * Whether one statement writes the entries of lists and that of the change: an inserted or deleted row always belongs to a list.
 */
const isTogether = (model: CounterModel, event: Event, { trigger }: Dialect): boolean =>
  hasLists(model) && event !== 'update' && !trigger.addsInPlace;

function triggerName({ prefix, table }: CounterModel, event: Event, of: '' | 'c_' = ''): string {
  return `tally_${table}_${prefix.slice(-8)}_${of}${event}`;
}

const headOf = (name: string, event: Event, { table }: CounterModel): string =>
  `create trigger ${quote(name)} after ${event} on ${quote(table)} for each row`;

/** The statement that creates the trigger of changes. */
function changeTriggerSql(model: CounterModel, event: Event, dialect: Dialect): string {
  const { trigger } = dialect;
  const entry = changeEntry(model);
  const body = trigger.addsInPlace
    ? `update ${quote(counterTable)} set \`n\` = \`n\` + ${entry.n} where \`list\` = ${entry.list}`
    : entriesSql([entry], dialect);
  return trigger.wrap(headOf(triggerName(model, event, 'c_'), event, model), null, body);
}

/** What every write of a row adds to the list of the table's changes. */
const changeEntry = (model: CounterModel): ChangeSql => {
  return { list: `'${changesName(model)}'`, n: 1, where: '1 = 1' };
};

/** The statement that creates one trigger of lists. */
export function triggerSql(model: CounterModel, event: Event, dialect: Dialect): string {
  const { trigger } = dialect;
  const changed = (columns: readonly (string | null)[]) =>
    columns.flatMap((column) => (column ? [trigger.differs(column)] : [])).join(' or ');
  const changes = [null, ...model.fields].flatMap((field): ListChange[] => {
    const change = (row: ListChange['row'], n: number, where: string) => ({ field, row, n, where });
    if (event === 'insert') return [change('new', 1, '1 = 1')];
    if (event === 'delete') return [change('old', -1, '1 = 1')];
    // A row moves to another list if the list's name changes.
    const moved = `(${changed(['site_id', field])})`;
    return [change('old', -1, moved), change('new', 1, moved)];
  });
  const parts = changes.map((change) => partsOf(model, change, dialect));
  if (isTogether(model, event, dialect)) parts.push(changeEntry(model));
  const body = trigger.addsInPlace ? parts.flatMap(additionSql).join('; ') : entriesSql(parts, dialect);
  const head = headOf(triggerName(model, event), event, model);
  const when = event === 'update' ? changed(['site_id', ...model.fields]) : null;
  return trigger.wrap(head, when, body);
}

/** A row that enters (`n` is 1) or leaves (-1) a list: the list of all rows, or that of its value of a field. */
interface ListChange {
  readonly field: string | null;
  readonly row: 'old' | 'new';
  readonly n: number;
  /** The condition of the change. */
  readonly where: string;
}

/** A change as SQL. */
interface ChangeSql {
  readonly list: string;
  readonly n: number;
  readonly where: string;
}

/** No list includes rows without a value. */
function partsOf(model: CounterModel, { field, row, n, where }: ListChange, dialect: Dialect): ChangeSql {
  const known = field ? ` and ${row}.${quote(field)} is not null` : '';
  return { list: listSql(model, field, row, dialect), n, where: `${where}${known}` };
}

const target = `insert into ${quote(counterTable)} (\`list\`, \`n\`, \`mark\`)`;

/** One statement for all entries of a row. */
function entriesSql(changes: readonly ChangeSql[], { trigger }: Dialect): string {
  const entries = changes.map(
    ({ list, n, where }) => `select ${list}, ${n}, 0${trigger.fromNothing} where ${where}`,
  );
  return `${target} ${entries.join(' union all ')}`;
}

/** The statements that add to the mark of a list; a new list has none yet. */
function additionSql({ list, n, where }: ChangeSql): string[] {
  const mark = `\`list\` = ${list} and \`mark\` = 1`;
  return [
    `${target} select ${list}, 0, 1 where ${where} and not exists (select 1 from ${quote(counterTable)} where ${mark})`,
    `update ${quote(counterTable)} set \`n\` = \`n\` + ${n} where ${where} and ${mark}`,
  ];
}

/** The name of a row's list. Rows without a site, such as some journal entries, belong to site 0. */
export function listSql(model: CounterModel, field: string | null, row: string, { concat }: Dialect): string {
  const parts = [
    `'${model.prefix}/${field ? `${field}=` : '/'}'`,
    ...(field ? [`${row}.${quote(field)}`, "'/'"] : []),
    `coalesce(${row}.\`site_id\`, 0)`,
  ];
  return concat(parts);
}
