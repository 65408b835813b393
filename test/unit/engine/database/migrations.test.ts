/** Migrations of several folders are one history, in which ours come first and names stay what they are. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import knex, { type Knex } from 'knex';
import { knexSettings, migrations } from '../../../../engine/database/open.ts';
import { Migrations } from '../../../../engine/database/scripts/migrations.ts';
import { foreseeUpgrade } from '../../../../service/start/migrate.ts';

const source = 'export async function up() {}\nexport async function down() {}\n';

describe('migrations', () => {
  let folders: string[];
  let database: Knex;
  const known = migrations.folders;
  beforeEach(async () => {
    const make = () => mkdtemp(join(tmpdir(), 'millwright-migrations-'));
    folders = [await make(), await make()];
    database = knex(knexSettings({ kind: 'sqlite', path: ':memory:' }));
  });
  afterEach(async () => {
    migrations.folders = known;
    await database.destroy();
    for (const folder of folders) await rm(folder, { recursive: true });
  });
  const write = (folder: number, name: string, text = source) =>
    writeFile(join(folders[folder] ?? '', name), text);
  const latest = async (): Promise<string[]> => {
    const [, names] = await database.migrate.latest({ migrationSource: new Migrations(folders) });
    return names;
  };
  const history = () => database('knex_migrations').orderBy('id').pluck('name');

  it('run ours first, then those of the project, with any dates', async () => {
    await write(0, '20260201_ours.mjs');
    await write(1, '20260101_theirs.mjs');
    expect(await latest()).to.deep.equal(['20260201_ours.ts', '20260101_theirs.ts']);
    // An upgrade brings one that is older than theirs, and they have written another.
    await write(0, '20260301_ours_too.mjs');
    await write(1, '20260115_theirs_too.mjs');
    expect(await latest()).to.deep.equal(['20260301_ours_too.ts', '20260115_theirs_too.ts']);
    expect(await latest()).to.deep.equal([]);
    expect(await history()).to.deep.equal([
      ...['20260201_ours.ts', '20260101_theirs.ts'],
      ...['20260301_ours_too.ts', '20260115_theirs_too.ts'],
    ]);
  });

  it('are foreseen for tables of the project too, where one of ours is pending before those that made them', async () => {
    const up = (work: string) =>
      source.replace('up() {}', `up(knex) { await knex.schema.alterTable('racks', ${work}); }`);
    await write(0, '20260301_ours_too.mjs');
    await write(1, '20260101_theirs.mjs', up("(t) => t.string('name')").replace('alter', 'create'));
    await write(1, '20260401_theirs_too.mjs', up("(t) => t.renameColumn('name', 'title')"));
    migrations.folders = folders;
    const pending = ['20260301_ours_too.ts', '20260401_theirs_too.ts'];
    const effects = await foreseeUpgrade({ pending, unknown: [] });
    expect(effects?.obstacles).to.deep.equal(['“racks” has no “name” any more']);
  });

  it('have the name of their source, also where they were compiled; types beside them are none', async () => {
    await write(0, '20260201_ours.ts');
    expect(await latest()).to.deep.equal(['20260201_ours.ts']);
    await rm(join(folders[0] ?? '', '20260201_ours.ts'));
    await write(0, '20260201_ours.mjs');
    await write(0, '20260201_ours.d.ts', 'export {};\n');
    expect(await latest()).to.deep.equal([]);
  });

  it('are told apart by their names', async () => {
    await write(0, '1_one.mjs');
    await write(1, '1_one.mjs');
    const refused = await latest().catch((error: Error) => error.message);
    expect(refused).to.match(/^Two migrations have one name: .*1_one\.mjs and .*1_one\.mjs\.$/);
  });

  it('need a way up', async () => {
    await write(0, '1_one.mjs', 'export const values = {};\n');
    expect(await latest().catch((error: Error) => error.message)).to.match(/1_one\.mjs exports no `up`\.$/);
  });
});
