/** Events and facts: noted in the transaction of the write, handed on once, by whichever node comes first. */
import { expect } from 'chai';
import type { Listener, OutboxEvent } from '../../../../../engine/features/outbox/feature.ts';
import { createHandOn } from '../../../../../engine/features/outbox/hand-on.ts';
import { createMoments } from '../../../../../engine/features/outbox/moments.ts';
import { createRegistry } from '../../../../../service/project/registry.ts';
import { serveDemo } from '../../../../harness/service.ts';

describe('what waits to be handed on', () => {
  const { service, manager } = serveDemo(['manager']);
  const signal = new AbortController().signal;
  let heard: OutboxEvent[] = [];
  const roused: string[] = [];

  const node = (listen: Listener) =>
    createHandOn({
      ...{ db: service.database.knex, journalTable: 'activities', listeners: [listen] },
      handedOn: (work) => void roused.push(work),
    });
  const listen: Listener = async (_trx, events) => void heard.push(...events);
  const handOn = async (): Promise<OutboxEvent[]> => {
    heard = [];
    await node(listen).run(signal);
    return heard;
  };
  /** What people are told of moments that have passed by now, as a database does that has served for a while. */
  const look = async () => {
    const registry = await createRegistry();
    const db = service.database.knex;
    return createMoments({ db, registry, journalTable: 'activities', found: () => {} }).run(signal);
  };
  const pending = async () =>
    Number((await service.database.knex('activities').where({ pending: 1 }).count({ n: '*' }))[0]?.n);
  const materialId = async () => (await manager.get('/materials?per_page=1')).body.data[0].id;
  const make = async (path: string, body: object) => (await manager.post(path, body)).body.data;
  const stored = (at: Date) => at.toISOString().replace('T', ' ').replace('Z', '');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

  it('is nothing of the demo data', async () => {
    // A user has signed in.
    expect((await handOn()).map(({ type }) => type)).to.deep.equal(['user.login']);
    expect(await pending()).to.equal(0);
  });

  it('rouses the work for which a listener has written something, and no other', async () => {
    const rousing = async (listeners: Listener[]) => {
      roused.length = 0;
      await make('/zones', { name: `Rousing ${listeners.length}` });
      for (const one of listeners) await node(one).run(signal);
      return roused;
    };
    expect(await rousing([async () => undefined])).to.deep.equal([]);
    expect(await rousing([async () => 'told', listen])).to.deep.equal(['told']);
  });

  it('is an event a write, as its entry of the journal has it, and is handed on once', async () => {
    const zone = await make('/zones', { name: 'Outbox zone' });
    await manager.patch(`/zones/${zone.id}`, { name: 'Outbox hall' });
    await manager.delete(`/zones/${zone.id}`);
    const events = await handOn();
    expect(events.map(({ type }) => type)).to.deep.equal(['zone.create', 'zone.update', 'zone.delete']);
    const [, update] = events;
    expect(update).to.deep.include({
      ...{ resource: 'zone', recordId: zone.id, action: 'update', notice: null, siteId: zone.site_id },
      changes: { name: ['Outbox zone', 'Outbox hall'] },
    });
    const { body } = await manager.get('/user');
    expect(update?.actorId).to.equal(body.data.id);
    expect(new Set(events.map(({ id }) => id)).size).to.equal(3);
    for (const { id } of events) expect(id).to.match(/^evt_[\w-]{24}$/);
    expect(await handOn()).to.deep.equal([]);
  });

  it('is nothing of a dry run, a refusal, a batch that is undone, and a replay', async () => {
    const dry = await manager.post('/zones', { name: 'Dry' }, { Prefer: 'dry-run' });
    expect(dry.status).to.equal(201);
    expect((await manager.post('/zones', { name: '' })).status).to.equal(422);
    const operations = [
      { method: 'POST', path: '/zones', body: { name: 'Undone' } },
      { method: 'POST', path: '/zones', body: {} },
    ];
    expect((await manager.post('/batch', { operations })).status).to.equal(422);
    expect(await pending()).to.equal(0);
    const headers = { 'Idempotency-Key': 'once' };
    for (const status of [201, 201])
      expect((await manager.post('/zones', { name: 'Once' }, headers)).status).to.equal(status);
    expect((await handOn()).map(({ type }) => type)).to.deep.equal(['zone.create']);
  });

  it('stays where a listener fails, and is handed on with what it writes, or not at all', async () => {
    const { id } = await make('/zones', { name: 'Failing' });
    const failing = node(async (trx) => {
      await trx('zones').where({ id }).update({ name: 'by a listener' });
      throw new Error('in the middle');
    });
    const told = await failing.run(signal).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
    expect(told).to.equal('in the middle');
    expect((await manager.get(`/zones/${id}`)).body.data.name).to.equal('Failing');
    expect((await handOn()).map(({ recordId }) => recordId)).to.deep.equal([id]);
  });

  it('is handed on once by several nodes at a time', async () => {
    for (let at = 0; at < 5; at += 1) await make('/zones', { name: `Race ${at}` });
    heard = [];
    // A transaction that is undone and started again would be heard twice: the rows of a listener show it.
    await Promise.all(Array.from({ length: 4 }, () => node(listen).run(signal)));
    expect(heard.map(({ type }) => type)).to.deep.equal(Array(5).fill('zone.create'));
  });

  it('is a fact when a value gets worse, also by hooks, and can happen again afterwards', async () => {
    const item = await make('/items', { name: 'Outbox seal', warning_stock: 10, critical_stock: 5 });
    const move = async (type: string, quantity: number) => {
      const reply = await manager.post('/item-movements', { item_id: item.id, type, quantity });
      expect(reply.status, reply.text).to.equal(201);
    };
    await move('entry', 12);
    expect((await handOn()).filter(({ notice }) => notice)).to.deep.equal([]);
    const told: unknown[] = [];
    for (const [type, quantity] of [
      ...([
        ['exit', 3],
        ['exit', 1],
        ['exit', 1],
        ['exit', 3],
        ['entry', 10],
        ['exit', 8],
      ] as const),
    ]) {
      await move(type, quantity);
      const facts = (await handOn()).filter(({ notice }) => notice);
      told.push(...facts.map(({ type: name, recordId, changes }) => [name, recordId, changes.stock_status]));
    }
    expect(told).to.deep.equal([
      ['item.low_stock', item.id, ['ok', 'warning']],
      ['item.low_stock', item.id, ['warning', 'critical']],
      ['item.low_stock', item.id, ['ok', 'warning']],
    ]);
  });

  it('is a fact of a new row, of a further step, and of a row that comes back', async () => {
    const material_id = await materialId();
    const incident = await make('/incidents', { name: 'Leak', material_id, severity: 'high' });
    const set = async (body: object) => {
      const reply = await manager.patch(`/incidents/${incident.id}`, body);
      expect(reply.status, reply.text).to.equal(200);
      return (await handOn()).filter(({ notice }) => notice).map(({ type }) => type);
    };
    expect((await handOn()).map(({ type }) => type)).to.deep.equal(['incident.create', 'incident.severe']);
    expect(await set({ severity: 'critical' })).to.deep.equal(['incident.severe']);
    expect(await set({ severity: 'high' })).to.deep.equal([]);
    expect(await set({ status: 'resolved' })).to.deep.equal([]);
    expect(await set({ status: 'in_progress' })).to.deep.equal(['incident.severe']);
  });

  it('names those who come into a field of people, while that counts', async () => {
    const material_id = await materialId();
    const people = (await manager.get('/maintenances/options/operator_ids')).body.data;
    const [first, second] = people.map(({ id }: { id: number }) => id);
    const work = await make('/maintenances', { name: 'Given', material_id, operator_ids: [first] });
    const facts = async () =>
      (await handOn()).filter(({ notice }) => notice).map(({ type, notice }) => [type, notice?.people]);
    expect(await facts()).to.deep.equal([['maintenance.assigned', [first]]]);
    await manager.patch(`/maintenances/${work.id}`, { operator_ids: [first, second] });
    expect(await facts()).to.deep.equal([['maintenance.assigned', [second]]]);
    await manager.patch(`/maintenances/${work.id}`, { status: 'canceled', operator_ids: [second] });
    expect(await facts()).to.deep.equal([]);
    await manager.patch(`/maintenances/${work.id}`, { status: 'planned' });
    expect(await facts()).to.deep.equal([['maintenance.assigned', [second]]]);
  });

  describe('of moments', () => {
    const { knex } = { knex: () => service.database.knex };
    /** As if it had been made, and moments looked at, so many days ago. */
    const age = async (id: number, days: number) => {
      const at = stored(inDays(-days));
      await knex()('maintenances').where({ id }).update({ created_at: at });
      await knex()('activities').where({ resource: 'maintenance', record_id: id }).update({ created_at: at });
      await knex()('moment_scans').update({ scanned_until: at });
    };
    /** Those of some rows: the demo data has moments of its own. */
    const facts = async (...ids: readonly number[]) => {
      await look();
      return (await handOn()).flatMap(({ type, recordId, notice }) =>
        notice && ids.includes(recordId) ? [[type, notice.edge, notice.people]] : [],
      );
    };

    it('tells nothing of what had passed before it was looked at for the first time', async () => {
      await look();
      await look();
      expect((await handOn()).filter(({ notice }) => notice)).to.deep.equal([]);
    });

    it('tells each step once, however many nodes look', async () => {
      const due = inDays(6.9);
      const work = await make('/maintenances', {
        ...{ name: 'Due soon', material_id: await materialId(), due_at: due.toISOString() },
      });
      await age(work.id, 1);
      await handOn();
      await Promise.all([look(), look()]);
      expect(await facts(work.id)).to.deep.equal([
        ['maintenance.due_soon', `${due.toISOString()}/7 days`, null],
      ]);
      await knex()('moment_scans').update({ scanned_until: stored(inDays(-0.5)) });
      expect(await facts(work.id)).to.deep.equal([]);
    });

    it('tells what a row is late by, not where its moment had passed when it got that, or the person the row', async () => {
      const people = (await manager.get('/maintenances/options/operator_ids')).body.data;
      const [first, second] = people.map(({ id }: { id: number }) => id);
      const material_id = await materialId();
      const past = new Date(Date.now() - 3_600_000).toISOString();
      const late = await make('/maintenances', {
        name: 'Late',
        material_id,
        scheduled_at: past,
        operator_ids: [first],
      });
      const moved = await make('/maintenances', { name: 'Moved', material_id, operator_ids: [first] });
      await age(late.id, 1);
      await age(moved.id, 1);
      await manager.patch(`/maintenances/${moved.id}`, { scheduled_at: past });
      await manager.patch(`/maintenances/${late.id}`, { operator_ids: [first, second] });
      await handOn();
      expect(await facts(late.id, moved.id)).to.deep.equal([['maintenance.overdue', past, [first]]]);
    });
  });
});
