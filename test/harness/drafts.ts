/** Test definitions, with drafted migrations that are run unchanged. */

import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { draftMigration, type MigrationDraft } from '../../commands/drafts/draft.ts';
import { compareWithSchema } from '../../commands/schema/compare.ts';
import type { Column, DatabaseSchema } from '../../engine/database/dialect/tables.ts';
import { migrateDatabase } from '../../engine/database/migrate.ts';
import type { Database } from '../../engine/database/open.ts';
import type { AnyDefinition } from '../../engine/definition/definition.ts';
import { buildRegistry } from '../../engine/features/index.ts';
import { describeColumns, openModel } from '../../engine/features/schema/introspect.ts';
import { loadDefinitions } from '../../engine/model/compile.ts';
import type { Registry } from '../../engine/model/resource.ts';
import { resourcesFolder } from '../../service/project/project.ts';
import { systemPaths } from '../../service/project/registry.ts';
import { keepUntilExit } from './at-exit.ts';

const root = resolve(import.meta.dirname, '../..');

/** The optional exports of a migration. */
interface Migration extends Knex.Migration {
  readonly values?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly renamed?: Readonly<Record<string, string>>;
}

/** Drafts as `npm run migration:new` makes them, each on the result of the previous ones. */
export class Drafts {
  readonly #folder: string;
  /** In memory, as in the command: it has indexes. */
  readonly #model: Database;
  readonly #values = new Map<string, readonly string[]>();
  readonly #renamed = new Map<string, string[]>();
  #count = 0;

  private constructor(folder: string, model: Database) {
    this.#folder = folder;
    this.#model = model;
  }

  static async begin(): Promise<Drafts> {
    // Inside the project, so that imports work; git ignores its name.
    const folder = await mkdtemp(join(root, 'resources-test-'));
    keepUntilExit(folder);
    await mkdir(join(folder, 'migrations'));
    await symlink(join(root, 'migrations/columns'), join(folder, 'migrations/columns'));
    const model = openModel();
    await migrateDatabase(model);
    return new Drafts(folder, model);
  }

  /** The project's resources with these added. @throws DefinitionError for an invalid one */
  async registry(definitions: readonly AnyDefinition[]): Promise<Registry> {
    const own = definitions.map((definition) => ({ file: `resources/${definition.path}.ts`, definition }));
    return buildRegistry([...(await loadDefinitions(resourcesFolder)), ...own], systemPaths);
  }

  /** The draft for what they lack; null if nothing. */
  async draft(definitions: readonly AnyDefinition[]): Promise<MigrationDraft | null> {
    return draftMigration(await this.registry(definitions), await this.#schema());
  }

  /** What the tables lack for them, in sentences. */
  async lacks(definitions: readonly AnyDefinition[]): Promise<string[]> {
    const findings = compareWithSchema(await this.registry(definitions), await this.#schema());
    return findings.map(({ key, problem }) => `${key}: ${problem}`);
  }

  /** Runs the migration of a source on the model. @returns a function that runs it on another database */
  async run(source: string): Promise<(knex: Knex) => Promise<Migration>> {
    this.#count += 1;
    const file = join(this.#folder, `migrations/${this.#count}.ts`);
    await writeFile(file, source);
    const migration: Migration = await import(pathToFileURL(file).href);
    await this.#model.transaction(async (trx) => migration.up(trx));
    for (const [table, columns] of Object.entries(migration.values ?? {})) {
      for (const [column, values] of Object.entries(columns)) this.#values.set(`${table}.${column}`, values);
    }
    for (const [table, name] of Object.entries(migration.renamed ?? {})) {
      this.#renamed.set(table, [...(this.#renamed.get(table) ?? []), name]);
    }
    return async (knex) => {
      await knex.transaction(async (trx) => migration.up(trx));
      return migration;
    };
  }

  async #schema(): Promise<DatabaseSchema> {
    const schema = await describeColumns(this.#model);
    return new Map(
      [...schema].map(([name, table]) => {
        const columns = [...table.columns].map(([column, facts]): [string, Column] => {
          const values = this.#values.get(`${name}.${column}`);
          return [column, values ? { ...facts, values } : facts];
        });
        const formerly = this.#renamed.get(name);
        return [name, { ...table, columns: new Map(columns), ...(formerly && { formerly }) }];
      }),
    );
  }

  async end(): Promise<void> {
    await this.#model.destroy();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
