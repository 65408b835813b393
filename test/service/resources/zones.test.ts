/** The rules of zones, one row each. */
import { expect } from 'chai';
import { describeRules, type Rule, rule } from './world.ts';

const rules: readonly Rule[] = [
  rule({
    rule: 'a zone with materials goes on allowing them',
    given: async (world) => {
      const zone = await world.zone();
      await world.material({ zone_id: zone });
      return zone;
    },
    send: (zone) => ['PATCH', `/zones/${zone}`, { allow_material: false }],
    status: 422,
    errors: ['allow_material'],
    afterwards: (zone) => [`/zones/${zone}`, { allow_material: true, material_count: 1 }],
  }),
];

describeRules('rules of zones', rules, (world) => {
  it('closes no circle when two moves race', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await world().zone(), await world().zone()];
      const move = (zone: number, parent_id: number) =>
        world().manager.patch(`/zones/${zone}`, { parent_id });
      const replies = await Promise.all([move(a, b), move(b, a)]);
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
    }
  });

  it('puts no material into a zone that comes to refuse them at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const zone = await world().zone();
      const [refusal, entry] = await Promise.all([
        world().manager.patch(`/zones/${zone}`, { allow_material: false }),
        world().manager.post('/materials', { name: world().name(), zone_id: zone }),
      ]);
      expect([
        [200, 422],
        [422, 201],
      ]).to.deep.include([refusal.status, entry.status]);
    }
  });
});
