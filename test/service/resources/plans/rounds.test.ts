/** Rounds of cleaning as time goes on: when they are due, what of, who books them, and how they are found. */
import { expect } from 'chai';
import type { Reply } from '../../../harness/client.ts';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant, shortly } from './plant.ts';

type Body = Readonly<Record<string, unknown>>;

describe('rounds', () => {
  const plant = openPlant('Europe/Paris');
  beforeEach(() => setClock('2027-02-01T12:00:00Z'));

  const round = async (body: Body = {}): Promise<Reply['body']> => {
    const usual = { name: plant.name(), type: 'daily', starts_on: '2027-03-01', frequency: 'day' };
    const place = 'zone_id' in body ? {} : { material_ids: [plant.material] };
    return plant.send('POST', '/cleaning-rounds', { ...usual, ...place, ...body }, 201);
  };
  const read = ({ id }: { id: number }) => plant.send('GET', `/cleaning-rounds/${id}`);
  const done = ({ id }: { id: number }, body: Body, status = 200) =>
    plant.send('POST', `/cleaning-rounds/${id}/done`, body, status);
  const due = async (one: { id: number }, at: string): Promise<number[]> => {
    setClock(at);
    return (await read(one)).due_material_ids;
  };

  const dates: readonly [body: Body, at: string, next: string][] = [
    [{}, '2027-03-27T07:00:00Z', '2027-03-28 06:00'],
    [{ frequency: 'week', weekdays: ['thu', 'mon'], every: 2 }, '2027-03-04T07:00:00Z', '2027-03-15 07:00'],
  ];
  for (const [body, at, next] of dates) {
    it(`at ${at} are next due at ${next}: ${JSON.stringify(body)}`, async () => {
      setClock(at);
      expect(shortly((await round(body)).next_due_at)).to.equal(next);
    });
  }

  it('are due from their date on, for what was not cleaned since by a cleaning of their type', async () => {
    const material_id = await plant.newMaterial();
    const one = await round({ material_ids: [material_id], frequency: 'week', type: 'weekly' });
    expect(await due(one, '2027-03-01T06:59:59Z')).to.deep.equal([]);
    expect(await due(one, '2027-03-01T07:00:00Z')).to.deep.equal([material_id]);
    const cleaned = (type: string, cleaned_at: string) =>
      plant.send('POST', '/cleanings', { material_id, type, cleaned_at }, 201);
    await cleaned('daily', '2027-03-01T07:00:00Z');
    await cleaned('weekly', '2027-03-01T06:59:59Z');
    expect(await due(one, '2027-03-01T09:00:00Z')).to.deep.equal([material_id]);
    await cleaned('weekly', '2027-03-01T07:00:00Z');
    expect(await due(one, '2027-03-01T09:00:00Z')).to.deep.equal([]);
    expect(await due(one, '2027-03-08T07:00:00Z')).to.deep.equal([material_id]);
  });

  it('of a zone are of its present materials', async () => {
    const zone_id = (await plant.send('POST', '/zones', { name: plant.name() }, 201)).id;
    const one = await round({ zone_id });
    const material = await plant.newMaterial({ zone_id });
    expect(await due(one, '2027-03-01T09:00:00Z')).to.deep.equal([material]);
    await plant.send('PATCH', `/materials/${material}`, { zone_id: plant.zone });
    expect(await due(one, '2027-03-01T09:00:00Z')).to.deep.equal([]);
    await done(one, { material_ids: [material] }, 422);
  });
});
