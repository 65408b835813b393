/** The rules of meters and their readings, one row each. */
import { expect } from 'chai';
import { describeRules, type Json, type Rule, rule, type World } from './world.ts';

const day = (n: number): string => new Date(Date.UTC(2024, 0, n, 9)).toISOString();

async function meter(world: World, body: Json = {}): Promise<number> {
  const material_id = body.material_id ?? (await world.material());
  return world.make('meters', { name: world.name(), material_id, kind: 'counter', unit: 'h', ...body });
}

const gauge = (world: World, body: Json = {}) =>
  meter(world, { kind: 'gauge', unit: 'bar', name: 'Pressure', above: 80, deadband: 5, ...body });

/** Readings by their days; in the order in which they are given. */
async function readings(
  world: World,
  meter_id: number,
  ...given: readonly (readonly [number, number, Json?])[]
) {
  const ids: number[] = [];
  for (const [n, value, more] of given)
    ids.push(await world.make('meter-readings', { meter_id, value, read_at: day(n), ...more }));
  return ids;
}

/** A counter that read 100, 480 and 900 on the first, the third and the ninth day. */
async function counter(world: World, body: Json = {}) {
  const id = await meter(world, body);
  return { id, readings: await readings(world, id, [1, 100], [9, 900], [3, 480]) };
}

const read = (meter_id: number, n: number, value: number, more: Json = {}) =>
  ['POST', '/meter-readings', { meter_id, value, read_at: day(n), ...more }] as const;

const rules: readonly Rule[] = [
  ...[
    [{ above: 5 }, ['above']],
    [{ deadband: 1, severity: 'low' }, ['deadband', 'severity']],
    [{ kind: 'gauge', max_per_day: 5 }, ['max_per_day']],
    [{ kind: 'gauge', above: 5, below: 5 }, ['below']],
    [{ kind: 'gauge', above: 5, below: 3, deadband: 2 }, ['deadband']],
  ].map(([body, errors]) =>
    rule({
      rule: `a counter has no limits and a gauge has sound ones: ${JSON.stringify(body)}`,
      given: (world) => world.material(),
      send: (material_id) => [
        'POST',
        '/meters',
        { name: 'M', material_id, kind: 'counter', unit: 'h', ...(body as Json) },
      ],
      status: 422,
      errors: errors as string[],
    }),
  ),
  rule({
    rule: 'what a counter has run follows from its readings in the order of time',
    given: counter,
    send: ({ id }) => ['GET', `/meters/${id}`],
    status: 200,
    data: () => ({
      ...{ last_value: 900, last_read_at: day(9), reading_count: 3, total: 900, average_per_day: 100 },
      alarm: null,
    }),
  }),
  rule({
    rule: 'a counter lies between its neighbours in time',
    given: counter,
    send: ({ id }) => read(id, 5, 901),
    status: 422,
    errors: ['value'],
    contains: ['between 480 (3 Jan 2024, 09:00) and 900 (9 Jan 2024, 09:00)'],
  }),
  rule({
    rule: 'a new counter begins at 0, also one that is told of late',
    given: counter,
    send: ({ id }) => read(id, 5, 20, { is_reset: true }),
    status: 201,
    // 480, then 20, then 880 more.
    afterwards: ({ id }) => [`/meters/${id}`, { total: 1380, average_per_day: 160 }],
  }),
  rule({
    rule: 'a gauge has no new counter',
    given: (world) => gauge(world),
    send: (id) => read(id, 5, 20, { is_reset: true }),
    status: 422,
    errors: ['is_reset'],
  }),
  rule({
    rule: 'a counter gains no more in a day than it can',
    given: (world) => counter(world, { max_per_day: 200 }),
    send: ({ id }) => read(id, 10, 1100.001),
    status: 422,
    contains: ['at most 200 h'],
  }),
  rule({
    rule: 'a reading that is void makes room for the right one',
    given: async (world) => {
      const { id, readings: ids } = await counter(world);
      const reply = await world.manager.post(`/meter-readings/${ids[1]}/void`, { note: 'A digit too many.' });
      expect([reply.status, reply.body.data.voided, reply.body.data.void_note], reply.text).to.deep.equal([
        ...[200, true, 'A digit too many.'],
      ]);
      expect(await world.read(`/meters/${id}`)).to.include({ total: 480, last_value: 480, reading_count: 2 });
      return id;
    },
    send: (id) => read(id, 9, 500),
    status: 201,
    afterwards: (id) => [`/meters/${id}`, { total: 500, last_value: 500, reading_count: 3 }],
  }),
  rule({
    rule: 'a trend tells of every period, and of what a counter gained since the one before',
    given: async (world) => {
      const { id } = await counter(world);
      await readings(world, id, [40, 905.5], [41, 0.5, { is_reset: true }]);
      return id;
    },
    send: (id) => ['GET', `/meters/${id}/trend?from=2023-12-15&until=2024-04-01&by=month`],
    status: 200,
    contains: [
      '{"value":"2023-12-15","label":"2023-12","readings":0,"last":null,"minimum":null,"maximum":null,"used":null}',
      '{"value":"2024-01-01","label":"2024-01","readings":3,"last":900,"minimum":100,"maximum":900,"used":800}',
      '{"value":"2024-02-01","label":"2024-02","readings":2,"last":0.5,"minimum":0.5,"maximum":905.5,"used":6}',
      '{"value":"2024-03-01","label":"2024-03","readings":0,"last":null,"minimum":null,"maximum":null,"used":null}',
    ],
  }),
  rule({
    rule: 'a reset stays while later readings would run backwards',
    given: async (world) => {
      const { id } = await counter(world);
      const [reset] = await readings(world, id, [10, 5, { is_reset: true }], [11, 7]);
      return reset;
    },
    send: (id) => ['POST', `/meter-readings/${id}/void`, { note: 'There was none.' }],
    status: 422,
    errors: ['note'],
    contains: ['The reading 7 of 11 Jan 2024, 09:00'],
  }),
  rule({
    rule: 'a reset that is void moves all totals behind it back',
    given: async (world) => {
      const { id, readings: ids } = await counter(world);
      const [reset] = await readings(world, id, [5, 20, { is_reset: true }], [12, 1000]);
      expect(await world.read(`/meters/${id}`)).to.include({ total: 1480 });
      expect(ids).to.have.lengthOf(3);
      return { id, reset };
    },
    send: ({ reset }) => ['POST', `/meter-readings/${reset}/void`, { note: 'There was none.' }],
    status: 200,
    afterwards: ({ id }) => [`/meters/${id}`, { total: 1000, reading_count: 4 }],
  }),
];

