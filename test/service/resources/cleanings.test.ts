/** The rules of cleanings, one row each, and what they do to their materials. */
import { expect } from 'chai';
import { describeRules, type Rule, rule, type World } from './world.ts';

const day = (n: number): string => new Date(Date.UTC(2024, 0, n, 9)).toISOString();
const plan = { cleaning_every: 1, cleaning_unit: 'day' } as const;

async function cleaned(world: World) {
  const material = await world.material(plan);
  const first = await world.cleaning({ material_id: material, cleaned_at: day(1) });
  const last = await world.cleaning({ material_id: material, cleaned_at: day(5) });
  return { material, other: await world.material(plan), first, last };
}

/** What a material must know where its latest cleaning was on a day of January. */
const dates = (n: number) => ({ last_cleaning_at: day(n), next_cleaning_at: day(n + 1) });

const rules: readonly Rule[] = [
  rule({
    rule: 'a cleaning needs a material and a type, and is named after the material',
    given: async (world) => world.read(`/materials/${await world.material({ name: 'Kneader' })}`),
    send: (material) => ['POST', '/cleanings', { material_id: material.id, type: 'casual' }],
    status: 201,
    data: ({ id, zone }) => ({ name: 'Cleaning of Kneader', material: { id, name: 'Kneader', zone } }),
  }),
  rule({
    rule: 'a name that would be too long ends in an ellipsis',
    given: (world) => world.material({ name: '🧽'.repeat(255) }),
    send: (material_id) => ['POST', '/cleanings', { material_id, type: 'daily' }],
    status: 201,
    data: () => ({ name: `Cleaning of ${'🧽'.repeat(242)}…` }),
  }),
  rule({
    rule: 'a name that just fits stays whole',
    given: (world) => world.material({ name: 'x'.repeat(243) }),
    send: (material_id) => ['POST', '/cleanings', { material_id, type: 'daily' }],
    status: 201,
    data: () => ({ name: `Cleaning of ${'x'.repeat(243)}` }),
  }),
  rule({
    rule: 'a cleaning does not lie in the future',
    given: (world) => world.material(),
    send: (material_id) => [
      'POST',
      '/cleanings',
      { material_id, type: 'daily', cleaned_at: '2999-01-01T00:00:00Z' },
    ],
    status: 422,
    errors: ['cleaned_at'],
    afterwards: (material) => [`/materials/${material}`, { last_cleaning_at: null, cleaning_count: 0 }],
  }),
  rule({
    rule: 'a new latest cleaning moves the dates of the material',
    given: cleaned,
    send: ({ material }) => [
      'POST',
      '/cleanings',
      { material_id: material, type: 'daily', cleaned_at: day(7) },
    ],
    status: 201,
    afterwards: ({ material }) => [`/materials/${material}`, dates(7)],
  }),
  rule({
    rule: 'an earlier cleaning that is entered late does not',
    given: cleaned,
    send: ({ material }) => [
      'POST',
      '/cleanings',
      { material_id: material, type: 'daily', cleaned_at: day(3) },
    ],
    status: 201,
    afterwards: ({ material }) => [`/materials/${material}`, { ...dates(5), cleaning_count: 3 }],
  }),
  rule({
    rule: 'moving the latest cleaning back moves the dates back',
    given: cleaned,
    send: ({ last }) => ['PATCH', `/cleanings/${last}`, { cleaned_at: day(2) }],
    status: 200,
    afterwards: ({ material }) => [`/materials/${material}`, dates(2)],
  }),
  rule({
    rule: 'a change of anything else moves nothing',
    given: cleaned,
    send: ({ last }) => ['PATCH', `/cleanings/${last}`, { description: 'with soap' }],
    status: 200,
    afterwards: ({ material }) => [`/materials/${material}`, dates(5)],
  }),
  rule({
    rule: 'a cleaning that goes to another material leaves the first one behind',
    given: cleaned,
    send: ({ last, other }) => ['PATCH', `/cleanings/${last}`, { material_id: other }],
    status: 200,
    afterwards: ({ material }) => [`/materials/${material}`, { ...dates(1), cleaning_count: 1 }],
  }),
  rule({
    rule: 'and arrives at the other',
    given: cleaned,
    send: ({ last, other }) => ['PATCH', `/cleanings/${last}`, { material_id: other }],
    status: 200,
    afterwards: ({ other }) => [`/materials/${other}`, { ...dates(5), cleaning_count: 1 }],
  }),
  rule({
    rule: 'deleting the latest cleaning brings back the one before',
    given: cleaned,
    send: ({ last }) => ['DELETE', `/cleanings/${last}`],
    status: 204,
    afterwards: ({ material }) => [`/materials/${material}`, dates(1)],
  }),
  rule({
    rule: 'deleting the only one leaves none',
    given: (world) =>
      world
        .material()
        .then(async (material) => ({ material, id: await world.cleaning({ material_id: material }) })),
    send: ({ id }) => ['DELETE', `/cleanings/${id}`],
    status: 204,
    afterwards: ({ material }) => [
      `/materials/${material}`,
      { last_cleaning_at: null, next_cleaning_at: null },
    ],
  }),
];

