/**
 * A database in memory, on which migrations are run to find out what they make. It declares each column like a server: SQLite
 * stores any name of a type. By default it would declare every whole number as an integer and every long text as a text.
 */
import knex, { type Knex } from 'knex';
import { SqliteColumnCompiler } from '../knex-internals.ts';
import { knexSettings } from '../open.ts';
import { LibsqlClient } from '../sqlite.ts';

/** Types of whole numbers in migrations → their names in MariaDB and MySQL. */
const integerTypes: Readonly<Record<string, string>> = {
  ...{
    tinyint: 'tinyint',
    smallint: 'smallint',
    mediumint: 'mediumint',
    integer: 'int',
    biginteger: 'bigint',
  },
};

class ExactColumnCompiler extends SqliteColumnCompiler {
  override getColumnType(): string {
    const [name, size] = this.args;
    // With another type than INTEGER, it would not be the row id of its table, but have a separate index.
    const word = name === 'id' ? undefined : integerTypes[this.type];
    if (this.type === 'text') return typeof size === 'string' ? size : 'text';
    if (word === undefined) return super.getColumnType();
    // The unit of the content is in a comment, which SQLite can only store in the type.
    const [comment] = this.modified.comment ?? [];
    return `${word}${this.modified.unsigned ? ' unsigned' : ''}${comment === undefined ? '' : ` "${comment}"`}`;
  }
}

class ModelClient extends LibsqlClient {
  override columnCompiler(table: unknown, column: unknown): unknown {
    return new ExactColumnCompiler(this, table, column);
  }
}

/** Opens an empty one. */
export function openModel(): Knex {
  const exactTypes = true;
  return knex({
    ...knexSettings({ kind: 'sqlite', path: ':memory:' }),
    client: ModelClient,
    ...{ exactTypes },
  });
}
