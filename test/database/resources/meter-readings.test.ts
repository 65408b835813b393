/**
 * Readings of a meter that come in at once, and while a node is killed, and stops of a material that begin at once: on MariaDB from two server processes on one database, on SQLite,
 * which one process serves, from that one.
 */
import { expect } from 'chai';
import { expectCounted } from '../../../package/testing/laws/counters.ts';
import { expectReplayed } from '../../../package/testing/laws/journal.ts';
import type { Client, Reply } from '../../harness/client.ts';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../harness/database.ts';
import { type ServiceProcess, startProcess } from '../../harness/process.ts';
import { until } from '../../harness/until.ts';

const at = (n: number): string => new Date(Date.UTC(2024, 0, 1, n)).toISOString();

describe('readings at once', () => {
  let database: TestDatabase;
  let nodes: ServiceProcess[] = [];
  let clients: Client[] = [];
  let materialId = 0;

  const start = async () => {
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'error' };
    const count = databaseKind === 'mysql' ? 2 : 1;
    nodes = await Promise.all(Array.from({ length: count }, () => startProcess({ env })));
    clients = nodes.map((node) => node.client());
    for (const one of clients) expect((await one.login('manager@demo.test')).status).to.equal(200);
  };
  before(async () => {
    database = await createTestDatabase('demo');
    await start();
    materialId = (await client(0).get('/materials?status=operational')).body.data[0].id;
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await database?.drop();
  });

  const client = (node: number): Client => {
    const one = clients.at(node % clients.length);
    if (!one) throw new Error('No node has been started.');
    return one;
  };
  const newMeter = async (name: string, body: object): Promise<number> => {
    const reply = await client(0).post('/meters', { name, material_id: materialId, unit: 'x', ...body });
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data.id;
  };
  /** Each hour's value, on every node in turn. */
  const readAll = (meter_id: number, values: readonly (readonly [number, number])[]): Promise<Reply[]> =>
    Promise.all(
      values.map(([hour, value], index) =>
        client(index).post('/meter-readings', { meter_id, value, read_at: at(hour) }),
      ),
    );

  /** What a meter has, beside what its readings say: one incident of each excursion, and no other. */
  const expectSound = async (id: number): Promise<{ readings: number; incidents: number }> => {
    const { knex } = database;
    const readings = await knex('meter_readings').where({ meter_id: id, voided: false }).orderBy('read_at');
    const begun = readings.filter(({ crossed }) => crossed !== null).map((one) => Number(one.id));
    const incidents = await knex('incidents')
      .where({ meter_id: id })
      .orderBy('started_at')
      .pluck('meter_reading_id');
    expect(incidents.map(Number)).to.deep.equal(begun);
    const meter = await knex('meters').where({ id }).first('last_value', 'total', 'excursions');
    expect(Number(meter.excursions)).to.equal(incidents.length);
    const latest = readings.at(-1);
    expect([meter.last_value, meter.total].map(Number)).to.deep.equal(
      [latest?.value, latest?.total].map(Number),
    );
    const totals = readings.map(({ total }) => Number(total));
    expect(totals).to.deep.equal(totals.toSorted((one, other) => one - other));
    return { readings: readings.length, incidents: incidents.length };
  };

  it('keep a counter from running backwards', async () => {
    const id = await newMeter('Raced counter', { kind: 'counter' });
    const replies = await readAll(
      id,
      Array.from({ length: 60 }, (_, n) => [n, (n * 37) % 60] as const),
    );
    for (const { status, text } of replies) expect([201, 422], text).to.include(status);
    const { readings } = await expectSound(id);
    expect(readings).to.equal(replies.filter(({ status }) => status === 201).length);
    expect(readings).to.be.above(2);
  });

  it('make one incident of each excursion, in any order of arrival', async () => {
    const id = await newMeter('Raced gauge', { kind: 'gauge', above: 80 });
    const values = Array.from({ length: 60 }, (_, n) => [(n * 37) % 60, n] as const);
    const replies = await readAll(
      id,
      values.map(([hour]) => [hour, hour % 6 < 3 ? 90 : 10] as const),
    );
    expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([201]));
    expect(await expectSound(id)).to.deep.equal({ readings: 60, incidents: 10 });
    const again = await readAll(
      id,
      values.map(([hour]) => [hour, 90] as const),
    );
    expect(new Set(again.map(({ status }) => status))).to.deep.equal(new Set([422]));
    expect(await expectSound(id)).to.deep.equal({ readings: 60, incidents: 10 });
  });

  it('can race with people who work on the same incidents, and no one waits for ever', async () => {
    const id = await newMeter('Worked gauge', { kind: 'gauge', above: 80 });
    const [first] = await readAll(id, [[30, 90]]);
    const [incident] = (await client(0).get(`/incidents?meter_reading_id=${first?.body.data.id}`)).body.data;
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 2 === 0
          ? client(n).post('/meter-readings', { meter_id: id, value: 90, read_at: at(29 - n / 2) })
          : client(n).patch(`/incidents/${incident.id}`, { description: `Seen ${n} times.` }),
      ),
    );
    for (const { status, text } of replies) expect([200, 201], text).to.include(status);
    expect(await expectSound(id)).to.deep.equal({ readings: 21, incidents: 1 });
  });

  it('begin one stop alone, where people report it on several nodes while others set the status', async () => {
    const { zone_id } = (await client(0).get(`/materials/${materialId}`)).body.data;
    for (let round = 0; round < 5; round += 1) {
      const body = { name: `Raced machine ${round}`, zone_id };
      const { id } = (await client(0).post('/materials', body)).body.data;
      const replies = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          // Each node gets both.
          n < 4
            ? client(n).post('/downtimes', { material_id: id })
            : client(n).patch(`/materials/${id}`, { status: 'down' }),
        ),
      );
      for (const { status, text } of replies) expect([200, 201, 422], text).to.include(status);
      expect(replies.slice(4).map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
      const endsOf = async () =>
        (await client(0).get(`/downtimes?material_id=${id}`)).body.data.map(
          ({ ended_at }: { ended_at: string | null }) => ended_at,
        );
      expect(await endsOf()).to.deep.equal([null]);
      const ended = await client(1).patch(`/materials/${id}`, { status: 'operational' });
      expect(ended.status, ended.text).to.equal(200);
      expect(await endsOf())
        .to.have.lengthOf(1)
        .and.not.include(null);
    }
  });

  it('has told every change in the journal', async () => {
    expect(await expectReplayed(database.knex)).to.be.above(20);
  });

  it('are there with their incident or not at all where a node is killed', async () => {
    const id = await newMeter('Killed gauge', { kind: 'gauge', above: 80 });
    let sent = 0;
    const hours = Array.from({ length: 40 }, (_, n) => n);
    const flood = Promise.allSettled(
      hours.map(async (hour) => {
        const value = hour % 2 === 0 ? 90 : 10;
        await client(hour).post('/meter-readings', { meter_id: id, value, read_at: at(hour) });
        sent += 1;
      }),
    );
    await until('some are there', async () => sent >= 3, { everyMs: 5 });
    await Promise.all(nodes.map((node) => node.kill()));
    await flood;
    await start();
    const { readings } = await expectSound(id);
    const replies = await readAll(
      id,
      hours.map((hour) => [hour, hour % 2 === 0 ? 90 : 10] as const),
    );
    expect(replies.filter(({ status }) => status === 422)).to.have.lengthOf(readings);
    expect(await expectSound(id)).to.deep.equal({ readings: 40, incidents: 20 });
    expect(await expectCounted(database.knex)).to.be.above(20);
  });
});
