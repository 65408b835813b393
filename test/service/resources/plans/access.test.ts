/** Plans: how they are copied and removed, and what may be done with their dates. */
import { expect } from 'chai';
import type { Client } from '../../../harness/client.ts';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant } from './plant.ts';

const monthly = { frequency: 'month', starts_on: '2027-03-01' } as const;

describe('plans', () => {
  const plant = openPlant();
  beforeEach(() => setClock('2027-02-01T12:00:00Z'));

  it('are made like another for several materials, all or none', async () => {
    const own = {
      ...{
        frequency: 'week',
        starts_on: '2027-03-01',
        weekdays: ['mon', 'thu'],
        every: 2,
        due_time: '06:15',
      },
      ...{
        ends_on: '2028-03-01',
        max_occurrences: 9,
        on_closed_day: 'after',
        lead_days: 2,
        tolerance_days: 1,
      },
      ...{ season_from: '02-01', season_until: '11-30', when_open: 'stack', catch_up: 'last' },
      ...{ type: 'predictive', priority: 'urgent', realization: 'both', operator_ids: [plant.operator] },
      ...{ description: 'All of it.', estimated_minutes: 5 },
    };
    const plan = await plant.plan(own);
    await plant.come('2027-03-05T12:00:00Z');
    const materials = [await plant.newMaterial(), await plant.newMaterial(), plant.material];
    const path = `/maintenance-plans/${plan.id}/duplicate`;
    const made = await plant.send('POST', path, { material_ids: materials }, 201);
    for (const [at, material_id] of materials.entries()) {
      expect(made[at]).to.deep.include({ ...own, name: plan.name, material_id, active: true, done_count: 0 });
      expect(made[at].next_due_at).to.equal('2027-03-15T06:15:00.000Z');
    }
    const before = (await plant.manager.get('/maintenance-plans?per_page=1')).body.meta.total;
    for (const [body, field] of [
      [{ material_ids: [materials[0], 999_999] }, 'material_ids.1'],
      [{ material_ids: [1] }, 'material_ids.0'],
      [{ material_ids: [] }, 'material_ids'],
      [{ material_ids: [materials[0], materials[0]] }, 'material_ids'],
      [{}, 'material_ids'],
    ] as const) {
      const reply = await plant.manager.post(path, body);
      expect([reply.status, Object.keys(reply.body.errors)], reply.text).to.deep.equal([422, [field]]);
    }
    expect((await plant.manager.get('/maintenance-plans?per_page=1')).body.meta.total).to.equal(before);
  });

  it('go with their dates where they have no maintenance', async () => {
    const plan = await plant.plan(monthly);
    const { id } = await plant.occurrence(plan, 1);
    await plant.send('DELETE', `/maintenance-plans/${plan.id}`, undefined, 204);
    await plant.send('GET', `/plan-occurrences/${id}`, undefined, 404);
  });

  it('tell of what may be done with a date', async () => {
    const plan = await plant.plan(monthly);
    await plant.come('2027-03-01T12:00:00Z');
    await plant.complete(plan, 1, '2027-03-01T09:00:00Z');
    const query = `/plan-occurrences?maintenance_plan_id=${plan.id}&sort=sequence&with=can`;
    const can = async (client: Client) =>
      (await client.get(query)).body.data.map(({ can }: { can: { actions: string[] } }) => can.actions);
    expect(await can(plant.manager)).to.deep.equal([[], ['skip', 'postpone']]);
    await plant.send('POST', `/plan-occurrences/${(await plant.occurrence(plan, 2)).id}/skip`, { note: 'x' });
    expect(await can(plant.manager), 'what is decided stays').to.deep.equal([[], [], ['skip', 'postpone']]);
    expect(await can(plant.people.technician)).to.deep.equal([[], [], []]);
  });
});
