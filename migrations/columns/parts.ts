/**
 * The existing parts of a table, so that a change of it leaves out what is done. MariaDB and MySQL commit each statement that
 * changes the schema by itself: a killed run leaves the first of them behind, and the next one makes the rest. On SQLite a run is
 * one transaction, and a killed run leaves nothing.
 */
import type { Knex } from 'knex';

/** `column name`, `index name` or `foreign name` (a foreign key), in lower case. */
export type Parts = Set<string>;

/** Whether it is MariaDB or MySQL; else it is SQLite. */
export function isMySQL(knex: Knex): boolean {
  return knex.client.dialect === 'mysql';
}

/** The parts of a table of MariaDB or MySQL; null if there is no such table. */
export async function readParts(knex: Knex, table: string): Promise<Parts | null> {
  const here = 'table_schema = database() and table_name = ?';
  const [rows = []]: { readonly kind: string; readonly name: string }[][] = await knex.raw(
    `select 'column' as \`kind\`, column_name as \`name\` from information_schema.columns where ${here} ` +
      `union select 'index', index_name from information_schema.statistics where ${here} ` +
      `union select 'foreign', constraint_name from information_schema.table_constraints ` +
      `where ${here} and constraint_type = 'FOREIGN KEY'`,
    [table, table, table],
  );
  return rows.length === 0 ? null : new Set(rows.map(({ kind, name }) => partOf(kind, name)));
}

/** The target of a foreign key. `rule` is its action on a delete; empty if the delete is refused. */
export interface Reference {
  readonly table: string;
  readonly rule: string;
}

/** The foreign keys of a table of MariaDB or MySQL. */
export async function readReferences(
  knex: Knex,
  table: string,
): Promise<(Reference & { readonly column: string; readonly key: string })[]> {
  const [keys = []] = await knex.raw(
    'select k.column_name as `column`, k.constraint_name as `key`, k.referenced_table_name as `table`, ' +
      "if(c.delete_rule in ('CASCADE', 'SET NULL'), c.delete_rule, '') as `rule` " +
      'from information_schema.referential_constraints c join information_schema.key_column_usage k ' +
      'on k.constraint_schema = c.constraint_schema and k.constraint_name = c.constraint_name and k.table_name = c.table_name ' +
      'where c.constraint_schema = database() and c.table_name = ? and k.table_name = ?',
    [table, table],
  );
  return keys;
}

/** Whether a table of MariaDB or MySQL has a column, also one that is invisible. */
export async function hasColumn(knex: Knex, table: string, name: string): Promise<boolean> {
  return (await readParts(knex, table))?.has(partOf('column', name)) ?? false;
}

/** Removes from a change what a table already has, or no longer has. */
export function leaveOutDone(t: Knex.TableBuilder, table: string, parts: Parts): void {
  const there = new Set(parts);
  const statements = statementsOf(t);
  const left = statements.filter((statement) => {
    const { makes = [], takes = [] } = effectOf(statement, table);
    // All other changes can be done again.
    const known = makes.length + takes.length > 0;
    if (known && makes.every((part) => there.has(part)) && !takes.some((part) => there.has(part)))
      return false;
    for (const part of takes) there.delete(part);
    for (const part of makes) there.add(part);
    return true;
  });
  statements.splice(0, statements.length, ...left);
}

/** Names of the columns that a builder adds. */
export function addedColumns(t: Knex.TableBuilder): string[] {
  return statementsOf(t).flatMap(({ builder }) => (builder?._method === 'add' ? [columnName(builder)] : []));
}

/** Knex's record of each call of a builder. */
interface Statement {
  /** Of a column. */
  readonly builder?: { readonly _method: string; readonly _args: readonly unknown[] };
  /** All others, with their arguments. */
  readonly method?: string;
  readonly args?: readonly unknown[];
}

/** Knex's types do not have this list, which it compiles when the caller is done. */
function statementsOf(t: Knex.TableBuilder): Statement[] {
  if ('_statements' in t && Array.isArray(t._statements)) return t._statements;
  throw new Error('This version of Knex keeps the statements of a table elsewhere.');
}

interface Effect {
  readonly makes?: readonly string[];
  readonly takes?: readonly string[];
}

function effectOf({ builder, method = '', args = [] }: Statement, table: string): Effect {
  if (builder) return builder._method === 'add' ? { makes: [partOf('column', columnName(builder))] } : {};
  const [first, second] = args;
  const columns = namesIn(first);
  const index = (kind: string) => partOf('index', givenName(second) ?? knexName(table, columns, kind));
  switch (method) {
    case 'index':
    case 'unique':
      return { makes: [index(method)] };
    case 'primary':
      return { makes: [partOf('index', 'primary')] };
    case 'foreign':
      return { makes: [foreignPart(table, first)] };
    case 'dropIndex':
      return { takes: [index('index')] };
    case 'dropUnique':
      return { takes: [index('unique')] };
    case 'dropPrimary':
      return { takes: [partOf('index', 'primary')] };
    case 'dropForeign':
      return { takes: [partOf('foreign', givenName(second) ?? knexName(table, columns, 'foreign'))] };
    case 'dropColumn':
    case 'dropColumns':
      return { takes: args.flatMap(namesIn).map((name) => partOf('column', name)) };
    case 'renameColumn':
      return { takes: [partOf('column', String(first))], makes: [partOf('column', String(second))] };
    default:
      return {};
  }
}

function partOf(kind: string, name: string): string {
  return `${kind} ${name}`.toLowerCase();
}

/** Knex calls the column of `increments()` so. */
function columnName({ _args: [name] }: NonNullable<Statement['builder']>): string {
  return typeof name === 'string' ? name : 'id';
}

function foreignPart(table: string, given: unknown): string {
  if (typeof given !== 'object' || given === null || !('column' in given)) return '';
  const name = 'keyName' in given ? givenName(given.keyName) : undefined;
  return partOf('foreign', name ?? knexName(table, namesIn(given.column), 'foreign'));
}

function namesIn(given: unknown): string[] {
  return (Array.isArray(given) ? given : [given]).filter((name) => typeof name === 'string');
}

function givenName(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  const named = typeof given === 'object' && given !== null && 'indexName' in given;
  return named && typeof given.indexName === 'string' ? given.indexName : undefined;
}

/** Knex's name for an index without a name. */
function knexName(table: string, columns: readonly string[], kind: string): string {
  return `${table.replaceAll(/[.-]/g, '_')}_${columns.join('_')}_${kind}`;
}
