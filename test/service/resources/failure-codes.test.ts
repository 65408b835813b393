/** The list of failure codes: what there is from the first, who changes it, and how it is grouped. */
import { expect } from 'chai';
import { describeRules, type Json, type Rule, rule, type World } from './world.ts';

let codes = 0;
const code = (world: World, body: Json = {}): Promise<number> => {
  codes += 1;
  return world.make(
    'failure-codes',
    { kind: 'cause', code: `X${codes}`, name: 'New', ...body },
    'administrator',
  );
};
const by = 'administrator' as const;

const rules: readonly Rule[] = [
  rule({
    rule: 'mechanisms stand in no group of causes',
    given: (world) => code(world),
    send: (parent_id) => [
      'POST',
      '/failure-codes',
      { kind: 'mechanism', code: '7', name: 'Odour', parent_id },
    ],
    by,
    status: 422,
    errors: ['parent_id'],
  }),
  rule({
    rule: 'nothing stands below what is in a group',
    given: async (world) => code(world, { parent_id: await code(world) }),
    send: (parent_id) => ['POST', '/failure-codes', { kind: 'cause', code: 'ODR', name: 'Odour', parent_id }],
    by,
    status: 422,
    errors: ['parent_id'],
  }),
  rule({
    rule: 'nor does a group stand in one',
    given: async (world) => {
      const group = await code(world);
      await code(world, { parent_id: group });
      return { group, other: await code(world) };
    },
    send: ({ group, other }) => ['PATCH', `/failure-codes/${group}`, { parent_id: other }],
    by,
    status: 422,
    errors: ['parent_id'],
  }),
];

describeRules('failure codes', rules, (world) => {
  it('of a new database: some twenty modes, six groups of mechanisms, five of causes', async () => {
    const groups = async (kind: string) =>
      (
        await world().manager.get(`/failure-codes?kind=${kind}&parent_id=null&search=&per_page=100`)
      ).body.data.filter(({ code: one }: { code: string }) => !/^X|BRD\d/.test(one));
    const [modes, mechanisms, causes] = [
      await groups('mode'),
      await groups('mechanism'),
      await groups('cause'),
    ];
    expect(modes.length).to.be.within(20, 26);
    expect(modes.map((one: { code: string }) => one.code)).to.include.members([
      'BRD',
      'ELU',
      'FTS',
      'OHE',
      'UNK',
      'VIB',
    ]);
    expect(mechanisms.map((one: { code: string }) => one.code)).to.deep.equal(['1', '2', '3', '4', '5', '6']);
    expect(causes.map((one: { code: string }) => one.code)).to.deep.equal(['1', '2', '3', '4', '5']);
  });
});