describeRules('rules of meters', rules, (world) => {
  const incidentsOf = async (id: number) => {
    const { body } = await world().manager.get(`/incidents?meter_id=${id}&sort=started_at`);
    return body.data.map(({ name, severity, started_at, meter_reading_id }: Json) => ({
      ...{ name, severity, started_at, meter_reading_id },
    }));
  };
  const incident = (n: number, meter_reading_id: number | undefined) => ({
    ...{ name: 'Pressure above 80 bar', severity: 'high', started_at: day(n), meter_reading_id },
  });

  it('make one incident of an excursion, which the reading that crossed the limit marks', async () => {
    const id = await gauge(world());
    const ids = await readings(world(), id, [1, 79], [2, 81], [3, 90], [4, 76], [5, 75], [6, 81]);
    expect(await incidentsOf(id)).to.deep.equal([incident(2, ids[1]), incident(6, ids[5])]);
    expect(await world().read(`/meters/${id}`)).to.include({ alarm: 'above', last_value: 81 });
    const crossed = (await world().manager.get(`/meter-readings?meter_id=${id}&crossed=above&sort=read_at`))
      .body;
    expect(crossed.data.map((one: Json) => one.id)).to.deep.equal([ids[1], ids[5]]);
  });

  it('have late readings move an incident and split an excursion, and none is taken back', async () => {
    const id = await gauge(world());
    const [first, , last] = await readings(world(), id, [5, 81], [6, 82], [9, 83]);
    expect(await incidentsOf(id)).to.deep.equal([incident(5, first)]);
    const [earlier] = await readings(world(), id, [3, 85]);
    expect(await incidentsOf(id)).to.deep.equal([incident(3, earlier)]);
    await readings(world(), id, [7, 60]);
    expect(await incidentsOf(id)).to.deep.equal([incident(3, earlier), incident(9, last)]);
    const gone = (await incidentsOf(id)).length;
    const [deleted] = (await world().manager.get(`/incidents?meter_reading_id=${last}`)).body.data;
    expect((await world().manager.delete(`/incidents/${deleted.id}`)).status).to.equal(204);
    await readings(world(), id, [8, 84], [10, 84]);
    expect((await incidentsOf(id)).length, 'what somebody deleted does not come back').to.equal(gone - 1);
  });

  it('hand an incident on where the reading that began it is void', async () => {
    const id = await gauge(world());
    const [first, second] = await readings(world(), id, [5, 81], [6, 82]);
    const discard = (one: number | undefined) =>
      world().manager.post(`/meter-readings/${one}/void`, { note: 'Wrong.' });
    expect((await discard(first)).status).to.equal(200);
    expect(await incidentsOf(id)).to.deep.equal([incident(6, second)]);
    expect((await discard(second)).status).to.equal(200);
    expect(await incidentsOf(id)).to.deep.equal([incident(6, second)]);
    expect(await world().read(`/meters/${id}`)).to.include({
      alarm: null,
      last_value: null,
      reading_count: 0,
    });
  });

  it('are judged by the limits of the moment they come in', async () => {
    const id = await gauge(world());
    await readings(world(), id, [1, 70], [2, 81]);
    expect((await world().manager.patch(`/meters/${id}`, { above: 60 })).status).to.equal(200);
    expect(await incidentsOf(id)).to.have.lengthOf(1);
    await readings(world(), id, [3, 58]);
    await readings(world(), id, [4, 54], [5, 61]);
    expect((await incidentsOf(id)).map(({ name }: Json) => name)).to.deep.equal([
      ...['Pressure above 80 bar', 'Pressure above 60 bar'],
    ]);
    // A late one splits what a limit began that is no more: the limit of now would be a lie.
    await readings(world(), id, [7, 62]);
    expect((await world().manager.patch(`/meters/${id}`, { above: 90 })).status).to.equal(200);
    await readings(world(), id, [6, 50]);
    expect((await incidentsOf(id)).at(-1)).to.include({ name: 'Pressure above' });
  });

  it('are counted, and so are excursions, even if they are voided later', async () => {
    const counted = async () => {
      const { text } = await world().manager.raw('GET', '/metrics', { headers: {} });
      return ['readings', 'excursions'].map((name) =>
        Number(new RegExp(`^millwright_${name}_total (\\d+)$`, 'm').exec(text)?.[1]),
      );
    };
    const [before = 0, left = 0] = await counted();
    const id = await gauge(world());
    const [first] = await readings(world(), id, [1, 81], [2, 50]);
    const statements: string[] = [];
    const hear = ({ sql }: { readonly sql: string }) => void statements.push(sql);
    world().service.database.knex.on('query', hear);
    expect(await counted()).to.deep.equal([before + 2, left + 1]);
    world().service.database.knex.off('query', hear);
    // There are millions of them: none is counted one by one.
    expect(statements.filter((sql) => /from meter_readings\b/.test(sql))).to.deep.equal([]);
    await world().manager.post(`/meter-readings/${first}/void`, { note: 'Wrong.' });
    expect(await counted()).to.deep.equal([before + 2, left + 1]);
  });

  it('follow from a reset that comes in late, thousands of them in slices, none of them read', async () => {
    const { id } = await counter(world());
    const { knex } = world().service.database;
    const { id: _one, ...like } = await knex('meter_readings').where({ meter_id: id }).orderBy('id').first();
    const computed = Object.keys(like).filter((name) => name.includes('where_voided'));
    for (const name of computed) delete like[name];
    const years = Array.from({ length: 4500 }, (_, at) => at + 1);
    const stored = (minutes: number) =>
      new Date(Date.UTC(2024, 1, 1, 0, minutes)).toISOString().replace('T', ' ').slice(0, 23);
    await knex.batchInsert(
      'meter_readings',
      years.map((at) => ({ ...like, value: 900_000 + at, total: 900_000 + at, read_at: stored(at) })),
      50,
    );
    const statements: string[] = [];
    const hear = ({ sql }: { readonly sql: string }) => void statements.push(sql);
    knex.on('query', hear);
    await readings(world(), id, [5, 20, { is_reset: true }]);
    knex.off('query', hear);
    const moved = await knex('meter_readings').where({ meter_id: id }).where('value', '>', 900_000);
    expect(new Set(moved.map(({ value, total }) => Number(total) - Number(value)))).to.deep.equal(
      new Set([480_000]),
    );
    expect(await world().read(`/meters/${id}`)).to.include({ total: 1384.5 });
    const updates = statements.filter((sql) => /^update .?meter_readings/.test(sql));
    expect(updates).to.have.lengthOf(3);
  });

  it('come in by the hundred, all or none', async () => {
    const id = await gauge(world());
    const operations = Array.from({ length: 100 }, (_, at) => ({
      ...{ method: 'POST', path: '/meter-readings' },
      body: { meter_id: id, value: at % 10 === 9 ? 81 : 50, read_at: day(at + 1) },
    }));
    const twice = [...operations.slice(8, 10), operations[9]];
    expect((await world().manager.post('/batch', { operations: twice })).body).to.include({ index: 2 });
    expect([await incidentsOf(id), (await world().read(`/meters/${id}`)).reading_count]).to.deep.equal([
      [],
      0,
    ]);
    const reply = await world().manager.post('/batch', { operations: operations.toReversed() });
    expect(reply.status, reply.text).to.equal(200);
    expect(await incidentsOf(id)).to.have.lengthOf(10);
    expect(await world().read(`/meters/${id}`)).to.include({ reading_count: 100, alarm: 'above' });
  });
});
