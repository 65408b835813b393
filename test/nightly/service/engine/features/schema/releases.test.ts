/** What a database of each released version looked like is brought up to date: the same schema as a new one, every row as it was. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import type { Knex } from 'knex';
import { examine } from '../../../../../../commands/doctor/examine.ts';
import { countersOf, countMissing } from '../../../../../../engine/counters/setup.ts';
import { checkSchema, migrateDatabase } from '../../../../../../engine/database/migrate.ts';
import { createRegistry } from '../../../../../../service/project/registry.ts';
import {
  createTestDatabase,
  databaseKind,
  type TestDatabase,
  testAppKey,
} from '../../../../../harness/database.ts';
import { makeOfRun } from '../../../../../harness/database-server.ts';
import { schemaText } from '../../../../../harness/mortal-database.ts';
import { loadDump, storedColumns, tablesOf } from '../../../../../harness/release-dump.ts';
import { startService } from '../../../../../harness/service.ts';

const folder = resolve(import.meta.dirname, '../../../../../fixtures/releases');
const dump = `${databaseKind === 'sqlite' ? databaseKind : makeOfRun}.sql`;
/** Of the migrator, and what triggers keep. */
const kept = new Set(['knex_migrations', 'knex_migrations_lock', 'tallies']);

type Content = Map<string, Record<string, unknown>[]>;

async function contentOf(
  knex: Knex,
  columnsOf: (table: string) => Promise<readonly string[]>,
): Promise<Content> {
  const content: Content = new Map();
  for (const table of await tablesOf(knex)) {
    const columns = await columnsOf(table);
    if (kept.has(table) || columns.length === 0) continue;
    const rows = await knex(table).select([...columns]);
    content.set(
      table,
      rows.map((row) => ({ ...row })).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    );
  }
  return content;
}

for (const version of readdirSync(folder)) {
  describe(`a database of version ${version}`, () => {
    let database: TestDatabase;
    let fresh: TestDatabase;
    let rows: Content;
    let columns: Map<string, string[]>;
    before(async () => {
      database = await createTestDatabase('blank');
      fresh = await createTestDatabase('empty');
      await loadDump(database.knex, readFileSync(join(folder, version, dump), 'utf8'));
      const tables = await tablesOf(database.knex);
      const own = await Promise.all(
        tables.map(async (table) => [table, await storedColumns(database.knex, table)] as const),
      );
      columns = new Map(own);
      rows = await contentOf(database.knex, (table) => storedColumns(database.knex, table));
    });
    after(async () => {
      await database?.drop();
      await fresh?.drop();
    });

    it('has rows in every table', () => {
      const empty = [...rows].filter(([, some]) => some.length === 0).map(([table]) => table);
      expect(rows.size).to.be.above(30);
      expect(empty).to.deep.equal([]);
    });

    it('is migrated to the schema that a new one has', async () => {
      expect((await checkSchema(database.knex)).unknown).to.deep.equal([]);
      await migrateDatabase(database.knex);
      const refused = await countMissing(database.knex, countersOf(await createRegistry()));
      expect([...refused]).to.deep.equal([]);
      expect(await schemaText(database.knex)).to.deep.equal(await schemaText(fresh.knex));
    });

    it('has every row as it was, in the columns that it had', async () => {
      const now = await contentOf(database.knex, async (table) => {
        const there = await storedColumns(database.knex, table);
        return (columns.get(table) ?? []).filter((column) => there.includes(column));
      });
      expect(Object.fromEntries([...now].filter(([table]) => rows.has(table)))).to.deep.equal(
        Object.fromEntries(rows),
      );
    });

    it('is served, and nothing is wrong with it', async () => {
      const service = await startService({ database });
      const client = await service.signedIn('admin@demo.test');
      for (const { path, operations } of (await createRegistry()).values()) {
        if (!operations.includes('list')) continue;
        const { status, text } = await client.get(`/${path}`);
        expect(status, `${path}: ${text}`).to.equal(200);
      }
      await service.stop();
      const checks = await examine({
        environment: { DATABASE_URL: database.url, APP_KEY: testAppKey, PORT: '1' },
        settingsFile: '/no such folder/.env',
        loadRegistry: createRegistry,
      });
      const faults = checks.filter(({ state, what }) => state === 'fault' && what !== 'disk');
      expect(faults).to.deep.equal([]);
    });
  });
}
