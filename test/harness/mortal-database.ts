/** Databases whose process dies between its statements, and their schema afterwards. */
import knex, { type Knex } from 'knex';
import { type Database, knexSettings } from '../../engine/database/open.ts';
import type { Config } from '../../service/config/config.ts';
import { databaseKind } from './database.ts';

/** Statements that change something: others leave no trace. */
const changing = /^\s*(?:create|alter|drop|rename|insert|update|delete)\b/i;

/** Statements of transactions are plain texts. */
type Job = string | { readonly sql: string; readonly bindings?: readonly unknown[] };

/**
 * A database like that of `openDatabase`, with a listener for each statement that changes something.
 * @param send runs a statement; an error ends the query. If it is not called, nothing is sent.
 */
export function watchStatements(
  { database }: Pick<Config, 'database'>,
  seen: (statement: string, send: () => Promise<unknown>, connection: unknown) => Promise<unknown>,
): Database {
  const settings = knexSettings(database);
  if (typeof settings.client !== 'function') throw new Error('The client is a class in every setting.');
  class Watched extends settings.client {
    override query(connection: unknown, job: Job): Promise<unknown> {
      const send = (): Promise<unknown> => super.query(connection, job);
      if (typeof job === 'string' || !changing.test(job.sql)) return send();
      const values = (job.bindings ?? []).filter((value) => !(value instanceof Date));
      return seen(`${job.sql} ${JSON.stringify(values)}`, send, connection);
    }
  }
  return knex({ ...settings, client: Watched });
}

class Killed extends Error {
  override readonly name = 'Killed';
}

/**
 * Runs some work on MariaDB repeatedly. Each run loses its connection right after the first statement that no earlier run has
 * reached, so that each statement is the last one once; the last run succeeds.
 * @returns the number of aborted runs
 */
export async function cutOffEverywhere(
  config: Pick<Config, 'database'>,
  work: (database: Database) => Promise<unknown>,
): Promise<number> {
  const known = new Set<string>();
  for (let cut = 0; cut < 4000; cut += 1) {
    const before = known.size;
    const database = watchStatements(config, async (statement, send, connection) => {
      if (known.size > before) throw new Killed();
      const answer = await send();
      if (known.has(statement)) return answer;
      known.add(statement);
      destroy(connection);
      throw new Killed();
    });
    try {
      await work(database);
      return cut;
    } catch (error) {
      if (known.size === before) throw error;
    } finally {
      await database.destroy();
    }
  }
  throw new Error('The work never comes to an end.');
}

function destroy(connection: unknown): void {
  const mortal = typeof connection === 'object' && connection !== null && 'destroy' in connection;
  if (!mortal || typeof connection.destroy !== 'function') throw new Error('This is no connection.');
  connection.destroy();
}

/** The complete schema of a database, by name: tables with indexes and foreign keys, and triggers. */
export async function schemaText(database: Knex): Promise<Record<string, string>> {
  if (databaseKind === 'sqlite') {
    const rows: { name: string; sql: string | null }[] = await database('sqlite_master').select(
      'name',
      'sql',
    );
    return Object.fromEntries(rows.map(({ name, sql }) => [name, sql ?? '']));
  }
  const text: Record<string, string> = {};
  const [tables] = await database.raw(
    'select table_name as name from information_schema.tables where table_schema = database()',
  );
  for (const { name } of tables) {
    const [[made]] = await database.raw('show create table ??', [name]);
    text[name] = String(made['Create Table']).replace(/ AUTO_INCREMENT=\d+/, '');
  }
  const [triggers] = await database.raw(
    'select trigger_name as name from information_schema.triggers where trigger_schema = database()',
  );
  for (const { name } of triggers) {
    const [[made]] = await database.raw('show create trigger ??', [name]);
    text[name] = String(made['SQL Original Statement']);
  }
  return text;
}
