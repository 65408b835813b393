/** The rules of rounds of cleaning, one row each, what is due of them, and what booking one does. */
import { expect } from 'chai';
import { roundDates } from '../../../resources/cleaning-plan/round-dates.ts';
import { runEntry } from '../../harness/process.ts';
import { describeRules, type Json, type Rule, rule, type World } from './world.ts';

const daily = { type: 'daily', starts_on: '2024-01-01', frequency: 'day' } as const;

async function inZone(world: World) {
  const zone = await world.zone();
  const materials = [await world.material({ zone_id: zone }), await world.material({ zone_id: zone })];
  const round = await world.make('cleaning-rounds', { name: world.name(), zone_id: zone, ...daily });
  return { zone, materials, round, other: await world.material() };
}

async function listed(world: World, body: Json = {}) {
  const materials = [await world.material(), await world.material(), await world.material()];
  const round = await world.make('cleaning-rounds', {
    ...{ name: world.name(), material_ids: materials, ...daily },
    ...body,
  });
  return { materials, round };
}

const rules: readonly Rule[] = [
  rule({
    rule: 'a round of a zone is due for all that stands in it',
    given: inZone,
    send: ({ round }) => ['GET', `/cleaning-rounds/${round}`],
    status: 200,
    data: ({ materials }) => ({
      ...{ material_ids: [], due_material_ids: materials, weekdays: null, due_time: '08:00', every: 1 },
      ...{ active: true, site: { id: 2, name: 'Plant North' } },
    }),
  }),
  rule({
    rule: 'a round is of a zone or of materials, not of both',
    given: inZone,
    send: ({ zone, materials }, world) => [
      'POST',
      '/cleaning-rounds',
      { name: world.name(), zone_id: zone, material_ids: materials, ...daily },
    ],
    status: 422,
    errors: ['material_ids'],
    contains: ['either a zone or materials'],
  }),
  rule({
    rule: 'and of one of them: both are told with what is wrong elsewhere',
    send: () => ['POST', '/cleaning-rounds', { ...daily, starts_on: 'soon' }],
    status: 422,
    errors: ['name', 'starts_on', 'material_ids'],
  }),
  rule({
    rule: 'the first day is not so late that what follows from it has no year of four digits',
    given: (world) => world.material(),
    send: (id) => [
      'POST',
      '/cleaning-rounds',
      { name: 'Late', ...daily, material_ids: [id], starts_on: '9999-12-31' },
    ],
    status: 422,
    errors: ['starts_on'],
  }),
  rule({
    rule: 'it goes from a zone to materials at once',
    given: inZone,
    send: ({ round, other }) => [
      'PATCH',
      `/cleaning-rounds/${round}`,
      { zone_id: null, material_ids: [other] },
    ],
    status: 200,
    data: ({ other }) => ({ zone_id: null, due_material_ids: [other] }),
  }),
  rule({
    rule: 'the last material of a round can go, and the round be renamed',
    given: async (world) => {
      const material = await world.material();
      const { round } = await listed(world, { material_ids: [material] });
      await world.manager.delete(`/materials/${material}`);
      return round;
    },
    send: (round) => ['PATCH', `/cleaning-rounds/${round}`, { name: 'Nothing left' }],
    status: 200,
    data: () => ({ name: 'Nothing left', material_ids: [], due_material_ids: [] }),
  }),
  rule({
    rule: 'a round that begins in the future has a date and nothing due',
    given: (world) => listed(world, { starts_on: '2999-01-31', frequency: 'month', due_time: '06:30' }),
    send: ({ round }) => ['GET', `/cleaning-rounds/${round}`],
    status: 200,
    data: () => ({ next_due_at: '2999-01-31T06:30:00.000Z', due_material_ids: [] }),
  }),
  rule({
    rule: 'a round that is inactive has neither',
    given: (world) => listed(world, { active: false }),
    send: ({ round }) => ['GET', `/cleaning-rounds/${round}`],
    status: 200,
    data: () => ({ next_due_at: null, due_material_ids: [] }),
  }),
  rule({
    rule: 'and has them again once it is active',
    given: (world) => listed(world, { active: false }),
    send: ({ round }) => ['PATCH', `/cleaning-rounds/${round}`, { active: true }],
    status: 200,
    data: ({ materials }) => ({ due_material_ids: materials }),
  }),
  rule({
    rule: 'what was cleaned before it is, and a cleaning that is taken back counts no more',
    given: async (world) => {
      const given = await listed(world);
      const [one = 0, other = 0] = given.materials;
      await world.cleaning({ material_id: one, type: 'daily', cleaned_at: '2024-01-01T00:00:00Z' });
      const mistaken = await world.cleaning({ material_id: other, type: 'daily' });
      await world.manager.delete(`/cleanings/${mistaken}`);
      return given;
    },
    send: ({ round }) => ['GET', `/cleaning-rounds/${round}`],
    status: 200,
    data: ({ materials }) => ({ due_material_ids: materials }),
  }),
  rule({
    rule: 'nothing that is decommissioned is due',
    given: async (world) => {
      const given = await listed(world);
      await world.manager.patch(`/materials/${given.materials[0]}`, { status: 'decommissioned' });
      return given;
    },
    send: ({ round }) => ['GET', `/cleaning-rounds/${round}`],
    status: 200,
    data: ({ materials }) => ({ due_material_ids: materials.slice(1) }),
  }),
  rule({
    rule: 'technicians book a round, and are told what is left',
    given: listed,
    send: ({ round, materials }) => [
      'POST',
      `/cleaning-rounds/${round}/done`,
      { material_ids: materials.slice(0, 2) },
    ],
    by: 'technician',
    status: 200,
    data: ({ materials }) => ({ due_material_ids: materials.slice(2) }),
    afterwards: ({ round, materials }) => [
      `/cleaning-rounds/${round}`,
      { due_material_ids: materials.slice(2) },
    ],
  }),
  rule({
    rule: 'what is not of a round is named, and nothing is booked',
    given: async (world) => {
      const given = await inZone(world);
      return { ...given, name: (await world.read(`/materials/${given.other}`)).name };
    },
    send: ({ round, materials, other }) => [
      'POST',
      `/cleaning-rounds/${round}/done`,
      { material_ids: [...materials, other, 2147483646] },
    ],
    status: 422,
    errors: ['material_ids'],
    contains: [/Not of this round: Thing \d+ of a test, #2147483646\./],
    afterwards: ({ materials }) => [
      `/materials/${materials[0]}`,
      { last_cleaning_at: null, cleaning_count: 0 },
    ],
  }),
  rule({
    rule: 'materials of another site have no names',
    given: async (world) => {
      const zone_id = await world.make('zones', { name: world.name() }, 'administrator');
      const far = await world.make('materials', { name: 'Far away', zone_id }, 'administrator');
      return { ...(await listed(world)), far };
    },
    send: ({ round, far }) => ['POST', `/cleaning-rounds/${round}/done`, { material_ids: [far] }],
    status: 422,
    errors: ['material_ids'],
    lacks: ['Far away'],
  }),
  rule({
    rule: 'no more than ten of those that are not of a round are named',
    given: listed,
    send: ({ round }) => [
      'POST',
      `/cleaning-rounds/${round}/done`,
      { material_ids: Array.from({ length: 12 }, (_, index) => 2147483600 + index) },
    ],
    status: 422,
    contains: ['#2147483609 and 2 more.'],
    lacks: ['#2147483610'],
  }),
  rule({
    rule: 'a round is booked for when it was done',
    given: listed,
    send: ({ round, materials }) => [
      'POST',
      `/cleaning-rounds/${round}/done`,
      { material_ids: materials, cleaned_at: '2024-02-01T12:00:00+01:00' },
    ],
    status: 200,
    afterwards: ({ materials }) => [
      `/materials/${materials[0]}`,
      { last_cleaning_at: '2024-02-01T11:00:00.000Z', cleaning_count: 1 },
    ],
  }),
];

describeRules('rules of cleaning rounds', rules, (world) => {
  const done = (round: number, material_ids: readonly number[], headers = {}) =>
    world().manager.post(`/cleaning-rounds/${round}/done`, { material_ids }, headers);
  const countOf = async (id: number): Promise<number> =>
    (await world().read(`/materials/${id}`)).cleaning_count;

  it('books whole rounds if several are booked at once, in any order', async () => {
    const { round, materials } = await listed(world());
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, turn) => done(round, turn % 2 ? materials : materials.toReversed())),
    );
    expect(replies.map(({ status }) => status)).to.deep.equal(replies.map(() => 200));
    const made = replies.flatMap(({ body }) => body.data.cleaning_ids);
    expect(new Set(made)).to.have.lengthOf(18);
    expect(await Promise.all(materials.map(countOf))).to.deep.equal([6, 6, 6]);
  });

  it('keeps the next date right as dates pass and as clocks change', async () => {
    const { knex, url } = world().service.database;
    const weekdays = ['mon', 'thu'];
    const { round } = await listed(world(), { frequency: 'week', weekdays, due_time: '02:30', every: 3 });
    const { round: idle } = await listed(world(), { active: false });
    const expected = (timezone: string) =>
      roundDates(
        {
          ...{ active: true, starts_on: daily.starts_on, due_time: '02:30', frequency: 'week', every: 3 },
          weekday_list: weekdays.join(),
        },
        timezone,
        new Date().toISOString(),
      ).next;
    const { timezone } = await world().read('/sites/2');
    const before = await world().read(`/cleaning-rounds/${round}`);
    expect(before.next_due_at).to.equal(expected(timezone));
    const found = await world().manager.get(
      `/cleaning-rounds?id=${round},${idle}&next_due_at[lte]=${before.next_due_at}&next_due_at[gt]=2025-01-01T00:00:00Z`,
    );
    expect(found.body.data.map(({ id }: { id: number }) => id)).to.deep.equal([round]);

    await knex('cleaning_rounds').where({ id: round }).update({ next_due_at: '2024-01-01 00:00:00.000' });
    const env = { DATABASE_URL: url, APP_KEY: Buffer.alloc(32, 7).toString('base64') };
    const { stdout, stderr } = await runEntry(['commands/tasks.ts', '--once'], { env });
    expect(stdout, stderr).to.match(/^cleaning-round\.advance: done/m);
    expect(await world().read(`/cleaning-rounds/${round}`), 'nobody’s edit is stale').to.deep.equal(before);

    await world().manager.patch('/sites/2', { timezone: 'Asia/Kolkata' });
    expect((await world().read(`/cleaning-rounds/${round}`)).next_due_at).to.equal(expected('Asia/Kolkata'));
    expect((await world().read(`/cleaning-rounds/${idle}`)).next_due_at).to.equal(null);
    await world().manager.patch('/sites/2', { timezone });
  });
});
