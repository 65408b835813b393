/** Where seeds come from: the folders one after the other, each in the order of its names. */
import path from 'node:path';
import type { Knex } from 'knex';
import { importModule, listModules } from './modules.ts';

export class Seeds implements Knex.SeedSource<string> {
  /** @param folders absolute paths */
  constructor(public folders: readonly string[]) {}

  async getSeeds(): Promise<string[]> {
    const listed = this.folders.map(async (folder) =>
      (await listModules(folder)).map((file) => path.join(folder, file)),
    );
    return (await Promise.all(listed)).flat();
  }

  async getSeed(file: string): Promise<Knex.Seed> {
    const seed = await importModule(file);
    if (!isSeed(seed)) throw new Error(`${file} exports no \`seed\`.`);
    return seed;
  }
}

function isSeed(exported: { readonly seed?: unknown }): exported is { seed: Knex.Seed['seed'] } {
  return typeof exported.seed === 'function';
}
