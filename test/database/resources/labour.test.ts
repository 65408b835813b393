/**
 * Labour of people on maintenances: at which rate, when, whose. On MariaDB two server processes are on one database, so that what comes at
 * once comes on two nodes.
 */
import { expect } from 'chai';
import type { Client, Reply } from '../../harness/client.ts';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../harness/database.ts';
import { type ServiceProcess, startProcess } from '../../harness/process.ts';

type Body = Readonly<Record<string, unknown>>;

describe('labour', () => {
  let database: TestDatabase;
  let nodes: ServiceProcess[] = [];
  let manager: Client;
  let technician: Client;
  let elsewhere: Client;
  const ids = { maintenance: 0, manager: 0, technician: 0, mechanics: 0, electrics: 0 };

  before(async () => {
    database = await createTestDatabase('demo');
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'error' };
    const count = databaseKind === 'mysql' ? 2 : 1;
    nodes = await Promise.all(Array.from({ length: count }, () => startProcess({ env })));
    const signedIn = async (email: string, node: ServiceProcess | undefined) => {
      const client = node?.client();
      expect((await client?.login(email))?.status).to.equal(200);
      if (!client) throw new Error('No node has been started.');
      return client;
    };
    manager = await signedIn('manager@demo.test', nodes[0]);
    technician = await signedIn('technician@demo.test', nodes[0]);
    elsewhere = await signedIn('technician@demo.test', nodes.at(-1));
    const idOf = async (email: string) =>
      Number((await database.knex('users').where({ email }).first('id')).id);
    ids.manager = await idOf('manager@demo.test');
    ids.technician = await idOf('technician@demo.test');
    await database.knex('labour_entries').where({ user_id: ids.technician }).del();
    const material_id = (await manager.get('/materials?per_page=1')).body.data[0].id;
    const made = await manager.post('/maintenances', { name: 'Mend the "gate"', material_id });
    ids.maintenance = made.body.data.id;
    for (const { id, name } of (await manager.get('/trades')).body.data) {
      if (name === 'Mechanics') ids.mechanics = id;
      if (name === 'Electrics') ids.electrics = id;
    }
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await database?.drop();
  });

  const book = (body: Body, by = technician): Promise<Reply> =>
    by.post('/labour-entries', { maintenance_id: ids.maintenance, ...body });
  const booked = async (body: Body, by = technician): Promise<Record<string, unknown> & { id: number }> => {
    const reply = await book(body, by);
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data;
  };
  const errorsOf = (reply: Reply) => ({ status: reply.status, fields: Object.keys(reply.body.errors ?? {}) });
  const refused = (...fields: string[]) => ({ status: 422, fields });

  it('is one’s own, of the trade that is named, and then of that of the latest entry', async () => {
    expect(errorsOf(await book({ minutes: 50 }))).to.deep.equal(refused('trade_id'));
    const first = await booked({ minutes: 50, trade_id: ids.mechanics, worked_on: '2024-03-05' });
    expect(first).to.include({ user_id: ids.technician, hourly_rate: 46.5, amount: 38.75, running: false });
    expect(await booked({ minutes: 1, worked_on: '2024-03-06' })).to.include({
      trade_id: ids.mechanics,
      amount: 0.78,
    });
    for (const trade_id of ['', 'x']) {
      const reply = await book({ trade_id, started_at: '2024-05-01T08:00:00Z' });
      expect(errorsOf(reply), reply.text).to.deep.equal(refused('trade_id'));
    }
  });

  it('keeps its rate until its trade changes', async () => {
    const { id } = await booked({ minutes: 60, worked_on: '2024-03-07' });
    const raised = await manager.patch(`/trades/${ids.mechanics}`, { hourly_rate: 48 });
    expect(raised.status, raised.text).to.equal(200);
    const longer = await technician.patch(`/labour-entries/${id}`, { minutes: 90 });
    expect(longer.body.data, longer.text).to.include({ hourly_rate: 46.5, amount: 69.75 });
    const other = await technician.patch(`/labour-entries/${id}`, { trade_id: ids.electrics });
    expect(other.body.data, other.text).to.include({ hourly_rate: 52, amount: 78 });
    const back = await technician.patch(`/labour-entries/${id}`, { trade_id: ids.mechanics });
    expect(back.body.data, back.text).to.include({ hourly_rate: 48, amount: 72 });
  });

  it('is for those to book for others, or at another rate, who manage', async () => {
    const whole = { minutes: 30, trade_id: ids.electrics };
    for (const [what, reply] of [
      ['another’s', await book({ ...whole, user_id: ids.manager })],
      ['a rate', await book({ ...whole, hourly_rate: 99 })],
    ] as const) {
      expect([reply.status, reply.body.code], what).to.deep.equal([403, 'forbidden']);
      expect(reply.body.message, what).to.include('labour-entry.manage');
    }
    // The trade's own rate is no choice.
    await booked({ ...whole, hourly_rate: 52 });
    const { id } = await booked({ ...whole, hourly_rate: 99.99, user_id: ids.manager }, manager);
    for (const send of [
      await technician.patch(`/labour-entries/${id}`, { notes: 'Mine?' }),
      await technician.patch(`/labour-entries/${(await booked(whole)).id}`, { user_id: ids.manager }),
    ])
      expect(send.status, send.text).to.equal(403);
    const seen = await technician.get(`/labour-entries/${id}?with=can`);
    expect([seen.body.data.amount, seen.body.data.can.update], seen.text).to.deep.equal([50, false]);
    const people = (await technician.get('/labour-entries/options/user_id')).body.data;
    expect(people.map((one: { id: number }) => one.id)).to.deep.equal([ids.technician]);
  });

  it('has minutes of a day or times, from which both follow', async () => {
    const times = { started_at: '2024-07-01T23:30:00.000Z', ended_at: '2024-07-02T00:15:30.000Z' };
    // A site's clocks show the next day already.
    const whole = await booked(times);
    expect(whole).to.include({ minutes: 46, worked_on: '2024-07-02', amount: 39.87 });
    for (const [body, fields] of [
      [{}, ['minutes']],
      [{ minutes: 0 }, ['minutes']],
      [{ minutes: 1441 }, ['minutes']],
      [{ minutes: 5, worked_on: '2999-01-01' }, ['worked_on']],
      [{ minutes: 5, started_at: '2024-02-03T08:00:00Z', ended_at: '2024-02-03T09:00:00Z' }, ['minutes']],
      [
        { worked_on: '2024-02-09', started_at: '2024-02-03T08:00:00Z', ended_at: '2024-02-03T09:00:00Z' },
        ['worked_on'],
      ],
      [{ minutes: 5, ended_at: '2024-02-03T09:00:00Z' }, ['ended_at']],
      [{ started_at: '2024-02-03T08:00:00Z', ended_at: '2024-02-03T07:00:00Z' }, ['ended_at']],
      [{ started_at: '2024-02-03T08:00:00Z', ended_at: '2024-02-04T08:00:00.001Z' }, ['ended_at']],
      [{ started_at: '2999-02-03T08:00:00Z' }, ['started_at']],
    ] as const)
      expect(errorsOf(await book(body)), JSON.stringify(body)).to.deep.equal(refused(...fields));
    const counted = await technician.patch(`/labour-entries/${whole.id}`, {
      started_at: null,
      ended_at: null,
      minutes: 30,
    });
    expect(counted.body.data, counted.text).to.include({
      minutes: 30,
      worked_on: '2024-07-02',
      started_at: null,
    });
  });

  it('does not overlap with what the same person did, and says with what', async () => {
    const at = (from: string, until: string) => ({
      started_at: `2024-04-01T${from}:00Z`,
      ended_at: `2024-04-01T${until}:00Z`,
    });
    await booked(at('08:00', '09:00'));
    await booked(at('09:00', '10:00'));
    for (const [from, until] of [
      ['07:00', '08:01'],
      ['08:30', '08:40'],
      ['09:59', '11:00'],
      ['07:00', '12:00'],
    ] as const) {
      const reply = await book(at(from, until));
      expect(errorsOf(reply), from).to.deep.equal(refused('started_at'));
      expect(reply.body.errors.started_at[0])
        .to.include('Mend the "gate"')
        .and.to.match(/from 1 Apr 2024, \d\d:00 to 1 Apr 2024, /);
    }
    const { id } = await booked(at('10:00', '11:00'));
    expect(
      errorsOf(await technician.patch(`/labour-entries/${id}`, { started_at: '2024-04-01T09:59:00Z' })),
    ).to.deep.equal(refused('started_at'));
    // Other people may.
    await booked({ ...at('08:00', '09:00'), trade_id: ids.electrics }, manager);
  });

  it('does not overlap with work at another site either, and does not say with what', async () => {
    const times = { started_at: '2024-04-02T08:00:00Z', ended_at: '2024-04-02T09:00:00Z' };
    await booked({ ...times, trade_id: ids.electrics }, manager);
    const moved = (site_id: number) => manager.patch('/user/site', { site_id });
    expect((await moved(3)).status).to.equal(200);
    try {
      const material_id = (await manager.get('/materials?per_page=1')).body.data[0].id;
      const work = (await manager.post('/maintenances', { name: 'Elsewhere', material_id })).body.data;
      const trade_id = (await manager.get('/trades?per_page=1')).body.data[0].id;
      const reply = await book({ ...times, maintenance_id: work.id, trade_id }, manager);
      expect(reply.body.errors, reply.text).to.deep.equal({
        started_at: ['It overlaps with an entry of the same person at another site.'],
      });
    } finally {
      expect((await moved(2)).status).to.equal(200);
    }
  });

  it('lasts: one of no length would hide what it overlaps with', async () => {
    const started_at = '2024-04-03T08:00:00Z';
    await booked({ started_at, ended_at: '2024-04-03T12:00:00Z', trade_id: ids.mechanics });
    expect(errorsOf(await book({ started_at, ended_at: started_at }))).to.deep.equal(refused('ended_at'));
    expect(errorsOf(await book({ started_at, ended_at: '2024-04-03T09:00:00Z' }))).to.deep.equal(
      refused('started_at'),
    );
  });

  it('says what to do where the clock was forgotten for more than a day', async () => {
    const started_at = new Date(Date.now() - 30 * 3_600_000).toISOString();
    const { id } = await booked({ started_at, trade_id: ids.mechanics });
    const out = await technician.post(`/labour-entries/${id}/clock-out`);
    expect(errorsOf(out)).to.deep.equal(refused('ended_at'));
    expect(out.body.message).to.match(
      /this one runs since \d+ \w+ \d{4}, \d\d:\d\d\. Edit it, and enter when the work ended\./,
    );
    const begun = await technician.post('/labour-entries/clock-in', { maintenance_id: ids.maintenance });
    expect(errorsOf(begun)).to.deep.equal(refused('started_at'));
    expect(begun.body.message).to.match(/“Mend the "gate"” runs since .*Edit it first/);
    const ended_at = new Date(Date.parse(started_at) + 3_600_000).toISOString();
    const ended = await technician.patch(`/labour-entries/${id}`, { ended_at });
    expect([ended.status, ended.body.data?.minutes], ended.text).to.deep.equal([200, 60]);
  });

  it('is clocked in and out, once at a time', async () => {
    const started_at = new Date(Date.now() - 90 * 60_000).toISOString();
    const { id } = await booked({ started_at, trade_id: ids.mechanics });
    const running = await technician.get(`/labour-entries?running=true&user_id=${ids.technician}&with=can`);
    expect(running.body.data, running.text).to.have.lengthOf(1);
    expect(running.body.data[0]).to.include({ id, minutes: null, amount: null, running: true });
    expect(running.body.data[0].can.actions).to.deep.equal(['clock-out']);
    // Another one that began before it is no next one.
    expect((await book({ started_at })).status).to.equal(422);
    const out = await technician.post(`/labour-entries/${id}/clock-out`);
    expect(out.body.data, out.text).to.include({ minutes: 90, amount: 72, running: false });
    expect((await technician.post(`/labour-entries/${id}/clock-out`)).status).to.equal(422);
    const sums = await technician.get(
      `/labour-entries/counts?user_id=${ids.technician}&worked_on=2024-04-01&sum=minutes,amount`,
    );
    expect(sums.body.data, sums.text).to.deep.equal([{ count: 3, sums: { minutes: 180, amount: 156 } }]);
  });

  it('begins at the moment of the service, for any maintenance', async () => {
    const clockIn = (body: Body) => technician.post('/labour-entries/clock-in', body);
    const maintenance_id = ids.maintenance;
    expect(errorsOf(await clockIn({ maintenance_id, started_at: '2024-01-01T08:00:00Z' }))).to.deep.equal(
      refused('started_at'),
    );
    expect(errorsOf(await clockIn({ maintenance_id: 999_999 }))).to.deep.equal(refused('maintenance_id'));
    expect(errorsOf(await clockIn({ maintenance_id, trade_id: 999_999 }))).to.deep.equal(refused('trade_id'));
    const before = Date.now();
    const begun = await clockIn({ maintenance_id, trade_id: ids.electrics });
    expect(begun.status, begun.text).to.equal(201);
    const { id, started_at, ...entry } = begun.body.data;
    expect(entry).to.include({ maintenance_id, user_id: ids.technician, running: true, hourly_rate: 52 });
    expect(Date.parse(started_at)).to.be.within(before - 1000, Date.now() + 1000);
    // Whoever begins other work ends what they began before, at that moment.
    const again = await clockIn({ maintenance_id });
    expect(again.status, again.text).to.equal(201);
    const ended = (await technician.get(`/labour-entries/${id}`)).body.data;
    expect(ended).to.include({ running: false, ended_at: again.body.data.started_at });
    expect(ended.amount).to.be.a('number');
    expect((await technician.post(`/labour-entries/${again.body.data.id}/clock-out`)).status).to.equal(200);
  });

  describe('a clock on work that is over', () => {
    const noneTimed = () => database.knex('labour_entries').whereNotNull('started_at').del();
    beforeEach(noneTimed);

    const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
    const made = async (status = 'in_progress') => {
      const { material_id } = (await manager.get(`/maintenances/${ids.maintenance}`)).body.data;
      const people = { operator_ids: [ids.technician] };
      const reply = await manager.post('/maintenances', { name: 'Gate', material_id, status, ...people });
      expect(reply.status, reply.text).to.equal(201);
      return Number(reply.body.data.id);
    };
    const begin = (maintenance_id: number, by = technician, started_at = hourAgo()) =>
      booked({ maintenance_id, started_at, trade_id: ids.mechanics }, by);
    const entryOf = async (id: number) => (await manager.get(`/labour-entries/${id}`)).body.data;
    const over = (id: number, body: Body, by = technician) => by.patch(`/maintenances/${id}`, body);
    const stop = async (id: number, by = technician) => {
      const out = await by.post(`/labour-entries/${id}/clock-out`);
      expect(out.status, out.text).to.equal(200);
    };

    for (const status of ['completed', 'canceled'])
      it(`stops for whoever has it ${status}, with an entry in the journal`, async () => {
        const work = await made();
        const { id } = await begin(work);
        const reply = await over(work, { status });
        expect(reply.status, reply.text).to.equal(200);
        expect(reply.body.data.labour_minutes).to.equal(60);
        const { ended_at, ...entry } = await entryOf(id);
        expect(entry).to.include({ running: false, minutes: 60, amount: entry.hourly_rate });
        if (status === 'completed') expect(ended_at).to.equal(reply.body.data.resolved_at);
        const told = await manager.get(`/activities?resource=labour-entry&record_id=${id}`);
        expect(told.body.data[0]?.changes, told.text).to.have.any.keys('ended_at');
      });

    it('stops at the end of the work where that is sent, and now where it began later', async () => {
      for (const [ago, minutes] of [
        [30, 30],
        [90, 60],
      ] as const) {
        await noneTimed();
        const work = await made();
        const { id } = await begin(work);
        const resolved_at = new Date(Date.now() - ago * 60_000).toISOString();
        const started_at = new Date(Date.now() - 120 * 60_000).toISOString();
        const reply = await over(work, { status: 'completed', started_at, resolved_at });
        expect(reply.status, reply.text).to.equal(200);
        expect(await entryOf(id)).to.include({ running: false, minutes });
      }
    });

    it('runs on for others, unless whoever manages stops it', async () => {
      const work = await made();
      const mine = await begin(work);
      const theirs = await begin(work, manager);
      const refusedBy = await over(work, { status: 'completed', stop_clocks: true });
      expect([refusedBy.status, refusedBy.body.message], refusedBy.text).to.deep.equal([
        403,
        (await book({ minutes: 1, user_id: ids.manager })).body.message,
      ]);
      expect((await entryOf(mine.id)).running).to.equal(true);
      expect((await over(work, { status: 'completed' })).status).to.equal(200);
      expect((await entryOf(mine.id)).running).to.equal(false);
      expect((await entryOf(theirs.id)).running).to.equal(true);
      await stop(theirs.id, manager);
      await noneTimed();
      const other = await made();
      const { id } = await begin(other);
      expect((await over(other, { status: 'completed', stop_clocks: true }, manager)).status).to.equal(200);
      expect((await entryOf(id)).running).to.equal(false);
    });

    it('stays on other work, and while the work goes on', async () => {
      const [work, other] = [await made(), await made()];
      const { id } = await begin(work);
      for (const reply of [
        await over(other, { status: 'completed' }),
        await over(work, { status: 'planned' }),
        await over(work, { description: 'Half of it' }),
      ])
        expect(reply.status, reply.text).to.equal(200);
      expect((await entryOf(id)).running).to.equal(true);
      expect(errorsOf(await over(work, { stop_clocks: true }))).to.deep.equal(refused('stop_clocks'));
      await stop(id);
    });

    it('is refused where it was forgotten: nobody has worked for days', async () => {
      const work = await made();
      const { id } = await begin(work, technician, new Date(Date.now() - 30 * 3_600_000).toISOString());
      const reply = await over(work, { status: 'completed' });
      expect(errorsOf(reply)).to.deep.equal(refused('status'));
      expect(reply.body.message).to.match(/“Gate” runs since .*Edit it first/);
      const ended_at = hourAgo();
      const started_at = new Date(Date.parse(ended_at) - 60_000).toISOString();
      expect((await technician.patch(`/labour-entries/${id}`, { started_at, ended_at })).status).to.equal(
        200,
      );
      expect((await over(work, { status: 'completed' })).status).to.equal(200);
    });

    it('stops where the date of a plan is skipped, and with it the work', async () => {
      const plan = await manager.post('/maintenance-plans', {
        name: 'Look',
        material_id: (await manager.get(`/maintenances/${ids.maintenance}`)).body.data.material_id,
        ...{ starts_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10), frequency: 'year' },
      });
      expect(plan.status, plan.text).to.equal(201);
      const made = await manager.post(`/maintenance-plans/${plan.body.data.id}/generate`, {
        until: new Date(Date.now() + 360 * 86_400_000).toISOString().slice(0, 10),
      });
      expect(made.body.data.generated, made.text).to.be.at.least(1);
      const [date] = (
        await manager.get(`/plan-occurrences?maintenance_plan_id=${plan.body.data.id}&status=open`)
      ).body.data;
      const { id } = await begin(date.maintenance_id, manager);
      const skipped = await manager.post(`/plan-occurrences/${date.id}/skip`, { note: 'Not now' });
      expect(skipped.status, skipped.text).to.equal(200);
      expect(await entryOf(id)).to.include({ running: false, minutes: 60 });
    });
  });

  it('lets one of many through that overlap and come at once', async () => {
    const clients = [technician, elsewhere];
    for (const body of [
      { started_at: '2024-05-01T08:00:00Z', ended_at: '2024-05-01T09:00:00Z' },
      { started_at: new Date().toISOString() },
    ]) {
      const replies = await Promise.all(Array.from({ length: 8 }, (_, at) => book(body, clients[at % 2])));
      const statuses = replies.map(({ status }) => status).sort();
      expect(statuses, replies.map(({ text }) => text).join('\n')).to.deep.equal([
        201,
        ...Array(7).fill(422),
      ]);
    }
  });

  it('adds up to what a maintenance costs, with its parts and services', async () => {
    const { material_id } = (await manager.get(`/maintenances/${ids.maintenance}`)).body.data;
    const made = await manager.post('/maintenances', { name: 'Costly', material_id });
    const maintenance_id = made.body.data.id;
    await booked({ maintenance_id, minutes: 50, trade_id: ids.mechanics, worked_on: '2024-06-01' });
    await booked({ maintenance_id, minutes: 1, trade_id: ids.mechanics, worked_on: '2024-06-02' });
    const company = await database
      .knex('company_types')
      .where({ type: 'maintenance_provider' })
      .first('company_id');
    const cost = { maintenance_id, company_id: company.company_id, amount: 99.05 };
    const costs = [
      await manager.post('/service-costs', cost),
      await manager.post('/service-costs', { ...cost, amount: 0.95 }),
    ];
    for (const { status, text } of costs) expect(status, text).to.equal(201);
    expect(
      (await manager.post('/service-costs', { ...cost, incurred_on: '2999-01-01' })).body.errors,
    ).to.have.all.keys('incurred_on');
    const item = (await manager.get('/items?per_page=1&sort=-current_stock')).body.data[0];
    const part = await manager.post('/item-movements', {
      item_id: item.id,
      type: 'exit',
      quantity: 2,
      maintenance_id,
    });
    expect(part.status, part.text).to.equal(201);
    const parts_cost = part.body.data.total_price;
    const total_cost = Math.round(100 * (parts_cost + 140.8)) / 100;
    const figures = { labour_minutes: 51, labour_cost: 40.8, service_cost: 100, parts_cost, total_cost };
    expect((await manager.get(`/maintenances/${maintenance_id}`)).body.data).to.include(figures);
    const names = Object.keys(figures).join();
    const counted = await manager.get(
      `/maintenances/counts?id=${maintenance_id},${ids.maintenance}&sum=${names}`,
    );
    expect(counted.status, counted.text).to.equal(200);
    const sorted = await manager.get('/maintenances?sort=-total_cost&fields=total_cost&per_page=100');
    const totals = sorted.body.data.map((one: { total_cost: number }) => one.total_cost);
    expect(totals).to.deep.equal([...totals].sort((a, b) => b - a));
    // What costs refer to stays.
    const kept = await manager.delete(`/maintenances/${maintenance_id}`);
    expect(kept.status, kept.text).to.equal(409);
  });

  it('is part of what materials cost, each cost at its own day', async () => {
    const zone_id = (await manager.post('/zones', { name: 'Costs' })).body.data.id;
    const company = await database
      .knex('company_types')
      .where({ type: 'maintenance_provider' })
      .first('company_id');
    const spend = async (
      name: string,
      more: Body,
      type: string,
      costs: readonly (readonly [string, Body])[],
    ) => {
      const material = await manager.post('/materials', { name, zone_id, ...more });
      const work = await manager.post('/maintenances', { name, type, material_id: material.body.data.id });
      for (const [path, body] of costs) {
        const made = await manager.post(path, { maintenance_id: work.body.data.id, ...body });
        expect(made.status, made.text).to.equal(201);
      }
    };
    const { company_id } = company;
    await spend('A', { purchase_price: 9_000, replacement_value: 12_500 }, 'preventive', [
      ['/labour-entries', { minutes: 90, trade_id: ids.electrics, worked_on: '2024-03-31' }],
      // A summer's night in London: the first of May by the clocks of the site.
      [
        '/labour-entries',
        { trade_id: ids.electrics, started_at: '2024-04-30T23:00:00Z', ended_at: '2024-05-01T00:30:00Z' },
      ],
      ['/service-costs', { company_id, amount: 172.09, incurred_on: '2024-05-31' }],
      ['/service-costs', { company_id, amount: 1000, incurred_on: '2024-06-01' }],
    ]);
    await spend('B', {}, 'corrective', [
      ['/service-costs', { company_id, amount: 90, incurred_on: '2024-05-02' }],
    ]);
    const asked = `/materials/costs?zone_id=${zone_id}&from=2024-03-31&until=2024-06-01`;
    const [all] = (await manager.get(asked)).body.data;
    expect(all).to.deep.include({
      ...{
        value: null,
        cost: 418.09,
        labour_cost: 156,
        service_cost: 262.09,
        parts_cost: 0,
        preventive_cost: 328.09,
      },
      ...{ preventive_share: 0.784735, materials: 2, asset_value: 12_500, without_value: 1 },
      ...{ cost_without_value: 90, cost_to_value: 0.026247 },
    });
    const months = (await manager.get(`${asked}&by=month`)).body.data;
    expect(months.map((one: Body) => [one.value, one.cost])).to.deep.equal([
      ['2024-03-31', 78],
      ['2024-04-01', 0],
      ['2024-05-01', 340.09],
    ]);
    const each = (await manager.get(`${asked}&by=id&sort=-cost`)).body.data;
    expect(each.map((one: Body) => [one.label, one.cost, one.cost_to_value])).to.deep.equal([
      ['A', 328.09, 0.026247],
      ['B', 90, null],
    ]);
    // Parts have moments: what left the store counts on the day that the site's clocks showed.
    const parts = (await manager.get('/materials/costs?from=2024-01-01&until=2033-01-01')).body.data;
    expect(parts, JSON.stringify(parts)).to.have.nested.property('0.parts_cost').that.is.above(0);
    const total = await manager.get('/maintenances/counts?sum=parts_cost');
    expect(parts[0].parts_cost).to.equal(total.body.data[0].sums.parts_cost);
  });

  it('is told within the bounds that its document gives: less than nothing, and far more than a material is worth', async () => {
    const zone_id = (await manager.post('/zones', { name: 'Cheap' })).body.data.id;
    const made = async (path: string, body: Body) => {
      const reply = await manager.post(path, body);
      expect(reply.status, reply.text).to.equal(201);
      return reply.body.data;
    };
    const cheap = await made('/materials', { name: 'Cheap', zone_id, replacement_value: 0.01 });
    const work = { name: 'Work', type: 'preventive', material_id: cheap.id };
    const { id: maintenance_id } = await made('/maintenances', work);
    const item = await made('/items', { name: 'Bolt', reference: 'BOLT-CHEAP', unit: 'piece' });
    const received = { type: 'entry', quantity: 1, unit_price: 30, moved_at: '2024-03-01T10:00:00Z' };
    await made('/item-movements', { item_id: item.id, ...received });
    const taken = { type: 'exit', quantity: 1, maintenance_id, moved_at: '2024-03-02T10:00:00Z' };
    const exit = await made('/item-movements', { item_id: item.id, ...taken });
    await made('/item-movements', { reverses_id: exit.id });
    const shares = async (from: string, until: string) => {
      const { status, body, text } = await manager.get(
        `/materials/costs?zone_id=${zone_id}&from=${from}&until=${until}`,
      );
      expect(status, text).to.equal(200);
      const [{ cost, preventive_share, cost_to_value }] = body.data;
      return { cost, preventive_share, cost_to_value };
    };
    const reversed = { cost: -30, preventive_share: 1, cost_to_value: -3000 };
    expect(await shares('2025-01-01', '2033-01-01')).to.deep.equal(reversed);
    const provider = await database
      .knex('company_types')
      .where({ type: 'maintenance_provider' })
      .first('company_id');
    const charged = { maintenance_id, company_id: provider.company_id, amount: 9_999_999.99 };
    await made('/service-costs', { ...charged, incurred_on: '2024-05-01' });
    const dear = { cost: 9_999_999.99, preventive_share: 1, cost_to_value: 999_999_999 };
    expect(await shares('2024-05-01', '2024-05-02')).to.deep.equal(dear);
    await made('/service-costs', { ...charged, incurred_on: '2024-05-01' });
    // Nobody compares such numbers, and none larger is exact.
    const beyond = { cost: 19_999_999.98, preventive_share: 1, cost_to_value: null };
    expect(await shares('2024-05-01', '2024-05-02')).to.deep.equal(beyond);
  });

  it('is taken off the backlog of what it was done for', async () => {
    const zone_id = (await manager.post('/zones', { name: 'Backlog' })).body.data.id;
    const material = (await manager.post('/materials', { name: 'Press', zone_id })).body.data;
    const away = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const plan = async (body: Body, minutes = 0) => {
      const made = await manager.post('/maintenances', { name: 'Wait', material_id: material.id, ...body });
      expect(made.status, made.text).to.equal(201);
      if (minutes > 0)
        await booked({ maintenance_id: made.body.data.id, minutes, trade_id: ids.electrics }, manager);
    };
    await plan({ estimated_minutes: 120, priority: 'high', scheduled_at: away(-40), due_at: away(9) }, 30);
    await plan({ estimated_minutes: 60, priority: 'high', due_at: away(-8.5) }, 80);
    await plan({ scheduled_at: away(9), due_at: away(-9) });
    await plan({ estimated_minutes: 240 });
    await plan({ estimated_minutes: 600, status: 'canceled', due_at: away(-9) });
    const asked = `/maintenances/backlog?zone_id=${zone_id}`;
    const hoursAWeek = (hours: number | null) =>
      database.knex('sites').where({ id: material.site_id }).update({ maintenance_hours_per_week: hours });
    await hoursAWeek(40);
    const all = {
      ...{ value: null, label: 'Total', count: 4, overdue: 2, not_due: 1, undated: 1 },
      ...{ age_0_7: 0, age_8_30: 1, age_31_90: 1, age_over_90: 0 },
      ...{ hours: 5.5, without_estimate: 1, weeks: 0.1375 },
    };
    expect((await manager.get(asked)).body.data).to.deep.equal([all]);
    const each = (await manager.get(`${asked}&by=priority`)).body.data;
    expect(each.map((one: Body) => [one.value, one.count, one.overdue, one.hours, one.weeks])).to.deep.equal([
      ['medium', 2, 0, 4, 0.1],
      ['high', 2, 2, 1.5, 0.0375],
    ]);
    const [late] = (await manager.get('/maintenances/backlog')).body.data;
    const counted = await manager.get('/maintenances/counts?overdue=true');
    expect(late.overdue).to.equal(counted.body.data[0].count);
    await hoursAWeek(null);
    expect((await manager.get(asked)).body.data).to.deep.equal([{ ...all, weeks: null }]);
    const unknown = (await manager.get(`${asked}&scheduled_at[gte]=${away(0)}`)).body.data;
    expect(unknown[0]).to.include({ count: 1, hours: null, without_estimate: 1, weeks: null });
  });

  it('keeps what it refers to', async () => {
    const reply = await manager.delete(`/trades/${ids.electrics}`);
    expect(reply.status, reply.text).to.equal(409);
    expect(reply.body.message).to.match(/: \d+ labour entries\./);
    expect(reply.body.message).to.include('inactive');
    expect((await manager.delete(`/maintenances/${ids.maintenance}`)).status).to.equal(409);
  });
});
