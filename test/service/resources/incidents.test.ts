/** The rules of incidents, one row each. */
import { expect } from 'chai';
import { describeRules, type Rule, rule, type World } from './world.ts';

const leadsTo: Readonly<Record<string, readonly string[]>> = {
  open: ['in_progress', 'resolved'],
  in_progress: ['open', 'resolved'],
  resolved: ['in_progress', 'closed'],
  closed: ['in_progress'],
};
const statuses = Object.keys(leadsTo);
const ended = ['resolved', 'closed'];
const instant = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/.source;
const past = '2024-05-01T08:00:00.000Z';
const later = '2024-05-02T08:00:00.000Z';

const transitions = statuses.flatMap((from) =>
  statuses.map((to) => {
    const allowed = from === to || leadsTo[from]?.includes(to);
    return rule({
      rule: `an incident ${allowed ? 'goes' : 'does not go'} from ${from} to ${to}`,
      given: (world) => world.incident({ status: from, started_at: past }),
      send: (id) => ['PATCH', `/incidents/${id}`, { status: to }],
      status: allowed ? 200 : 422,
      ...(allowed
        ? {
            data: () => ({ status: to, status_transitions: leadsTo[to] }),
            contains: [new RegExp(`"resolved_at":${ended.includes(to) ? instant : 'null'}`)],
          }
        : { errors: ['status'], contains: [`Possible now: ${leadsTo[from]?.join(', ')}.`] }),
    });
  }),
);

/** An incident with its maintenance, a second maintenance of the same material, and one of another. */
async function linked(world: World) {
  const material_id = await world.material();
  const maintenance_id = await world.maintenance({ material_id });
  const other = await world.material();
  return {
    id: await world.incident({ material_id, maintenance_id }),
    second: await world.maintenance({ material_id }),
    other,
    foreign: await world.maintenance({ material_id: other }),
  };
}

