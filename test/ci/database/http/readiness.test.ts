/** Who cannot write is not ready: a disk that is full, a database that can only be read. */
import { expect } from 'chai';
import { createWriteProbe } from '../../../../engine/database/probe.ts';
import type { Client } from '../../../harness/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { onlyOn, skipNow } from '../../../harness/only-on.ts';
import { startProcess } from '../../../harness/process.ts';
import { type Service, startService } from '../../../harness/service.ts';
import { mountSmallDisk, noSmallDisk } from '../../../harness/small-disk.ts';
import { until } from '../../../harness/until.ts';

/** Asks until the answer has this status: what was found before holds for a few seconds. */
async function untilStatus(client: Client, status: number): Promise<string> {
  let reply = await client.get('/health/ready');
  await until(
    `/health/ready answers ${status}`,
    async () => {
      if (reply.status === status) return true;
      expect(reply.status).to.be.oneOf([200, 503]);
      reply = await client.get('/health/ready');
      return reply.status === status;
    },
    { everyMs: 100 },
  );
  return reply.body.status;
}

describe('readiness', () => {
  let database: TestDatabase;
  let service: Service | undefined;
  afterEach(async () => {
    await service?.stop();
    service = undefined;
    await database?.drop();
  });

  const embedded = onlyOn('sqlite', 'a server has its disk to itself');
  embedded.it('ends where the database can only be read, and comes back', async () => {
    database = await createTestDatabase('empty');
    service = await startService({ database });
    const client = service.client();
    expect(await untilStatus(client, 200)).to.equal('ready');
    await database.knex.raw('PRAGMA query_only=ON');
    expect(await untilStatus(client, 503)).to.equal('nothing can be written');
    await database.knex.raw('PRAGMA query_only=OFF');
    expect(await untilStatus(client, 200)).to.equal('ready');
  });

  embedded.it(
    'ends on a full disk, where writes are refused and none is half done, and comes back',
    async function () {
      const disk = mountSmallDisk(48 * 2 ** 20);
      if (disk === null) return skipNow(this, noSmallDisk);
      const env = { DATABASE_URL: `sqlite:${disk.folder}/a.db`, SEED_DEMO: 'true', LOG_LEVEL: 'error' };
      const node = await startProcess({ env });
      try {
        const client = node.client();
        await client.login('manager@demo.test');
        expect(await untilStatus(client, 200)).to.equal('ready');
        disk.fill();
        expect(await untilStatus(client, 503)).to.equal('nothing can be written');
        let [answered, refused] = [0, 0];
        // The log has room of its own for some more.
        for (let serial = 0; serial < 2000 && refused === 0; serial += 1) {
          const reply = await client.post('/zones', { name: `Full ${serial}` });
          expect(reply.status).to.be.oneOf([201, 503]);
          if (reply.status === 201) answered += 1;
          else refused += 1;
        }
        expect(refused).to.equal(1);
        expect((await client.get('/health/ready')).status).to.equal(503);
        disk.empty();
        expect(await untilStatus(client, 200)).to.equal('ready');
        expect((await client.post('/zones', { name: 'Emptied' })).status).to.equal(201);
        expect((await client.get('/zones?search=full&per_page=1')).body.meta.total).to.equal(answered);
      } finally {
        await node.kill();
        disk.remove();
      }
    },
  );

  const onServers = onlyOn('mysql', 'the embedded database is never read-only by itself');
  onServers.it('ends on a server that is read_only, where writes are 503, and comes back', async () => {
    database = await createTestDatabase('demo');
    const { knex } = database;
    const url = new URL(database.url);
    const user = `reader_${url.pathname.slice(-8)}`;
    await knex.raw(`create user ${user}@'127.0.0.1' identified by 'secret'`);
    await knex.raw(`grant all on ${url.pathname.slice(1)}.* to ${user}@'127.0.0.1'`);
    [url.username, url.password] = [user, 'secret'];
    const node = await startProcess({ env: { DATABASE_URL: url.href, LOG_LEVEL: 'error' } });
    try {
      const client = node.client();
      await client.login('manager@demo.test');
      expect(await untilStatus(client, 200)).to.equal('ready');
      await knex.raw('set global read_only = 1');
      expect(await untilStatus(client, 503)).to.equal('nothing can be written');
      expect((await client.post('/zones', { name: 'Refused' })).status).to.equal(503);
      await knex.raw('set global read_only = 0');
      expect(await untilStatus(client, 200)).to.equal('ready');
      expect((await client.post('/zones', { name: 'Taken' })).status).to.equal(201);
    } finally {
      await knex.raw('set global read_only = 0');
      await node.kill();
      await knex.raw(`drop user ${user}@'127.0.0.1'`);
    }
  });

  it('writes once in a while, however often it is asked', async () => {
    database = await createTestDatabase('empty');
    let writes = 0;
    database.knex.on('query', ({ sql }) => {
      if (/^(?:insert|update)/.test(sql)) writes += 1;
    });
    const probe = createWriteProbe(database.knex, database.config.database, 3_600_000);
    await Promise.all(Array.from({ length: 20 }, probe));
    for (let time = 0; time < 20; time += 1) await probe();
    // The first one of all makes the row.
    expect(writes).to.equal(2);
    const [{ written_at }] = await database.knex('write_probes');
    await createWriteProbe(database.knex, database.config.database)();
    const rows = await database.knex('write_probes');
    expect(rows).to.have.lengthOf(1);
    expect(rows[0].written_at > written_at).to.equal(true);
  });
});
