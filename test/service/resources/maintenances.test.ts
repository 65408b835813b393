/** The rules of maintenances, one row each. */
import { expect } from 'chai';
import { describeRules, type Json, type Rule, rule } from './world.ts';

const instant = /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/.source;
const past = '2024-05-01T08:00:00.000Z';
const later = '2024-05-02T08:00:00.000Z';

const rules: readonly Rule[] = [
  rule({
    rule: 'work that begins has a start',
    given: (world) => world.staffed(),
    send: (id) => ['PATCH', `/maintenances/${id}`, { status: 'in_progress' }],
    status: 200,
    contains: [new RegExp(`"started_at":${instant},"resolved_at":null`)],
  }),
  rule({
    rule: 'work that is taken up again loses its resolution, also when a form sends it back',
    given: (world) => world.staffed({ status: 'completed', started_at: past, resolved_at: later }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { status: 'in_progress', resolved_at: later }],
    status: 200,
    data: () => ({ started_at: past, resolved_at: null }),
  }),
  rule({
    rule: 'planned work needs nobody yet, and does when it begins',
    given: (world) => world.maintenance({ realization: 'external' }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { status: 'in_progress' }],
    status: 422,
    errors: ['company_ids'],
  }),
  rule({
    rule: 'work that has begun keeps at least one operator',
    given: (world) => world.staffed({ status: 'in_progress' }),
    send: (id) => ['PATCH', `/maintenances/${id}`, { operator_ids: [] }],
    status: 422,
    errors: ['operator_ids'],
    contains: ['at least one operator'],
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
});
