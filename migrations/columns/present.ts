/**
 * Columns as they shall be, and as MariaDB and MySQL have them. Migrations are history: change nothing here that a released one uses.
 */
import type { Knex } from 'knex';
import { isMySQL } from './index.ts';
import { nameOf, partsOf } from './text.ts';

/** The definition of one column, as in a `createTable`. */
export type Build = (t: Knex.CreateTableBuilder) => unknown;

/** A foreign key of one column. `rule` is its action on a delete; empty if the delete is refused. */
interface Reference {
  readonly table: string;
  readonly rule: string;
}

/** A column as it shall be. */
export interface Wanted {
  readonly name: string;
  /** The line of a `create table`, without its target. */
  readonly definition: string;
  readonly type: string;
  readonly comment: string;
  /** Characters that it has room for, of a text that has a limit. */
  readonly length: number | null;
  readonly reference: Reference | null;
}

/** A column of MariaDB or MySQL as it is. */
export interface Present {
  readonly type: string;
  readonly comment: string;
  readonly references: readonly (Reference & { readonly key: string })[];
  /** Whether a run that was killed has begun to change its values. */
  readonly isBegun: boolean;
}

/** Keeps the old values of rows until they have their new values. */
export const keptIn = (column: string) => `${column}_before`;

export function readWanted(knex: Knex, table: string, build: Build): Wanted {
  const compiled: unknown = knex.schema.createTable(table, (t) => void build(t)).toSQL();
  const statements: readonly unknown[] = Array.isArray(compiled) ? compiled : [];
  const texts = statements.map((one) =>
    typeof one === 'object' && one !== null && 'sql' in one ? String(one.sql) : '',
  );
  // The two ways to write a quote in a text: the one that both databases know.
  const sql = isMySQL(knex) ? texts.join(' ').replaceAll("\\'", "''") : texts.join(' ');
  const definition = (partsOf(sql).parts[0] ?? '').trim();
  const [, type = ''] = /^[`"]\w+[`"] (\w+(?:\(\d+\))?(?: unsigned)?)/.exec(definition) ?? [];
  const [, comment = ''] = / comment '([^']*)'/.exec(definition) ?? [];
  const [, length] = /^varchar\((\d+)\)/.exec(type) ?? [];
  const [, refers, rule = ''] =
    /references `(\w+)`\s*\(`id`\)(?: on delete (cascade|set null))?/i.exec(sql) ?? [];
  return {
    ...{ name: nameOf(definition) ?? '', definition, type: plainType(type), comment },
    length: length === undefined ? null : Number(length),
    reference: refers === undefined ? null : { table: refers, rule: rule.toUpperCase() },
  };
}

/** MariaDB shows the display width of a whole number, MySQL no longer does. */
function plainType(type: string): string {
  const plain = type.toLowerCase().replace(/^(\w*int)\(\d+\)/, '$1');
  return plain === 'boolean' ? 'tinyint' : plain;
}

/** The columns of a table of MariaDB or MySQL. */
export async function readPresent(knex: Knex, table: string): Promise<ReadonlyMap<string, Present>> {
  const [columns = []]: { readonly name: string; readonly type: string; readonly comment: string }[][] =
    await knex.raw(
      'select column_name as `name`, column_type as `type`, column_comment as `comment` ' +
        'from information_schema.columns where table_schema = database() and table_name = ?',
      [table],
    );
  const [keys = []]: (Reference & { readonly key: string; readonly column: string })[][] = await knex.raw(
    'select k.column_name as `column`, k.constraint_name as `key`, k.referenced_table_name as `table`, ' +
      'c.delete_rule as `rule` ' +
      'from information_schema.referential_constraints c join information_schema.key_column_usage k ' +
      'on k.constraint_schema = c.constraint_schema and k.constraint_name = c.constraint_name and k.table_name = c.table_name ' +
      'where c.constraint_schema = database() and c.table_name = ? and k.table_name = ?',
    [table, table],
  );
  const names = new Set(columns.map(({ name }) => name));
  return new Map(
    columns.map(({ name, type, comment }) => {
      const references = keys.filter(({ column }) => column === name);
      return [name, { type: type.toLowerCase(), comment, references, isBegun: names.has(keptIn(name)) }];
    }),
  );
}

/** Whether a column is as defined, apart from null and its default. */
export function isAsWanted({ type, comment, references }: Present, wanted: Wanted): boolean {
  const { reference } = wanted;
  return (
    plainType(type) === wanted.type &&
    comment === wanted.comment &&
    references.every((one) => isSameReference(one, reference)) &&
    (reference !== null) === references.length > 0
  );
}

export function isSameReference(one: Reference, other: Reference | null): boolean {
  const ruleOf = ({ rule }: Reference) => (rule === 'CASCADE' || rule === 'SET NULL' ? rule : '');
  return other !== null && one.table === other.table && ruleOf(one) === ruleOf(other);
}
