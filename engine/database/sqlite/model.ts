/**
 * A database in memory that migrations are run on to see what they make. It declares each column as a server does: SQLite keeps
 * whatever name a type is given, while it calls every whole number an integer and every long text a text where it is left to itself.
 */
import knex, { type Knex } from 'knex';
import { SqliteColumnCompiler } from '../knex-internals.ts';
import { knexSettings } from '../open.ts';
import { LibsqlClient } from '../sqlite.ts';

/** Words of a migration for whole numbers, with what MariaDB and MySQL call them. */
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
    // By another name than INTEGER it would not be the key of its table, but have an index of its own.
    const word = name === 'id' ? undefined : integerTypes[this.type];
    if (this.type === 'text') return typeof size === 'string' ? size : 'text';
    if (word === undefined) return super.getColumnType();
    // Of what it holds the unit is told in a comment, for which SQLite has no place but in the type.
    const [comment] = this.modified.comment ?? [];
    return `${word}${this.modified.unsigned ? ' unsigned' : ''}${comment === undefined ? '' : ` "${comment}"`}`;
  }
}

class ModelClient extends LibsqlClient {
  override columnCompiler(table: unknown, column: unknown): unknown {
    return new ExactColumnCompiler(this, table, column);
  }
}

/** Opens one, with nothing in it. */
export function openModel(): Knex {
  const exactTypes = true;
  return knex({
    ...knexSettings({ kind: 'sqlite', path: ':memory:' }),
    client: ModelClient,
    ...{ exactTypes },
  });
}
