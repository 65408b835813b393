/**
 * A writer whose row, or whose whole SQLite file, is locked by another one: it fails after a while, with nothing half-written.
 */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { faultOf } from '../../../../../engine/database/fault.ts';
import { type Database, openDatabase } from '../../../../../engine/database/open.ts';
import type { Client, Reply } from '../../../../harness/client.ts';
import { databaseKind } from '../../../../harness/database.ts';
import { onlyOn } from '../../../../harness/only-on.ts';
import { type Service, startService } from '../../../../harness/service.ts';

const lockWait = 'ER_LOCK_WAIT_TIMEOUT';

describe('waits for locks', () => {
  // A wait is 3 seconds on MariaDB and 5 on SQLite, and some are waited for to their end here.
  let service: Service;
  let manager: Client;
  let other: Database;
  let errors: string[];
  let unique = 0;

  before(async () => {
    service = await startService({ seed: 'demo' });
    manager = await service.signedIn('manager@demo.test');
    other = openDatabase(service.database.config);
    service.database.knex.on('query-error', (error: Error & { code?: string }) =>
      errors.push(error.code ?? error.message),
    );
  });
  beforeEach(() => {
    errors = [];
  });
  after(async () => {
    await other?.destroy();
    await service?.stop();
  });

  const newZone = async (): Promise<number> => {
    unique += 1;
    return (await manager.post('/zones', { name: `Waited for ${unique}` })).body.data.id;
  };
  /** A batch that writes a new zone and a first one before it comes to the last one. */
  const write = (first: number, last: number): Promise<Reply> =>
    manager.post(
      '/batch',
      {
        operations: [
          { method: 'POST', path: '/zones', body: { name: `New beside ${first}` } },
          { method: 'PATCH', path: `/zones/${first}`, body: { description: 'written' } },
          { method: 'PATCH', path: `/zones/${last}`, body: { description: 'written' } },
        ],
      },
      { 'Idempotency-Key': `waits for ${last}` },
    );
  /** What there is to be seen of that batch, in rows and in the journal. */
  const written = async (first: number, last: number) => {
    const { knex } = service.database;
    const zones = await knex('zones').whereIn('id', [first, last]).orderBy('id');
    const journal = await knex('activities')
      .where({ resource: 'zone', action: 'update' })
      .whereIn('record_id', [first, last]);
    return {
      descriptions: zones.map(({ description }) => description),
      versions: zones.map(({ version }) => Number(version)),
      made: (await knex('zones').where({ name: `New beside ${first}` })).length,
      journaled: journal.length,
    };
  };
  const nothing = { descriptions: [null, null], versions: [1, 1], made: 0, journaled: 0 };
  const everything = { descriptions: ['written', 'written'], versions: [2, 2], made: 1, journaled: 2 };

  /** The transaction of another one, which holds the row; on SQLite every row. */
  const lock = async (id: number): Promise<Knex.Transaction> => {
    const holder = await other.transaction();
    await holder('zones').where({ id }).increment('version', 0);
    return holder;
  };

  it('end in a 503 that says when to come again, and the same request then succeeds', async () => {
    const [first, last] = [await newZone(), await newZone()];
    const holder = await lock(last);
    const reply = await write(first, last);
    expect([reply.status, reply.body.code], reply.text).to.deep.equal([503, 'unavailable']);
    expect(Number(reply.headers['retry-after'])).to.be.greaterThan(0);
    expect(errors).to.deep.equal(databaseKind === 'mysql' ? [lockWait, lockWait] : ['SQLITE_BUSY']);
    expect(await written(first, last)).to.deep.equal(nothing);
    await holder.rollback();
    expect(await written(first, last)).to.deep.equal(nothing);
    expect((await write(first, last)).status).to.equal(200);
    expect(await written(first, last)).to.deep.equal(everything);
  });

  // SQLite waits once and longer, so that there is no second time.
  const onServers = onlyOn('mysql', 'SQLite waits once and longer');
  onServers.it('are waited for once more, where the first wait was in vain', async () => {
    const [first, last] = [await newZone(), await newZone()];
    const holder = await lock(last);
    const released = new Promise<unknown>((resolve, reject) => {
      service.database.knex.once('query-error', () => void holder.rollback().then(resolve, reject));
    });
    const reply = await write(first, last);
    await released;
    expect(reply.status, reply.text).to.equal(200);
    expect(errors).to.deep.equal([lockWait]);
    expect(await written(first, last)).to.deep.equal(everything);
  });

  onServers.it('of a key that runs elsewhere end with its answer, or with a 503', async () => {
    const key = 'runs elsewhere';
    const elsewhere = async (): Promise<Knex.Transaction> => {
      const holder = await other.transaction();
      const [person] = await holder('users').where({ email: 'manager@demo.test' }).select('id');
      const asked = { user_id: person.id, key, method: 'POST', path: '/', body_hash: '' };
      await holder('idempotency_keys').insert({ ...asked, created_at: '2099-01-01 00:00:00.000' });
      return holder;
    };
    const send = () => {
      unique += 1;
      return manager.post('/zones', { name: `With a key ${unique}` }, { 'Idempotency-Key': key });
    };
    const stuck = await elsewhere();
    const refused = await send();
    expect([refused.status, refused.body.code]).to.deep.equal([503, 'unavailable']);
    expect(Number(refused.headers['retry-after'])).to.be.greaterThan(0);
    const released = new Promise<unknown>((resolve, reject) => {
      service.database.knex.once('query-error', () => void stuck.rollback().then(resolve, reject));
    });
    expect((await send()).status, 'as soon as it is known that the first one failed').to.equal(201);
    await released;
  });

  describe('of the service itself, outside the writes of requests', () => {
    // For these the wait need not be long.
    const wait = (lockPatienceMs: number | undefined) =>
      void Object.assign(service.database.knex.client.config, { lockPatienceMs });
    before(() => wait(20));
    after(() => wait(undefined));

    type Writes = Record<string, (db: Knex, id: number) => PromiseLike<unknown>>;
    const writes: Writes = {
      'an update': (db, id) => db('zones').where({ id }).update({ description: 'waited' }),
      'a delete': (db, id) => db('zones').where({ id }).delete(),
      'a transaction': (db, id) =>
        db.transaction((trx) => trx('zones').where({ id }).update({ description: 'waited' })),
    };
    const ofOthers: Writes = {
      'an insert': (db) => db('knex_migrations').insert({ name: 'waited', batch: 0 }),
      'an insert that gives its row': (db) =>
        db('knex_migrations').insert({ name: 'waited', batch: 0 }).returning('id'),
      'a new table': (db) => db.raw('CREATE TABLE waited (id integer)'),
    };
    const embedded = onlyOn('sqlite', 'these do not meet the lock of a row that is none of theirs');
    for (const [name, write] of Object.entries({ ...writes, ...ofOthers })) {
      const told = name in ofOthers ? embedded : { it };
      told.it(`refuse ${name}, write nothing of it later, and stand in nobody's way`, async () => {
        const { knex } = service.database;
        const id = await newZone();
        const holder = await lock(id);
        const error = await Promise.resolve(write(knex, id)).catch((reason: unknown) => reason);
        expect(faultOf(error)).to.deep.equal({ kind: 'contention' });
        await holder.rollback();
        // A transaction comes first, which could not be committed while another statement is in progress.
        await knex.transaction((trx) =>
          trx('zones')
            .where({ id })
            .update({ name: `Free again ${id}` }),
        );
        const [row] = await other('zones').where({ id });
        expect(row).to.include({ name: `Free again ${id}`, description: null });
        expect(await other('knex_migrations').where({ name: 'waited' })).to.deep.equal([]);
        expect(await other.schema.hasTable('waited')).to.equal(false);
        // Nor is what others write in between out of its sight.
        await other('zones').where({ id }).update({ description: 'by another' });
        const reply = await manager.patch(`/zones/${id}`, { name: `Changed ${id}` });
        expect([reply.status, reply.body.data?.description], reply.text).to.deep.equal([200, 'by another']);
      });
    }
  });
});

const embedded = onlyOn('sqlite', 'its driver gives way by itself: it waits for the server');

describe('a long run of queries', () => {
  embedded.it('lets others have their turn between two of them', async () => {
    const service = await startService();
    try {
      await service.database.knex.transaction(async (transaction) => {
        const began = performance.now();
        while (performance.now() - began < 20) Math.sqrt(began);
        let others = 0;
        setImmediate(() => (others += 1));
        await transaction.raw('select 1');
        expect(others).to.equal(1);
      });
    } finally {
      await service.stop();
    }
  });
});
