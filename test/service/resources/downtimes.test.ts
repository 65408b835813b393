/** Stops of materials, one row each rule. */
import { expect } from 'chai';
import { describeRules, type Json, type Rule, rule, type World } from './world.ts';

const at = (time: string): string => `2024-03-05T${time}.000Z`;

const stop = async (world: World, body: Json = {}) => {
  const material_id = body.material_id ?? (await world.material());
  const id = await world.make('downtimes', { material_id, started_at: at('10:00:00'), ...body });
  return { id, material_id: Number(material_id) };
};

const rules: readonly Rule[] = [
  rule({
    rule: 'a stop begins now, unplanned, and is named after its material',
    given: (world) => world.material({ name: 'Kneader' }),
    send: (material_id) => ['POST', '/downtimes', { material_id }],
    by: 'technician',
    status: 201,
    data: () => ({ name: 'Unplanned stop of Kneader', ended_at: null, minutes: null, by_status: false }),
  }),
  rule({
    rule: 'half a minute counts as one',
    given: (world) => stop(world, { kind: 'planned' }),
    send: ({ id }) => ['PATCH', `/downtimes/${id}`, { ended_at: at('11:29:30') }],
    status: 200,
    data: () => ({ minutes: 90, ended_at: at('11:29:30') }),
  }),
  rule({
    rule: 'less than half a minute does not, and another kind is another name',
    given: (world) => stop(world),
    send: ({ id }) => ['PATCH', `/downtimes/${id}`, { kind: 'external', ended_at: at('10:00:29') }],
    status: 200,
    data: () => ({ minutes: 0 }),
    contains: ['"External stop of '],
  }),
  rule({
    rule: 'one that begins again has no length',
    given: (world) => stop(world, { ended_at: at('12:00:00') }),
    send: ({ id }) => ['PATCH', `/downtimes/${id}`, { ended_at: null }],
    status: 200,
    data: () => ({ minutes: null }),
  }),
  ...[at('10:00:00'), at('09:59:59'), '2999-01-01T00:00:00Z'].map((ended_at) =>
    rule({
      rule: `a stop from ten does not end at ${ended_at}`,
      given: (world) => stop(world),
      send: ({ id }) => ['PATCH', `/downtimes/${id}`, { ended_at }],
      status: 422,
      errors: ['ended_at'],
    }),
  ),
  rule({
    rule: 'a stop does not end before it began, and no moment is quoted in a form that nobody reads',
    given: (world) => stop(world),
    send: ({ id }) => ['PATCH', `/downtimes/${id}`, { ended_at: at('09:59:59') }],
    status: 422,
    contains: ['The end must not be before the start."'],
  }),
  rule({
    rule: 'so an incident of stops stays with its material',
    given: async (world) => {
      const material_id = await world.material();
      const incident = await world.incident({ material_id });
      await stop(world, { material_id, incident_id: incident });
      return { incident, other: await world.material() };
    },
    send: ({ incident, other }) => ['PATCH', `/incidents/${incident}`, { material_id: other }],
    status: 422,
    errors: ['material_id'],
  }),
  rule({
    rule: 'what a stop was for can be deleted, and the stop stays',
    given: async (world) => {
      const material_id = await world.material();
      const [incident_id, maintenance_id] = [
        await world.incident({ material_id }),
        await world.maintenance({ material_id }),
      ];
      const { id } = await stop(world, { material_id, incident_id, maintenance_id });
      await world.manager.send('DELETE', `/maintenances/${maintenance_id}`);
      return { id, incident_id };
    },
    send: ({ incident_id }) => ['DELETE', `/incidents/${incident_id}`],
    status: 204,
    afterwards: ({ id }) => [`/downtimes/${id}`, { incident: null, maintenance: null }],
  }),
  rule({
    rule: 'a material made as one that is down stands',
    given: (world) => world.material({ status: 'down' }),
    send: (material) => ['GET', `/downtimes?material_id=${material}`],
    status: 200,
    contains: ['"total":1', '"by_status":true', '"ended_at":null'],
    afterwards: (material) => [`/materials/${material}`, { downtime_count: 1 }],
  }),
  rule({
    rule: 'a stop that lasts is not begun again, and ends with the state',
    given: async (world) => {
      const { material_id } = await stop(world);
      for (const status of ['down', 'degraded'])
        await world.manager.patch(`/materials/${material_id}`, { status });
      return material_id;
    },
    send: (material) => ['GET', `/downtimes?material_id=${material}&ended_at[null]=false`],
    status: 200,
    contains: ['"total":1', '"by_status":false'],
    afterwards: (material) => [`/materials/${material}`, { downtime_count: 1 }],
  }),
  rule({
    rule: 'one of another kind goes on',
    given: async (world) => {
      const planned = await stop(world, { kind: 'planned' });
      await world.manager.patch(`/materials/${planned.material_id}`, { status: 'down' });
      await world.manager.patch(`/materials/${planned.material_id}`, { status: 'operational' });
      return planned;
    },
    send: ({ material_id }) => ['GET', `/downtimes?material_id=${material_id}&ended_at=null`],
    status: 200,
    contains: ['"total":1', '"kind":"planned"'],
  }),
  rule({
    rule: 'what the status has begun ends with it, also as another kind',
    given: async (world) => {
      const material = await world.material({ status: 'down' });
      const [begun] = await world.read(`/downtimes?material_id=${material}`);
      await world.manager.patch(`/downtimes/${begun.id}`, { kind: 'planned' });
      await world.manager.patch(`/materials/${material}`, { status: 'decommissioned' });
      return material;
    },
    send: (material) => ['GET', `/downtimes?material_id=${material}&ended_at=null`],
    status: 200,
    contains: ['"total":0'],
  }),
];

describeRules('stops', rules, (world) => {
  /** Of a material, the oldest first. */
  const stopsOf = (material: number): Promise<Json[]> =>
    world().read(`/downtimes?material_id=${material}&sort=id`);

  it('follow the status at the very moment, by whom it changes', async () => {
    const { manager } = world();
    const material = await world().material();
    const down = await manager.patch(`/materials/${material}`, { status: 'down' });
    const up = await manager.patch(`/materials/${material}`, { status: 'standby' });
    const [only, ...others] = await stopsOf(material);
    expect(others).to.deep.equal([]);
    const user = await world().user('manager@demo.test');
    expect(only).to.include({ kind: 'unplanned', by_status: true, created_by_id: user });
    expect([only?.started_at, only?.ended_at]).to.deep.equal([
      down.body.data.updated_at,
      up.body.data.updated_at,
    ]);
  });

  it('of a batch that goes down and up again have a length', async () => {
    const material = await world().material();
    const operations = ['down', 'operational'].map((status) => ({
      ...{ method: 'PATCH', path: `/materials/${material}`, body: { status } },
    }));
    const reply = await world().manager.post('/batch', { operations });
    expect(reply.status, reply.text).to.equal(200);
    const [only] = await stopsOf(material);
    expect(Date.parse(String(only?.ended_at)) - Date.parse(String(only?.started_at))).to.be.within(1, 10_000);
  });

  it('do not follow where the site does not have it so', async () => {
    const { manager } = world();
    const set = (value: boolean) => manager.patch('/sites/2', { status_tracks_downtime: value });
    expect((await set(false)).status).to.equal(200);
    const material = await world().material({ status: 'down' });
    await manager.patch(`/materials/${material}`, { status: 'operational' });
    expect((await set(true)).status).to.equal(200);
    expect(await stopsOf(material)).to.deep.equal([]);
  });
});
