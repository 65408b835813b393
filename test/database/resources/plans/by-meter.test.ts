/** Plans by meter at work: a function of readings and of work, for any user at any time. */
import { expect } from 'chai';
import { onlyOn } from '../../../harness/only-on.ts';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant } from '../../../service/resources/plans/plant.ts';

type Json = Readonly<Record<string, unknown>>;

describe('a plan by meter', () => {
  const plant = openPlant('Europe/Paris');
  beforeEach(() => setClock('2027-03-01T12:00:00Z'));

  const day = (n: number) => new Date(Date.UTC(2027, 0, n, 9)).toISOString();
  const newMeter = async (body: Json = {}): Promise<number> => {
    const sent = { name: plant.name(), material_id: plant.material, kind: 'counter', unit: 'h', ...body };
    return (await plant.send('POST', '/meters', sent, 201)).id;
  };
  const read = (meter_id: number, n: number, value: number, body: Json = {}) =>
    plant.send('POST', '/meter-readings', { meter_id, value, read_at: day(n), ...body }, 201);
  /** A counter that showed 100 on 1 January, and its plan from 2 January on. */
  const planned = async (body: Json = {}) => {
    const meter = await newMeter();
    await read(meter, 1, 100);
    const rule = { basis: 'meter', meter_id: meter, every_units: 500, starts_on: '2027-01-02' };
    const plan = await plant.plan({ frequency: null, ...rule, ...body });
    return { meter, plan };
  };
  const generate = (plan: { id: number }, body: Json = {}) =>
    plant.send('POST', `/maintenance-plans/${plan.id}/generate`, body);
  /** What was due of it, and what became of that: `600 2027-01-05 open`. */
  const course = async ({ id }: { id: number }): Promise<string[]> => {
    const path = `/plan-occurrences?maintenance_plan_id=${id}&sort=sequence&per_page=100`;
    const found: Json[] = await plant.send('GET', path);
    return found.map(({ due_units, due_at, estimated, status, skip_reason, punctuality }) =>
      [
        due_units ?? 'calendar',
        `${estimated ? '~' : ''}${due_at === null ? '?' : String(due_at).slice(0, 10)}`,
        status,
        ...(skip_reason ? [skip_reason] : []),
        ...(punctuality ? [punctuality] : []),
      ].join(' '),
    );
  };

  it('begins with what is due next, foreseen as soon as its counter moves', async () => {
    const { meter, plan } = await planned();
    expect(plan).to.include({ basis: 'meter', frequency: null, rrule: null, next_due_units: 500 });
    expect(plan).to.include({ next_due_at: null, next_generation_at: null, lead_units: 0 });
    expect(await course(plan)).to.deep.equal(['500 ? scheduled']);
    await read(meter, 11, 150);
    expect(await course(plan)).to.deep.equal(['500 ~2027-03-22 scheduled']);
    expect((await plant.read(plan)).next_due_at).to.equal('2027-03-22T09:00:00.000Z');
    expect(await generate(plan, { until: '2027-12-31' })).to.deep.equal({ generated: 0, skipped: 0 });
    const foreseen = await plant.send('GET', `/maintenance-plans/${plan.id}/forecast?until=2027-09-01`);
    expect(foreseen).to.deep.equal([
      {
        ...{ original_due_at: '2027-03-22T09:00:00.000Z', due_at: '2027-03-22T09:00:00.000Z' },
        ...{ skip_reason: null, due_units: 500, estimated: true },
      },
      {
        ...{ original_due_at: '2027-06-30T09:00:00.000Z', due_at: '2027-06-30T09:00:00.000Z' },
        ...{ skip_reason: null, due_units: 1000, estimated: true },
      },
    ]);
  });

  it('waits for a first reading', async () => {
    const meter = await newMeter();
    const rule = { basis: 'meter', meter_id: meter, every_units: 500, starts_on: '2027-01-02' };
    const plan = await plant.plan({ frequency: null, ...rule });
    expect(await course(plan)).to.deep.equal([]);
    await read(meter, 5, 40);
    expect(await course(plan)).to.deep.equal(['500 ? scheduled']);
  });

  for (const [who, doIt] of [
    ['the task', (_plan: { id: number }) => plant.tick('2027-03-01T12:00:00.000Z')],
    ['somebody', (plan: { id: number }) => generate(plan)],
    ['somebody, of the whole site', () => plant.send('POST', '/maintenance-plans/generate', {})],
  ] as const) {
    it(`makes one order of a reading that reaches several, by ${who}, and none twice`, async () => {
      const { meter, plan } = await planned({ lead_units: 50 });
      await read(meter, 5, 449.999);
      await doIt(plan);
      expect(await course(plan)).to.deep.equal(['500 ~2027-01-05 scheduled']);
      await read(meter, 20, 1540);
      await doIt(plan);
      const done = ['500 2027-01-20 skipped overtaken', '1000 2027-01-20 skipped overtaken'];
      expect((await course(plan)).slice(0, 3)).to.deep.equal([...done, '1500 2027-01-20 open']);
      await doIt(plan);
      expect(await course(plan)).to.have.lengthOf(4);
      expect(await plant.order(plan, 3)).to.include({ due_at: day(20), scheduled_at: day(20) });
      expect(await plant.read(plan)).to.include({ next_due_units: 2000, open_count: 1, skipped_count: 2 });
    });
  }

  it('is the same of readings that come in late and in any order', async () => {
    const { meter, plan } = await planned();
    await read(meter, 30, 1200);
    await read(meter, 10, 550);
    await read(meter, 20, 1050);
    await generate(plan);
    expect((await course(plan)).slice(0, 2)).to.deep.equal([
      '500 2027-01-10 missed',
      '1000 2027-01-20 skipped previous_open',
    ]);
  });

  it('forgets a reading that is void, and what a new counter shows follows what ran before', async () => {
    const { meter, plan } = await planned();
    const { id } = await read(meter, 10, 800);
    expect((await course(plan)).at(-1)).to.equal('500 2027-01-10 scheduled');
    await plant.send('POST', `/meter-readings/${id}/void`, { note: 'Misread' });
    expect(await course(plan)).to.deep.equal(['500 ? scheduled']);
    await read(meter, 11, 300);
    await read(meter, 12, 150, { is_reset: true });
    await read(meter, 13, 210);
    await generate(plan);
    expect((await course(plan))[0]).to.equal('500 2027-01-13 open');
  });

  it('is on time by what had run when it was done, also where that is read later', async () => {
    const { meter, plan } = await planned({ tolerance_units: 20 });
    await read(meter, 10, 500);
    await generate(plan);
    await plant.complete(plan, 1, day(12));
    const [occurrence] = await plant.send(
      'GET',
      `/plan-occurrences?maintenance_plan_id=${plan.id}&status=done`,
    );
    expect(occurrence).to.include({ completed_units: 500, punctuality: 'on_time', window_from: null });
    await read(meter, 11, 530);
    expect((await course(plan))[0]).to.equal('500 2027-01-10 done late');
    expect(await plant.read(plan)).to.include({ last_completed_at: day(12), done_count: 1 });
  });

  it('is missed once more has run than is on time, and open again where that was misread', async () => {
    const { meter, plan } = await planned({ when_open: 'stack' });
    await read(meter, 10, 500);
    await generate(plan);
    await read(meter, 11, 550);
    expect((await course(plan))[0]).to.equal('500 2027-01-10 open');
    const overdue = async () => (await plant.order(plan, 1)).overdue;
    expect(await overdue(), 'due, and not late').to.equal(false);
    const { id } = await read(meter, 12, 550.001);
    expect((await course(plan))[0]).to.equal('500 2027-01-10 missed');
    expect(await plant.read(plan)).to.include({ missed_count: 1, open_count: 0 });
    expect(await overdue()).to.equal(true);
    const compliance = '/maintenance-plans/compliance?from=2027-01-01&until=2027-02-01';
    const counted = async () => plant.send('GET', `${compliance}&search=${encodeURIComponent(plan.name)}`);
    expect(await counted()).to.include({ due: 1, missed: 1, compliance: 0 });
    await plant.send('POST', `/meter-readings/${id}/void`, { note: 'Misread' });
    expect((await course(plan))[0]).to.equal('500 2027-01-10 open');
    expect(await plant.read(plan)).to.include({ missed_count: 0, open_count: 1 });
    expect(await overdue()).to.equal(false);
    expect(await counted()).to.include({ due: 0, missed: 0, compliance: null });
  });

  it('tells that it is missed, though its reading is entered later or brings the order itself, once', async () => {
    const facts = async () => {
      const ids = (await plant.occurrences(plan)).map((one) => one.id);
      const told = plant.service.database.knex('facts').where({ kind: 'missed' }).whereIn('record_id', ids);
      return told.orderBy('id').select('record_id', 'edge', 'user_id');
    };
    const { meter, plan } = await planned({ when_open: 'stack' });
    await read(meter, 10, 500);
    await generate(plan);
    const { id } = await read(meter, 12, 550.001);
    const { id: first } = await plant.occurrence(plan, 1);
    const missed = [{ record_id: first, edge: day(12), user_id: null }];
    expect(await facts()).to.deep.equal(missed);
    // Misread, and read once more: it is the same moment.
    await plant.send('POST', `/meter-readings/${id}/void`, { note: 'Misread' });
    await read(meter, 12, 551);
    expect(await facts()).to.deep.equal(missed);
    await read(meter, 20, 1200);
    expect(await facts()).to.deep.equal(missed);
    await generate(plan);
    const { id: second } = await plant.occurrence(plan, 2);
    expect(await facts()).to.deep.equal([...missed, { record_id: second, edge: day(20), user_id: null }]);
  });

  it('floating, counts from what had run when it was done, and goes on where it was not', async () => {
    const { meter, plan } = await planned({ schedule: 'floating' });
    await read(meter, 10, 640);
    await generate(plan);
    await read(meter, 11, 700);
    await plant.complete(plan, 1, day(12));
    expect((await plant.read(plan)).next_due_units).to.equal(1200);
    await read(meter, 20, 1500);
    await generate(plan);
    expect(await course(plan)).to.deep.equal(['600 2027-01-10 done late', '1200 2027-01-20 missed']);
    const { id } = await plant.occurrence(plan, 2);
    await plant.send('POST', `/plan-occurrences/${id}/skip`, { note: 'Not now' });
    expect((await plant.read(plan)).next_due_units).to.equal(2000);
  });

  it('by either comes due by whichever is first, and a completion resets both', async () => {
    const body = { basis: 'either', frequency: 'month', starts_on: '2027-01-15' };
    const { meter, plan } = await planned(body);
    expect(plan).to.include({ schedule: 'floating', next_due_units: 600 });
    expect(await course(plan)).to.deep.equal([
      'calendar 2027-01-15 skipped paused',
      'calendar 2027-02-15 skipped paused',
      'calendar 2027-03-15 scheduled',
    ]);
    await read(meter, 60, 700);
    expect((await course(plan)).at(-1)).to.equal('600 2027-03-01 scheduled');
    await generate(plan);
    setClock('2027-03-03T12:00:00Z');
    await read(meter, 61, 720);
    await plant.complete(plan, 3, '2027-03-02T10:00:00Z');
    expect(await plant.read(plan)).to.include({
      next_due_units: 1220,
      next_due_at: '2027-04-02T06:00:00.000Z',
    });
    await plant.come('2027-03-26T12:00:00Z');
    expect((await course(plan)).at(-1)).to.equal('calendar 2027-04-02 open');
  });

  it('keeps what passed before it was made or while it was inactive as its plan says', async () => {
    const meter = await newMeter();
    for (const [n, value] of [
      [1, 100],
      [10, 600],
      [20, 1200],
    ] as const)
      await read(meter, n, value);
    const rule = {
      frequency: null,
      basis: 'meter',
      meter_id: meter,
      every_units: 500,
      starts_on: '2027-01-02',
    };
    const next = await plant.plan(rule);
    const paused = ['500 2027-01-10 skipped paused', '1000 2027-01-20 skipped paused'];
    expect((await course(next)).slice(0, 2)).to.deep.equal(paused);
    const all = await plant.plan({ ...rule, catch_up: 'all', when_open: 'stack' });
    await generate(all);
    expect((await course(all)).slice(0, 2)).to.deep.equal([
      '500 2027-01-10 missed',
      '1000 2027-01-20 missed',
    ]);
    await plant.change(next, { active: false });
    await read(meter, 30, 1550);
    await plant.change(next, { active: true });
    expect((await course(next))[2]).to.equal('1500 2027-01-30 skipped paused');
    expect((await plant.read(next)).next_due_units).to.equal(2000);
  });

  it('follows another rule from what is recorded on', async () => {
    const { meter, plan } = await planned();
    await read(meter, 10, 540);
    await plant.change(plan, { every_units: 200 });
    expect((await course(plan)).slice(0, 1)).to.deep.equal(['500 2027-01-10 open']);
    expect((await plant.read(plan)).next_due_units).to.equal(600);
    await plant.change(plan, { basis: 'calendar', frequency: 'month', meter_id: null, every_units: null });
    expect(await plant.read(plan)).to.include({ next_due_units: null, frequency: 'month' });
    expect((await course(plan)).at(-1)).to.match(/^calendar 2027-03-02 scheduled/);
  });

  it('is skipped by hand before it is due, and put off only once it is', async () => {
    const { meter, plan } = await planned();
    const { id } = await plant.occurrence(plan, 1);
    const put = { due_at: '2027-04-01T09:00:00Z', note: 'Later' };
    const refused = await plant.manager.post(`/plan-occurrences/${id}/postpone`, put);
    expect([refused.status, Object.keys(refused.body.errors)]).to.deep.equal([422, ['due_at']]);
    await plant.send('POST', `/plan-occurrences/${id}/skip`, { note: 'Not this time' });
    expect(await course(plan)).to.deep.equal(['500 ? skipped manual', '1000 ? scheduled']);
    await read(meter, 10, 1000);
    await generate(plan);
    const { id: open } = await plant.occurrence(plan, 2);
    await plant.send('POST', `/plan-occurrences/${open}/postpone`, put);
    expect((await course(plan))[1]).to.equal('1000 2027-04-01 open');
  });

  const refusals: readonly (readonly [body: Json, ...fields: string[]])[] = [
    [{ meter_id: 'own', every_units: 5, tolerance_units: 1 }, 'meter_id', 'every_units', 'tolerance_units'],
    [{ basis: 'either', meter_id: 'own', every_units: 5, schedule: 'fixed' }, 'schedule'],
    [{ basis: 'meter', frequency: null, meter_id: 'own', every_units: 5, lead_units: 5 }, 'lead_units'],
    [
      {
        ...{ basis: 'meter', frequency: null, meter_id: 'own', every_units: 5, every: 2, due_time: '09:00' },
        ...{
          lead_days: 1,
          tolerance_days: 1,
          on_closed_day: 'skip',
          ends_on: '2028-01-01',
          max_occurrences: 2,
        },
        ...{ season_from: '01-01', season_until: '02-01' },
      },
      ...['due_time', 'every', 'ends_on', 'max_occurrences', 'on_closed_day', 'season_from', 'season_until'],
      ...['lead_days', 'tolerance_days'],
    ],
  ];
  it('is refused what it cannot be', async () => {
    const meters: Readonly<Record<string, number>> = {
      own: await newMeter(),
    };
    for (const [body, ...fields] of refusals) {
      const meter = meters[String(body.meter_id)];
      const sent = {
        name: 'x',
        material_id: plant.material,
        frequency: 'month',
        starts_on: '2027-01-01',
        ...body,
      };
      const reply = await plant.manager.post('/maintenance-plans', {
        ...sent,
        ...(meter && { meter_id: meter }),
      });
      expect([reply.status, Object.keys(reply.body.errors ?? {}).sort()], JSON.stringify(body)).to.deep.equal(
        [422, [...fields].sort()],
      );
    }
  });

  it('holds its meter, and is copied to materials with a counter of that name', async () => {
    const { meter, plan } = await planned();
    const refused = await plant.manager.delete(`/meters/${await newMeter()}`);
    expect(refused.status).to.equal(204);
    expect((await plant.manager.delete(`/meters/${meter}`)).status).to.equal(409);
    const { name } = await plant.send('GET', `/meters/${meter}`);
    const [one, other] = [await plant.newMaterial(), await plant.newMaterial()];
    const copy = await newMeter({ name, material_id: one });
    const path = `/maintenance-plans/${plan.id}/duplicate`;
    const lacking = await plant.manager.post(path, { material_ids: [one, other] });
    expect([lacking.status, Object.keys(lacking.body.errors)]).to.deep.equal([422, ['material_ids.1']]);
    const [made] = await plant.send('POST', path, { material_ids: [one] }, 201);
    expect(made).to.deep.include({ material_id: one, meter_id: copy, every_units: 500, basis: 'meter' });
  });

  const onServers = onlyOn('mysql', 'the embedded database has one writer at a time');
  onServers.it('is locked behind the meter that it shall go by, and locks none of its own', async () => {
    const locks = async (work: () => Promise<unknown>): Promise<string[]> => {
      const told: string[] = [];
      const hear = ({ sql }: { readonly sql: string }) => {
        const [, table] =
          /from `(meters|maintenance_plans)`.*(?:for update|lock in share mode|for share)/.exec(sql) ?? [];
        if (table) told.push(table);
      };
      plant.service.database.knex.on('query', hear);
      await work();
      plant.service.database.knex.off('query', hear);
      return told;
    };
    const { plan } = await planned();
    const other = await newMeter();
    const [first, second] = await locks(() => plant.change(plan, { meter_id: other }));
    expect([first, second]).to.deep.equal(['meters', 'maintenance_plans']);
    const material_id = await plant.newMaterial();
    const { name } = await plant.send('GET', `/meters/${other}`);
    await newMeter({ material_id, name });
    const copying = await locks(() =>
      plant.send('POST', `/maintenance-plans/${plan.id}/duplicate`, { material_ids: [material_id] }, 201),
    );
    // That of the copy alone, which the copy refers to.
    expect(copying.filter((table) => table === 'meters')).to.have.lengthOf(1);
  });

  it('says when it comes due', async () => {
    const { plan } = await planned({ schedule: 'floating' });
    const reply = await plant.manager.get(`/maintenance-plans/${plan.id}/forecast?until=2027-09-01`);
    expect(JSON.stringify(reply.body)).to.include('500 h after it was done last.');
  });
});
