/**
 * Two services that write to two nodes of a cluster at once, which should be avoided. One node does not know the locks of the
 * other. If two transactions conflict, one is undone and started again. Rules about several rows still hold afterwards.
 */
import { expect } from 'chai';
import { type Connection, createConnection } from 'mysql2/promise';
import { compactWaiting } from '../../../../../engine/counters/compact.ts';
import type { CounterModel } from '../../../../../engine/counters/counter.ts';
import { countersOf, countMissing } from '../../../../../engine/counters/setup.ts';
import { openDatabase } from '../../../../../engine/database/open.ts';
import { expectCounted } from '../../../../../package/testing/laws/counters.ts';
import { createRegistry } from '../../../../../service/project/registry.ts';
import type { Client, Reply } from '../../../../harness/client.ts';
import { type TestDatabase, testConfig } from '../../../../harness/database.ts';
import { type Receiver, startReceiver } from '../../../../harness/receiver.ts';
import { type Service, startService } from '../../../../harness/service.ts';
import { type SmtpServer, startSmtpServer } from '../../../../harness/smtp-server.ts';
import { brokenPlans } from '../../../../service/resources/plans/laws.ts';

/** How many times each pair of writes meets; `TWO_WRITERS=200` for a measurement. */
const rounds = Math.max(8, Number(process.env.TWO_WRITERS));

