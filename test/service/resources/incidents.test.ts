/** The rules of incidents, one row each. */
import { expect } from 'chai';
import { describeRules, type Rule, rule, type World } from './world.ts';

const past = '2024-05-01T08:00:00.000Z';
const later = '2024-05-02T08:00:00.000Z';

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
    rule: 'an open incident takes no resolution',
    given: (world) => world.incident({ started_at: past }),
    send: (id) => ['PATCH', `/incidents/${id}`, { resolved_at: later }],
    status: 422,
    errors: ['resolved_at'],
    contains: ['Only a resolved or closed incident'],
    afterwards: (id) => [`/incidents/${id}`, { resolved_at: null }],
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
    rule: 'it stays where it is, and may be sent back there',
    given: coded,
    send: ({ id, gone }) => ['PATCH', `/incidents/${id}`, { failure_mode_id: gone, detection: 'monitoring' }],
    status: 200,
    data: ({ gone }) => ({ failure_mode_id: gone, detection: 'monitoring' }),
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
});
