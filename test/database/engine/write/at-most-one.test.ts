/** A mark that one row of each site has, declared in a definition of the test's own. The headquarters is the other kind. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyWith } from '../../../../migrations/columns/index.ts';
import type { Client } from '../../../harness/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { type Service, startService } from '../../../harness/service.ts';

const declared = `  atMostOne: [
    { field: 'is_main', slot: 'main_slot', taken: say('The main zone is “{name}”.'), takenUnseen: say('There is one.') },
  ],
`;

describe('a main zone of each site', () => {
  let folder: string;
  let database: TestDatabase;
  let service: Service;
  let manager: Client;
  before(async () => {
    folder = await copyDefinitions();
    const file = join(folder, 'zones.ts');
    const source = await readFile(file, 'utf8');
    const marked = source.replace(/^ {2}fields: \{$/m, '  fields: {\n    is_main: Bool({ default: false }),');
    await writeFile(file, marked.replace(/^ {2}filters: /m, `${declared}  filters: `));
    database = await createTestDatabase('demo');
    await database.knex.schema.alterTable('zones', (t) => {
      t.boolean('is_main').notNullable().defaultTo(0);
      t.tinyint('main_slot').nullable();
      copyWith(t, 'site_id', 'int unsigned', ['main_slot']);
      t.unique(['main_slot', 'site_id_with_main_slot']);
    });
    service = await startService({ database, resources: folder });
    manager = await service.signedIn('manager@demo.test');
  });
  after(async () => {
    await service?.stop();
    await database?.drop();
    await rm(folder, { recursive: true });
  });

  const create = (name: string) => manager.post('/zones', { name, is_main: true });
  const marks = async () => {
    const rows = await database.knex('zones').whereNotNull('main_slot').orderBy('id').select();
    return rows.map(({ name, site_id, is_main }) => [name, site_id, is_main]);
  };

  it('is one of its site, and says which', async () => {
    expect((await create('North')).status).to.equal(201);
    const second = await create('Second');
    expect([second.status, second.body]).to.deep.equal([
      409,
      { message: 'The main zone is “North”.', code: 'conflict' },
    ]);
    await manager.patch('/user/site', { site_id: 3 });
    expect((await create('South')).status).to.equal(201);
    await manager.patch('/user/site', { site_id: 2 });
    expect(await marks()).to.deep.equal([
      ['North', 2, 1],
      ['South', 3, 1],
    ]);
  });

  it('gives its place to another where nothing holds it, changed or deleted', async () => {
    const [main] = (await manager.get('/zones?search=North')).body.data;
    const other = (await manager.post('/zones', { name: 'Other' })).body.data;
    expect(other.is_main).to.equal(false);
    expect((await manager.patch(`/zones/${other.id}`, { is_main: true })).status).to.equal(409);
    expect((await manager.patch(`/zones/${main.id}`, { is_main: false })).status).to.equal(200);
    expect((await manager.patch(`/zones/${other.id}`, { is_main: true })).status).to.equal(200);
    expect((await manager.patch(`/zones/${other.id}`, { is_main: true, name: 'Another' })).status).to.equal(
      200,
    );
    expect((await manager.delete(`/zones/${other.id}`)).status).to.equal(204);
    expect(await marks()).to.deep.equal([['South', 3, 1]]);
  });

  it('is one also where several claim the place at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const names = [1, 2, 3, 4].map((one) => `Claim ${round}.${one}`);
      const replies = await Promise.all(names.map(create));
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409, 409]);
      const made = replies.find(({ status }) => status === 201)?.body.data;
      for (const { status, body } of replies) {
        if (status === 409) expect(body.message).to.equal(`The main zone is “${made.name}”.`);
      }
      expect((await manager.delete(`/zones/${made.id}`)).status).to.equal(204);
    }
  });
});
