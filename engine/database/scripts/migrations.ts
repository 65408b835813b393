/** The migrations of several folders, as one history: folder by folder, sorted by name within each. */
import path from 'node:path';
import type { Knex } from 'knex';
import { importModule, listModules, sourceName } from './modules.ts';

/** The names of migrations in a database are the same for a source and its compiled file: `…_tools.ts`. */
interface MigrationFile {
  readonly name: string;
  readonly path: string;
}

/** Migrations of folders. Those of a later folder follow all of the earlier ones, independent of the dates in their names. */
export class Migrations implements Knex.MigrationSource<MigrationFile> {
  /**
   * @param folders absolute paths
   * @param leftOut names of those that they leave out
   */
  constructor(
    public folders: readonly string[],
    private readonly leftOut: readonly string[] = [],
  ) {}

  /** All but some: those of a project may have run before one of ours. */
  without(names: readonly string[]): Migrations {
    return new Migrations(this.folders, names);
  }

  /** @throws Error if two files have the same name: the database identifies migrations by name */
  async getMigrations(): Promise<MigrationFile[]> {
    const files: MigrationFile[] = [];
    for (const folder of this.folders) {
      for (const file of await listModules(folder)) {
        const found = { name: sourceName(file), path: path.join(folder, file) };
        const same = files.find(({ name }) => name === found.name);
        if (same) throw new Error(`Two migrations have one name: ${same.path} and ${found.path}.`);
        files.push(found);
      }
    }
    return files.filter(({ name }) => !this.leftOut.includes(name));
  }

  getMigrationName({ name }: MigrationFile): string {
    return name;
  }

  async getMigration(file: MigrationFile): Promise<Knex.Migration> {
    const migration = await importModule(file.path);
    if (!isMigration(migration)) throw new Error(`${file.path} exports no \`up\`.`);
    return migration;
  }

  /** Their names, in the order in which they run. */
  async names(): Promise<string[]> {
    return (await this.getMigrations()).map(({ name }) => name);
  }
}

function isMigration(exported: { readonly up?: unknown }): exported is Knex.Migration {
  return typeof exported.up === 'function';
}
