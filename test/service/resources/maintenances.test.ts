/** The rules of maintenances, one row each; those of their states have a file of their own. */
import { expect } from 'chai';
import { describeRules, type Json, type Rule, rule } from './world.ts';

const past = '2024-05-01T08:00:00.000Z';
const later = '2024-05-02T08:00:00.000Z';

const rules: readonly Rule[] = [
  rule({
    rule: 'a maintenance needs a name and a material, which shows its zone',
    given: async (world) => {
      const zone = await world.read(`/zones/${await world.zone()}`);
      return { zone, material: await world.read(`/materials/${await world.material({ zone_id: zone.id })}`) };
    },
    send: ({ material }, world) => [
      'POST',
      '/maintenances',
      { name: world.name(), material_id: material.id },
    ],
    status: 201,
    data: ({ zone, material }) => ({
      material: { id: material.id, name: material.name, zone: { id: zone.id, name: zone.name } },
      type: 'corrective',
      realization: 'internal',
      status: 'planned',
      priority: 'medium',
      operators: [],
      companies: [],
      started_at: null,
      resolved_at: null,
      incident_count: 0,
      movement_count: 0,
      parts_cost: 0,
      overdue: false,
    }),
  }),
  rule({
    rule: 'the material does not change, and may be sent back',
    given: async (world) => world.read(`/maintenances/${await world.maintenance()}`),
    send: ({ id, material_id }) => ['PATCH', `/maintenances/${id}`, { material_id, reason: 'noise' }],
    status: 200,
    data: () => ({ reason: 'noise' }),
  }),
  rule({
    rule: 'another material is refused',
    given: async (world) => ({ id: await world.maintenance(), other: await world.material() }),
    send: ({ id, other }) => ['PATCH', `/maintenances/${id}`, { material_id: other }],
    status: 422,
    errors: ['material_id'],
  }),
  rule({
    rule: 'a company that maintains nothing is no provider',
    given: async (world) => ({
      id: await world.maintenance(),
      company: await world.company('maintenance_provider', false),
    }),
    send: ({ id, company }) => ['PATCH', `/maintenances/${id}`, { company_ids: [company] }],
    status: 422,
    errors: ['company_ids'],
  }),
  rule({
    rule: 'an operator belongs to the site',
    given: async (world) => ({ id: await world.maintenance(), viewer: await world.user('viewer@demo.test') }),
    send: ({ id, viewer }) => ['PATCH', `/maintenances/${id}`, { operator_ids: [viewer] }],
    status: 422,
    errors: ['operator_ids'],
  }),
  rule({
    rule: 'operators are shown by their full names',
    given: (world) => world.staffed(),
    send: (id) => ['GET', `/maintenances/${id}?fields=operators`],
    status: 200,
    contains: [/"operators":\[\{"id":\d+,"full_name":"[^"]+ [^"]+"\}\]/],
  }),
];

describeRules('rules of maintenances', rules, (world) => {
  it('is overdue while it waits or runs after its time, and found by that', async () => {
    const material_id = await world().material();
    const make = (body: Json) => world().staffed({ material_id, ...body });
    const late = [
      await make({ scheduled_at: past }),
      await make({ scheduled_at: past, status: 'in_progress', started_at: past }),
    ];
    await make({ scheduled_at: past, status: 'completed', resolved_at: later });
    await make({ scheduled_at: past, status: 'canceled' });
    await make({ scheduled_at: '2999-01-01T00:00:00Z' });
    await make({});
    const found = async (overdue: boolean) =>
      (
        await world().manager.get(
          `/maintenances?material_id=${material_id}&overdue=${overdue}&fields=id,overdue`,
        )
      ).body;
    const rows = (await found(true)).data;
    expect(rows).to.have.deep.members(late.map((id) => ({ id, overdue: true })));
    expect((await found(false)).meta.total).to.equal(4);
  });

  it('says what is wrong with its operators in sentences that fit several', async () => {
    const { manager } = world();
    const id = await world().maintenance({});
    const reply = await manager.patch(`/maintenances/${id}`, { operator_ids: [999_999] });
    expect(reply.body.errors).to.deep.equal({
      operator_ids: ['Some of the selected operators do not exist or are not available here.'],
    });
    const typed = await manager.patch(`/maintenances/${id}`, { operator_ids: [1, 'x'] });
    expect(typed.body.errors).to.deep.equal({
      'operator_ids.1': ['The value no. 2 of the operators must be an integer.'],
    });
  });

  it('is not deleted while movements refer to it; without them its incidents are unlinked', async () => {
    const { manager } = world();
    const material_id = await world().material();
    const id = await world().maintenance({ material_id });
    const incident = await world().incident({ material_id, maintenance_id: id });
    const item = await world().make('items', { name: world().name(), current_price: 2.5 });
    await world().make('item-movements', { item_id: item, type: 'entry', quantity: 9 });
    await world().make('item-movements', { item_id: item, type: 'exit', quantity: 3, maintenance_id: id });
    expect(await world().read(`/maintenances/${id}`)).to.include({
      parts_cost: 7.5,
      movement_count: 1,
      incident_count: 1,
    });
    const refused = await manager.delete(`/maintenances/${id}`);
    expect([refused.status, refused.body.message]).to.deep.equal([
      409,
      'It cannot be deleted while these depend on it: 1 item movement.',
    ]);
    const free = await world().maintenance({ material_id });
    await manager.patch(`/incidents/${incident}`, { maintenance_id: free });
    const { etag } = (await manager.get(`/incidents/${incident}`)).headers;
    expect((await manager.delete(`/maintenances/${free}`)).status).to.equal(204);
    expect(await world().read(`/incidents/${incident}`)).to.include({
      maintenance_id: null,
      maintenance: null,
    });
    const trail = await manager.get(`/activities?resource=incident&record_id=${incident}&sort=created_at`);
    const entries: { name: string; changes: unknown; site_id: number; user: unknown }[] = trail.body.data;
    expect(entries.map(({ name }) => name)).to.deep.equal([
      'incident.create',
      'incident.update',
      'incident.update',
    ]);
    expect(entries[2]?.changes).to.deep.equal({ maintenance_id: [free, null] });
    expect([entries[2]?.site_id, entries[2]?.user]).to.deep.equal([entries[1]?.site_id, entries[1]?.user]);
    const late = await manager.patch(`/incidents/${incident}`, { name: 'From a form' }, { 'If-Match': etag });
    expect([late.status, late.body.code], 'a form that was open then').to.deep.equal([412, 'stale']);
  });

  it('is found by zone, operator, company and its material’s name, and sorted by what matters', async () => {
    const zone_id = await world().zone();
    const material_id = await world().material({ zone_id, name: 'Quetzalcoatlus press' });
    const company = await world().company('maintenance_provider');
    const operator = await world().user('technician@demo.test');
    for (const priority of ['high', 'low', 'urgent', 'medium']) {
      await world().staffed({ material_id, priority, company_ids: [company] });
    }
    const filters = [
      `zone_id=${zone_id}`,
      `operator_id=${operator}`,
      `company_id=${company}`,
      'search=QUETZAL+press',
    ];
    const answer = await world().manager.get(
      `/maintenances?${filters.join('&')}&sort=priority&fields=priority`,
    );
    expect(answer.body.data).to.deep.equal(
      ['low', 'medium', 'high', 'urgent'].map((priority) => ({ priority })),
    );
  });
});
