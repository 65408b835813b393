/** `GET /changes`: a text for each list that is another one after each commit that the list could show. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { compactWaiting } from '../../../../engine/counters/compact.ts';
import { changesName } from '../../../../engine/counters/counter.ts';
import { countersOf, countMissing, forgetCounters } from '../../../../engine/counters/setup.ts';
import { shownTables } from '../../../../engine/counters/shown-tables.ts';
import { createRegistry } from '../../../../service/project/registry.ts';
import type { Client } from '../../../harness/client.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import { serveDemo } from '../../../harness/service.ts';

const onServers = onlyOn('mysql', 'SQLite has one writer at a time');

type Stamps = Readonly<Record<string, string>>;

async function stampsOf(client: Client): Promise<Stamps> {
  const { status, body, text } = await client.get('/changes');
  expect(status, text).to.equal(200);
  return body.data.resources;
}

/** The lists whose text is another one than before. */
const changed = (before: Stamps, after: Stamps): string[] =>
  Object.keys(after).filter((path) => after[path] !== before[path]);

describe('what has changed', () => {
  const { service, admin, manager, viewer } = serveDemo(['admin', 'manager', 'viewer']);

  it('is told of the lists that a person may read, with an entity tag', async () => {
    const first = await manager.get('/changes');
    expect(first.body.data.unread).to.be.a('number');
    expect(first.headers['cache-control']).to.equal('private, no-cache');
    const etag = String(first.headers.etag);
    const again = await manager.get('/changes', { 'If-None-Match': etag });
    expect([again.status, again.text]).to.deep.equal([304, '']);
    const listed = async (client: Client) => {
      const { data } = (await client.get('/resources')).body;
      return data
        .filter(({ operations }: { operations: string[] }) => operations.includes('list'))
        .map(({ path }: { path: string }) => path)
        .sort();
    };
    for (const client of [admin, manager, viewer]) {
      expect(Object.keys(await stampsOf(client)).sort()).to.deep.equal(await listed(client));
    }
    expect((await manager.get('/changes?page=1')).status).to.equal(422);
    expect((await service.client().get('/changes')).status).to.equal(401);
  });

  it('is another text for each list that shows something of a table, after each statement on it', async () => {
    const { knex } = service.database;
    const registry = await createRegistry();
    const shown = shownTables(registry);
    const all = new Set([...shown.values()].flatMap((tables) => [...tables]));
    expect(all.size).to.be.above(20);
    for (const table of all) {
      const before = await stampsOf(admin);
      const column = Object.keys(await knex(table).columnInfo())[0] ?? '';
      // Past the service: nothing of it is in the journal.
      const rows = await knex(table).update({ [column]: knex.ref(column) });
      // Further tables decide which sites and rows a user reaches.
      const reached = table.startsWith('membership') || table === 'role_permissions' || table === 'sites';
      const wanted = [...shown].flatMap(([path, tables]) =>
        tables.has(table) || (reached && path === 'notifications') ? [path] : [],
      );
      const seen = changed(before, await stampsOf(admin)).sort();
      expect(seen, `${table} (${rows} rows)`).to.deep.equal(rows === 0 ? [] : wanted.sort());
    }
  });

  it('follows what a list shows of other rows, and of nothing else', async () => {
    const { knex } = service.database;
    const before = await stampsOf(manager);
    const [zone] = await knex('zones').where({ site_id: 2 }).pluck('id');
    await knex('zones').where({ id: zone }).update({ name: 'Renamed' });
    const seen = changed(before, await stampsOf(manager));
    // The zone of a material stands beside an incident.
    expect(seen).to.include.members(['zones', 'materials', 'incidents']);
    expect(seen).not.to.include('closures');
    expect(await stampsOf(manager)).to.deep.equal(await stampsOf(manager));
  });

  it('stays after a write that is undone, and comes with a commit', async () => {
    const { knex } = service.database;
    const before = await stampsOf(manager);
    const end = new Error('undone');
    const undone = knex.transaction(async (trx) => {
      await trx('items').update({ unit: 'box' });
      throw end;
    });
    expect(await undone.catch((error: unknown) => error)).to.equal(end);
    expect(await stampsOf(manager)).to.deep.equal(before);
    const item = (await manager.get('/items?per_page=1')).body.data[0].id;
    expect((await manager.patch(`/items/${item}`, { unit: 'box' }, { Prefer: 'dry-run' })).status).to.equal(
      200,
    );
    expect(await stampsOf(manager)).to.deep.equal(before);
    expect((await manager.patch(`/items/${item}`, { unit: 'box' })).status).to.equal(200);
    expect(changed(before, await stampsOf(manager))).to.include.members(['items', 'activities']);
  });

  const open: Knex.Transaction[] = [];
  afterEach(() => Promise.all(open.splice(0).map((one) => one.isCompleted() || one.rollback())));

  onServers.it('is never what it was, in whatever order transactions end, folded or not', async () => {
    const { knex } = service.database;
    const models = countersOf(await createRegistry());
    const model = models.find(({ table }) => table === 'items');
    if (!model) throw new Error('Items are not counted.');
    const list = changesName(model);
    const seen = new Set<string>();
    const expectNew = async () => {
      const { items = '' } = await stampsOf(manager);
      expect([...seen], 'texts before').not.to.include(items);
      seen.add(items);
    };
    const ids: number[] = await knex('items').limit(3).pluck('id');
    const write = (db: Knex, at: number) =>
      db('items')
        .where({ id: ids[at] })
        .update({ unit: `u${seen.size}` });
    await expectNew();
    for (let round = 0; round < 3; round += 1) {
      const first = await knex.transaction();
      open.push(first);
      await write(first, 0);
      await knex.transaction((second) => write(second, 1));
      await expectNew();
      // What is folded meanwhile is not what is under way.
      for (let more = 0; more < 70; more += 1) await write(knex, 2);
      await expectNew();
      const folded = await stampsOf(manager);
      await compactWaiting(knex, models);
      expect(await stampsOf(manager)).to.deep.equal(folded);
      if (round === 1) {
        // By its key: a scan would wait for the entry of the first.
        const mark = await knex('tallies').where({ list, mark: 1 }).first('id');
        await knex('tallies')
          .where({ id: mark.id })
          .update({ n: -(10 ** 9) });
      }
      await first.commit();
      await expectNew();
    }
  });

  it('takes one statement of a few entries', async () => {
    const { knex } = service.database;
    await compactWaiting(knex, countersOf(await createRegistry()));
    const asked: string[] = [];
    const listen = ({ sql }: { sql: string }) => void asked.push(sql);
    knex.on('query', listen);
    await stampsOf(manager).finally(() => knex.off('query', listen));
    expect(asked.filter((sql) => !sql.includes('from sessions'))).to.have.lengthOf(1);
  });

  it('is always another text where changes are not counted', async () => {
    const { knex } = service.database;
    const models = countersOf(await createRegistry());
    const items = models.find(({ table }) => table === 'items');
    if (!items) throw new Error('Items are not counted.');
    await forgetCounters(knex, items);
    const before = await stampsOf(manager);
    const seen = changed(before, await stampsOf(manager));
    expect(seen).to.include('items').and.not.to.include('cleanings');
    expect([...(await countMissing(knex, models)).keys()]).to.deep.equal([]);
    const anew = await stampsOf(manager);
    expect(anew).to.deep.equal(await stampsOf(manager));
  });
});
