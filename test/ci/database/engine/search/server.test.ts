/** A server whose full-text index leaves out words as short as the runs of characters in it: searches find all the same. */
import { expect } from 'chai';
import { seedDatabase } from '../../../../../commands/seed/seed-database.ts';
import { migrateDatabase } from '../../../../../engine/database/migrate.ts';
import { type Database, openDatabase } from '../../../../../engine/database/open.ts';
import { sampleOf } from '../../../../../engine/search/search.ts';
import { Client } from '../../../../harness/client.ts';
import { createTestDatabase, testConfig } from '../../../../harness/database.ts';
import { type DatabaseServer, startDatabaseServer } from '../../../../harness/database-server.ts';
import { onlyOn } from '../../../../harness/only-on.ts';
import { type ServiceProcess, startProcess } from '../../../../harness/process.ts';

const firstZone = (knex: Database) => knex('zones').where({ site_id: 2 }).orderBy('id').first('id', 'name');

/** How many zones the index finds by the first three letters of a name. */
async function foundByIndex(knex: Database, name: string): Promise<number> {
  const word = Buffer.from(name.slice(0, 3).toLowerCase()).toString('hex');
  const [rows] = await knex.raw(
    'select id from zones where match(search_grams) against (? in boolean mode)',
    [`+${word}`],
  );
  return rows.length;
}

const onServers = onlyOn('mysql', 'SQLite has no such setting');
onServers.describe('a server that leaves short words out of its indexes', () => {
  let server: DatabaseServer | undefined;
  let service: ServiceProcess | undefined;

  after(async () => {
    await service?.stop();
    await server?.stop();
  });

  it('has every row looked at', async () => {
    server = await startDatabaseServer({ flags: ['--innodb-ft-min-token-size=7'] });
    const root = openDatabase(testConfig(server.url('mysql')));
    await root.raw('create database short');
    await root.destroy();
    const url = server.url('short');
    const config = testConfig(url);
    const knex = openDatabase(config);
    await migrateDatabase(knex);
    await seedDatabase(knex, config);
    const { id, name } = await firstZone(knex);
    expect(await foundByIndex(knex, name), 'rows that the index itself knows').to.equal(0);
    expect((await sampleOf(knex, 'zones')).indexed).to.equal(false);
    await knex.destroy();
    const env = { DATABASE_URL: url, APP_KEY: config.appKeys[0].toString('base64'), LOG_LEVEL: 'error' };
    service = await startProcess({ env });
    const client = new Client(service.url, { origin: 'http://localhost:5173' });
    expect((await client.login('manager@demo.test')).status).to.equal(200);
    const { body } = await client.get(`/zones?search=${encodeURIComponent(name)}&per_page=100`);
    client.close();
    expect(body.data.map((row: { id: number }) => row.id)).to.include(id);
  });

  it('is not that of every other test', async () => {
    const database = await createTestDatabase('demo');
    const { name } = await firstZone(database.knex);
    expect(await foundByIndex(database.knex, name)).to.be.greaterThan(0);
    expect((await sampleOf(database.knex, 'zones')).indexed).to.equal(true);
    await database.drop();
  });
});