describeRules('rules of cleanings', rules, (world) => {
  it('does not make an open edit of the material stale', async () => {
    const { manager } = world();
    const path = `/materials/${await world().material(plan)}`;
    const before = await manager.get(path);
    await world().cleaning({ material_id: before.body.data.id });
    const after = await manager.get(path);
    expect(after.headers.etag, 'what is shown has changed').not.to.equal(before.headers.etag);
    expect(after.body.data.updated_at).to.equal(before.body.data.updated_at);
    const edit = await manager.patch(path, { model: 'X' }, { 'If-Match': before.headers.etag });
    expect(edit.status, edit.text).to.equal(200);
  });

  it('keeps the dates exact while many write at once', async () => {
    const { manager } = world();
    const material = await world().material(plan);
    const add = (n: number) =>
      manager.post('/cleanings', { material_id: material, type: 'daily', cleaned_at: day(n) });
    const days = Array.from({ length: 28 }, (_, index) => index + 1);
    const added = await Promise.all([...days].reverse().map(add));
    expect(added.map(({ status }) => status)).to.deep.equal(days.map(() => 201));
    expect(await world().read(`/materials/${material}`)).to.include({ ...dates(28), cleaning_count: 28 });
    const idOf = (n: number): number => added[days.length - n]?.body.data.id;
    const changed = await Promise.all([
      ...[28, 27, 25].map((n) => manager.delete(`/cleanings/${idOf(n)}`)),
      manager.patch(`/cleanings/${idOf(26)}`, { cleaned_at: day(4) }),
      add(3),
    ]);
    expect(changed.map(({ status }) => status)).to.deep.equal([204, 204, 204, 200, 201]);
    expect(await world().read(`/materials/${material}`)).to.include({ ...dates(24), cleaning_count: 26 });
  });

  it('keeps both dates exact while cleanings change places', async () => {
    const { manager } = world();
    const materials = [await world().material(plan), await world().material(plan)] as const;
    for (let round = 1; round <= 8; round += 1) {
      const ids = await Promise.all(
        materials.map((material_id, index) =>
          world().cleaning({ material_id, cleaned_at: day(2 * round + index) }),
        ),
      );
      const moved = await Promise.all(
        ids.map((id, index) => manager.patch(`/cleanings/${id}`, { material_id: materials[1 - index] })),
      );
      expect(moved.map(({ status }) => status)).to.deep.equal([200, 200]);
      expect(await world().read(`/materials/${materials[0]}`)).to.include(dates(2 * round + 1));
      expect(await world().read(`/materials/${materials[1]}`)).to.include(dates(2 * round));
    }
  });
});