const rules: readonly Rule[] = [
  rule({
    rule: 'an incident needs a name and a material, which shows its zone',
    given: async (world) => world.read(`/materials/${await world.material()}`),
    send: (material, world) => ['POST', '/incidents', { name: world.name(), material_id: material.id }],
    status: 201,
    data: ({ id, name, zone }) => ({
      material: { id, name, zone },
      maintenance_id: null,
      maintenance: null,
      severity: 'low',
      status: 'open',
      resolved_at: null,
    }),
    contains: [new RegExp(`"started_at":${instant}`)],
  }),
  rule({
    rule: 'neither may be missing, and the start may not be null',
    send: () => ['POST', '/incidents', { started_at: null }],
    status: 422,
    errors: ['name', 'material_id', 'started_at'],
  }),
  ...ended.map((status) =>
    rule({
      rule: `an incident that is created ${status} is resolved now where nothing is said`,
      given: (world) => world.material(),
      send: (material_id, world) => [
        'POST',
        '/incidents',
        { name: world.name(), material_id, status, resolved_at: null },
      ],
      status: 201,
      contains: [new RegExp(`"resolved_at":${instant}`)],
    }),
  ),
  rule({
    rule: 'the resolution that is sent is kept',
    given: (world) => world.incident({ started_at: past }),
    send: (id) => ['PATCH', `/incidents/${id}`, { status: 'resolved', resolved_at: later }],
    status: 200,
    data: () => ({ resolved_at: later }),
  }),
  rule({
    rule: 'closing keeps the resolution',
    given: (world) => world.incident({ started_at: past, status: 'resolved', resolved_at: later }),
    send: (id) => ['PATCH', `/incidents/${id}`, { status: 'closed' }],
    status: 200,
    data: () => ({ status: 'closed', resolved_at: later }),
  }),
  rule({
    rule: 'an open incident takes no resolution',
    given: (world) => world.incident({ started_at: past }),
    send: (id) => ['PATCH', `/incidents/${id}`, { resolved_at: later }],
    status: 422,
    errors: ['resolved_at'],
    contains: ['Only a resolved or closed incident'],
    afterwards: (id) => [`/incidents/${id}`, { resolved_at: null }],
  }),
  rule({
    rule: 'an incident is not created open with a resolution',
    given: (world) => world.material(),
    send: (material_id, world) => [
      'POST',
      '/incidents',
      { name: world.name(), material_id, resolved_at: later },
    ],
    status: 422,
    errors: ['resolved_at'],
  }),
  rule({
    rule: 'an incident that is taken up again loses its resolution, also when a form sends it back',
    given: (world) => world.incident({ started_at: past, status: 'resolved', resolved_at: later }),
    send: (id) => ['PATCH', `/incidents/${id}`, { status: 'in_progress', resolved_at: later }],
    status: 200,
    data: () => ({ status: 'in_progress', resolved_at: null }),
  }),
  rule({
    rule: 'nothing is resolved before it starts',
    given: (world) => world.incident({ started_at: later }),
    send: (id) => ['PATCH', `/incidents/${id}`, { status: 'resolved', resolved_at: past }],
    status: 422,
    errors: ['resolved_at'],
  }),
  rule({
    rule: 'nothing starts after it is resolved',
    given: (world) => world.incident({ started_at: past, status: 'resolved', resolved_at: past }),
    send: (id) => ['PATCH', `/incidents/${id}`, { started_at: later }],
    status: 422,
    errors: ['started_at'],
  }),
  rule({
    rule: 'the maintenance may be another of the same material, and shows its status',
    given: linked,
    send: ({ id, second }) => ['PATCH', `/incidents/${id}`, { maintenance_id: second }],
    status: 200,
    contains: [/"maintenance":\{"id":\d+,"name":"[^"]+","status":"planned"\}/],
  }),
  rule({
    rule: 'the maintenance is of the same material',
    given: linked,
    send: ({ id, foreign }) => ['PATCH', `/incidents/${id}`, { maintenance_id: foreign }],
    status: 422,
    errors: ['maintenance_id'],
    contains: ['another material'],
  }),
  rule({
    rule: 'an incident is not created with the maintenance of another material',
    given: linked,
    send: ({ other, second }, world) => [
      'POST',
      '/incidents',
      { name: world.name(), material_id: other, maintenance_id: second },
    ],
    status: 422,
    errors: ['maintenance_id'],
  }),
  rule({
    rule: 'the material does not change away from the maintenance',
    given: linked,
    send: ({ id, other }) => ['PATCH', `/incidents/${id}`, { material_id: other }],
    status: 422,
    errors: ['material_id'],
  }),
  rule({
    rule: 'the material changes together with the maintenance',
    given: linked,
    send: ({ id, other, foreign }) => [
      'PATCH',
      `/incidents/${id}`,
      { material_id: other, maintenance_id: foreign },
    ],
    status: 200,
  }),
  rule({
    rule: 'the material changes where there is no maintenance',
    given: linked,
    send: ({ id, other }) => ['PATCH', `/incidents/${id}`, { material_id: other, maintenance_id: null }],
    status: 200,
    data: ({ other }) => ({ material_id: other, maintenance: null }),
  }),
  ...transitions,
];

/** The ids of seeded codes, and one of a mode that is offered no more. */
async function coded(world: World) {
  const [mode, cause] = [await codeOf(world, 'mode', 'VIB'), await codeOf(world, 'cause', '3.4')];
  const gone = await world.make(
    'failure-codes',
    { kind: 'mode', code: `G${mode}${gones}`, name: 'Gone' },
    'administrator',
  );
  gones += 1;
  const failure = { is_failure: true, status: 'resolved', started_at: past };
  const id = await world.incident({ ...failure, failure_mode_id: gone });
  await world.administrator.patch(`/failure-codes/${gone}`, { active: false });
  return { id, bare: await world.incident(failure), mode, cause, gone };
}
let gones = 0;

async function codeOf(world: World, kind: string, code: string): Promise<number> {
  const [found] = await world.read(`/failure-codes?kind=${kind}&search=${code}`);
  return found.id;
}

/** Whether the site closes failures with their codes alone. */
const asking = (world: World, requires_failure_codes: boolean) =>
  world.manager.patch('/sites/2', { requires_failure_codes });

const codeRules: readonly Rule[] = [
  rule({
    rule: 'what is no failure has no codes',
    given: async (world) => ({ ...(await coded(world)), plain: await world.incident() }),
    send: ({ plain, mode, cause }) => [
      'PATCH',
      `/incidents/${plain}`,
      { failure_mode_id: mode, failure_cause_id: cause, detection: 'test' },
    ],
    status: 422,
    errors: ['failure_mode_id', 'failure_cause_id'],
  }),
  rule({
    rule: 'a mode is no cause, and one that is not active is not taken anew',
    given: coded,
    send: ({ bare, mode, gone }) => [
      'PATCH',
      `/incidents/${bare}`,
      { failure_mode_id: gone, failure_cause_id: mode },
    ],
    status: 422,
    errors: ['failure_mode_id', 'failure_cause_id'],
  }),
  rule({
    rule: 'it stays where it is, and may be sent back there',
    given: coded,
    send: ({ id, gone }) => ['PATCH', `/incidents/${id}`, { failure_mode_id: gone, detection: 'monitoring' }],
    status: 200,
    data: ({ gone }) => ({ failure_mode_id: gone, detection: 'monitoring' }),
  }),
  rule({
    rule: 'a code that is used is not deleted',
    given: coded,
    send: ({ gone }) => ['DELETE', `/failure-codes/${gone}`],
    by: 'administrator',
    status: 409,
    contains: ['1 incident'],
  }),
  rule({
    rule: 'a site that does not ask closes a failure without codes',
    given: coded,
    send: ({ bare }) => ['PATCH', `/incidents/${bare}`, { status: 'closed' }],
    status: 200,
  }),
];

describeRules('rules of incidents', [...rules, ...codeRules], (world) => {
  it('is closed with mode and cause alone where its site asks for them', async () => {
    const { bare, mode, cause, id } = await coded(world());
    const { manager } = world();
    const old = await world().incident({ is_failure: true, status: 'closed', started_at: past });
    const plain = await world().incident({ status: 'resolved', started_at: past });
    await asking(world(), true);
    const patch = async (one: number, body: object) => {
      const reply = await manager.patch(`/incidents/${one}`, body);
      return [reply.status, Object.keys(reply.body.errors ?? {})];
    };
    const [both, missing] = [
      { failure_mode_id: mode, failure_cause_id: cause },
      ['failure_mode_id', 'failure_cause_id'],
    ];
    expect(await patch(bare, { status: 'closed' })).to.deep.equal([422, missing]);
    expect(await patch(id, { status: 'closed' })).to.deep.equal([422, ['failure_cause_id']]);
    expect(await patch(bare, { status: 'closed', ...both })).to.deep.equal([200, []]);
    expect(await patch(bare, { failure_cause_id: null })).to.deep.equal([422, ['failure_cause_id']]);
    expect(await patch(plain, { status: 'closed' })).to.deep.equal([200, []]);
    expect(await patch(plain, { is_failure: true })).to.deep.equal([422, missing]);
    expect(await patch(old, { description: 'As it was.' }), 'from before').to.deep.equal([200, []]);
    await asking(world(), false);
  });

  it('is sorted by the weight of its severity, and found by zone, maintenance and its material’s name', async () => {
    const zone_id = await world().zone();
    const material_id = await world().material({ zone_id, name: 'Xolotl conveyor' });
    const maintenance_id = await world().maintenance({ material_id });
    for (const severity of ['critical', 'low', 'high', 'medium']) {
      await world().incident({ material_id, maintenance_id, severity, started_at: past });
    }
    await world().incident({ started_at: past });
    const filters = [
      `zone_id=${zone_id}`,
      `maintenance_id=${maintenance_id}`,
      `started_at[lte]=${past}`,
      'search=xolotl',
    ];
    const answer = await world().manager.get(
      `/incidents?${filters.join('&')}&sort=-severity&fields=severity`,
    );
    expect(answer.body.data).to.deep.equal(
      ['critical', 'high', 'medium', 'low'].map((severity) => ({ severity })),
    );
  });
});