/** @param urls of two nodes of a cluster, each a database by itself with the demo data */
export function describeTwoWriters(urls: () => readonly string[]): void {
  describe('written to on two nodes all the same', () => {
    let databases: TestDatabase[] = [];
    let services: Service[] = [];
    /** To both nodes; what they read waits for what has been written at the other. Within a transaction it would not. */
    let waiting: Connection[] = [];
    let models: CounterModel[] = [];
    let receiver: Receiver | undefined;
    let mailServer: SmtpServer | undefined;
    let managers: readonly [Client, Client];
    let administrators: readonly [Client, Client];

    before(async () => {
      models = countersOf(await createRegistry());
      databases = urls().map((url) => {
        const config = testConfig(url);
        const knex = openDatabase(config);
        return { config, url, knex, drop: () => knex.destroy() };
      });
      expect((await countMissing(knexOf(0), models)).size).to.equal(0);
      waiting = await Promise.all(urls().map((url) => createConnection(url)));
      for (const connection of waiting) await connection.query('SET SESSION wsrep_sync_wait = 1');
      [receiver, mailServer] = await Promise.all([startReceiver(), startSmtpServer()]);
      const env = {
        ...{ WEBHOOK_ALLOW: '127.0.0.0/8', MAIL_FROM: 'Mill <mill@plant.example>' },
        SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      };
      services = await Promise.all(databases.map((database) => startService({ database, env })));
      managers = await bothAs('manager@demo.test');
      administrators = await bothAs('admin@demo.test');
    });
    after(async () => {
      for (const connection of waiting) connection.destroy();
      await Promise.all([receiver?.stop(), mailServer?.stop()]);
      await Promise.all(services.map((service) => service.stop()));
      await Promise.all(databases.map((database) => database.drop()));
    });

    const bothAs = async (email: string): Promise<readonly [Client, Client]> => {
      const [one, other] = await Promise.all(services.map((service) => service.signedIn(email)));
      if (!one || !other) throw new Error('There are two services.');
      return [one, other];
    };
    const knexOf = (at: number) => {
      const { knex } = databases[at] ?? {};
      if (!knex) throw new Error('There are two databases.');
      return knex;
    };
    /** Both nodes have what was answered, and the first one tells it. */
    const settled = async () => {
      for (const connection of waiting) await connection.query('SELECT 1 FROM users LIMIT 1');
      return knexOf(0);
    };
    const made = async (path: string, body: object, by = managers[0]): Promise<number> => {
      const reply = await by.post(path, body);
      expect(reply.status, reply.text).to.equal(201);
      await settled();
      return reply.body.data.id;
    };
    const said = (replies: readonly Reply[]) => replies.map(({ status, text }) => `${status} ${text}`).join();

    it('has no circle in a tree', async () => {
      let moves = 0;
      for (let round = 1; round <= rounds; round += 1) {
        const one = await made('/zones', { name: `One ${round}` });
        const other = await made('/zones', { name: `Other ${round}` });
        const replies = await Promise.all([
          managers[0].patch(`/zones/${one}`, { parent_id: other }),
          managers[1].patch(`/zones/${other}`, { parent_id: one }),
        ]);
        const moved = replies.filter(({ status }) => status === 200).length;
        expect(moved, said(replies)).to.be.at.most(1);
        const knex = await settled();
        const parents = await knex('zones').whereIn('id', [one, other]).whereNotNull('parent_id').pluck('id');
        expect(parents).to.have.lengthOf(moved);
        moves += moved;
      }
      expect(moves).to.be.above(0);
    });

    /** One node changes a row while the other makes one that refers to it. The rule of the row allows either, not both. */
    const meetings: Readonly<Record<string, (round: number) => Promise<Reply[]>>> = {
      'stop of another material than its incident': async () => {
        const [one, other] = (await managers[0].get('/materials?per_page=2')).body.data;
        const incident_id = await made('/incidents', { name: 'Moved', material_id: one.id, severity: 'low' });
        const lasted = { started_at: '2026-01-01T00:00:00Z', ended_at: '2026-01-01T01:00:00Z' };
        return Promise.all([
          managers[0].patch(`/incidents/${incident_id}`, { material_id: other.id }),
          managers[1].post('/downtimes', { material_id: one.id, incident_id, ...lasted }),
        ]);
      },
      'group of failure codes in a group': async (round) => {
        const [one, other] = administrators;
        const code = (name: string) => ({ kind: 'cause', name, code: `${name}${round}` });
        const parent_id = await made('/failure-codes', code('A'), one);
        const group = await made('/failure-codes', code('B'), one);
        return Promise.all([
          one.patch(`/failure-codes/${group}`, { parent_id }),
          other.post('/failure-codes', { ...code('C'), parent_id: group }),
        ]);
      },
    };
    for (const [title, meet] of Object.entries(meetings)) {
      it(`has no ${title}`, async () => {
        const times = [0, 0, 0];
        for (let round = 1; round <= rounds; round += 1) {
          const done = (await meet(round)).filter(({ status }) => status < 300).length;
          times[done] = Number(times[done]) + 1;
          await settled();
        }
        expect(times[1], 'one of the two').to.be.above(0);
        expect(times[2], 'both').to.equal(0);
      });
    }

    it('keeps its last administrator', async () => {
      const [first] = administrators;
      const { id } = (await first.get('/user')).body.data;
      const roles: number[] = [];
      let times = 0;
      for (const name of ['One of two', 'The other']) {
        const reply = await first.post('/roles', { name, permissions: ['*'] });
        expect(reply.status, reply.text).to.equal(201);
        roles.push(reply.body.data.id);
      }
      const user = (await first.get(`/users/${id}`)).body.data;
      const memberships = user.memberships.map(({ site_id }: { site_id: number }) => ({
        ...{ site_id, role_ids: roles },
      }));
      expect((await first.patch(`/users/${id}`, { memberships })).status).to.equal(200);
      await settled();
      for (let round = 1; round <= rounds; round += 1) {
        const replies = await Promise.all(
          administrators.map((client, at) => client.patch(`/roles/${roles[at]}`, { permissions: [] })),
        );
        const emptied = roles.filter((_, at) => replies[at]?.status === 200);
        expect(emptied, said(replies)).to.have.lengthOf.at.most(1);
        await settled();
        for (const role of emptied) {
          const again = await first.patch(`/roles/${role}`, { permissions: ['*'] });
          expect(again.status, again.text).to.equal(200);
        }
        await settled();
        times += emptied.length;
      }
      expect(times).to.be.above(0);
    });

    it('has the stock that its ledger says', async () => {
      const item_id = await made('/items', { name: 'Moved at both', unit: 'piece', current_price: 1 });
      await made('/item-movements', { item_id, type: 'entry', quantity: 10 });
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          managers[at % 2 === 0 ? 0 : 1].post('/item-movements', { item_id, type: 'exit', quantity: 1 }),
        ),
      );
      const knex = await settled();
      const [item] = await knex('items').where({ id: item_id });
      const [ledger] = await knex('item_movements').where({ item_id }).sum({ left: 'signed_quantity' });
      const left = 10 - replies.filter(({ status }) => status === 201).length;
      expect([Number(item.current_stock), Number(ledger?.left)]).to.deep.equal([left, left]);
      expect(left).to.be.at.least(0);
    });

    it('has the last cleaning of a material, also where the latest one goes while another comes', async () => {
      const knex = knexOf(0);
      const [{ id: material_id }] = await knex('materials').where({ site_id: 2 }).orderBy('id').limit(1);
      const cleaned = (minute: number) => ({
        material_id,
        type: 'daily',
        cleaned_at: new Date(Date.UTC(2026, 9, 1, 8, minute)).toISOString(),
      });
      await knex('cleanings').where({ material_id }).delete();
      for (let round = 1; round <= rounds; round += 1) {
        const latest = await made('/cleanings', cleaned(59));
        await Promise.all([
          managers[0].delete(`/cleanings/${latest}`),
          managers[1].post('/cleanings', cleaned(round)),
        ]);
        await settled();
        const [material] = await knex('materials').where({ id: material_id });
        const [latestNow] = await knex('cleanings')
          .where({ material_id })
          .orderBy('cleaned_at', 'desc')
          .limit(1);
        expect(material.last_cleaning_at).to.equal(latestNow?.cleaned_at ?? null);
      }
    });

    it('has every date of a plan once', async () => {
      const knex = knexOf(0);
      const [{ id: material_id }] = await knex('materials').where({ site_id: 2, status: 'operational' });
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      const plan = await made('/maintenance-plans', {
        ...{
          name: 'Generated at both',
          material_id,
          frequency: 'day',
          starts_on: day(1),
          when_open: 'stack',
        },
      });
      for (let round = 1; round <= rounds; round += 1) {
        const orders = await knex('maintenances')
          .where({ maintenance_plan_id: plan })
          .orderBy('id')
          .pluck('id');
        await Promise.all([
          ...managers.map((client) =>
            client.post(`/maintenance-plans/${plan}/generate`, { until: day(3 * round) }),
          ),
          ...managers.map((client) => client.patch(`/maintenances/${orders.at(-1)}`, { status: 'canceled' })),
        ]);
        await settled();
      }
      const sequences = await knex('plan_occurrences')
        .where({ maintenance_plan_id: plan })
        .orderBy('sequence')
        .pluck('sequence');
      expect(sequences.length).to.be.above(rounds);
      expect(sequences.map(Number)).to.deep.equal(sequences.map((_: unknown, at: number) => at + 1));
      expect(await brokenPlans(knex)).to.deep.equal([]);
    });

    it('tells each fact once, and sends it once to a program and once to a person', async () => {
      const body = { name: 'Told by both', url: receiver?.url, events: ['incident.*'] };
      await made('/webhooks', body);
      const sendAtBoth = async () => {
        await Promise.all(services.map(({ outbox }) => outbox.once()));
        return settled();
      };
      let mailed = 0;
      await sendAtBoth();
      await knexOf(0)('notifications').update({ mail_due_at: null });
      for (let round = 1; round <= rounds; round += 1) {
        const { id: material_id } = await knexOf(0)('materials').where({ site_id: 2 }).first('id');
        const id = await made('/incidents', { name: `Told ${round}`, material_id, severity: 'high' });
        const knex = await sendAtBoth();
        const of = { resource: 'incident', record_id: id };
        const people = (await knex('notifications').where(of).pluck('user_id')).map(Number);
        expect(people).to.have.lengthOf.at.least(1);
        expect(new Set(people).size, 'once each').to.equal(people.length);
        const types = await knex('webhook_deliveries').where(of).orderBy('type').pluck('type');
        expect(types).to.deep.equal(['incident.create', 'incident.severe']);
        mailServer?.clear();
        await knex('notifications').whereNotNull('mail_due_at').update({ mail_due_at: 0 });
        await knex('users').update({ notices_mailed_at: null });
        await settled();
        await sendAtBoth();
        const readers = (mailServer?.taken ?? []).map(({ to }) => to);
        expect(new Set(readers).size, 'one mail a person').to.equal(readers.length);
        mailed += readers.length;
      }
      expect(mailed).to.be.at.least(rounds);
      const told = (receiver?.received ?? []).map(({ headers }) => headers['webhook-id']);
      expect(told).to.have.lengthOf(2 * rounds);
      expect(new Set(told).size).to.equal(told.length);
      expect(Number((await knexOf(0)('mails').count({ n: '*' }))[0]?.n)).to.equal(0);
    });

    it('counts its rows rightly, compacted at both', async () => {
      let writing = true;
      const writes = Promise.all(
        managers.map(async (client, at) => {
          for (let serial = 1; serial <= 60; serial += 1) {
            const { status, body } = await client.post('/zones', { name: `Counted ${at} ${serial}` });
            if (status === 201 && serial % 3 === 0) await client.delete(`/zones/${body.data.id}`);
          }
        }),
      ).finally(() => {
        writing = false;
      });
      const compacting = databases.map(async ({ knex }) => {
        while (writing) await compactWaiting(knex, models).catch(() => {});
      });
      await Promise.all([writes, ...compacting]);
      expect(await expectCounted(await settled())).to.be.above(10);
    });
  });
}
