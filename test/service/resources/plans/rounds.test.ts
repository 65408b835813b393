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
    [{}, '2027-02-01T12:00:00Z', '2027-03-01 07:00'],
    [{}, '2027-03-27T07:00:00Z', '2027-03-28 06:00'],
    [{ due_time: '02:30' }, '2027-03-27T12:00:00Z', '2027-03-28 01:30'],
    [{ due_time: '02:30' }, '2027-10-30T12:00:00Z', '2027-10-31 00:30'],
    [{ frequency: 'week', weekdays: ['thu', 'mon'], every: 2 }, '2027-03-04T07:00:00Z', '2027-03-15 07:00'],
    [{ frequency: 'month', starts_on: '2027-01-31' }, '2027-02-01T12:00:00Z', '2027-02-28 07:00'],
    [{ frequency: 'month', starts_on: '2027-01-31' }, '2027-02-28T07:00:00Z', '2027-03-31 06:00'],
    [{ frequency: 'year', starts_on: '2024-02-29' }, '2027-03-01T12:00:00Z', '2028-02-29 07:00'],
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

  it('are booked all or none, with the cleanings of their type, by technicians, not by viewers', async () => {
    const materials = [await plant.newMaterial(), await plant.newMaterial()];
    const one = await round({ material_ids: materials, type: 'monthly' });
    setClock('2027-03-01T09:00:00Z');
    const { technician, viewer } = plant.people;
    const path = `/cleaning-rounds/${one.id}/done`;
    const refused = await viewer.post(path, { material_ids: materials });
    expect(refused.status).to.equal(403);
    expect(refused.body.message).to.include('cleaning-round.done');
    await done(one, { material_ids: [...materials, plant.material] }, 422);
    expect((await plant.manager.get('/cleanings?type=monthly')).body.data).to.deep.equal([]);
    const cleaned_at = '2027-03-01T08:30:00.000Z';
    const booked = await technician.post(path, { material_ids: materials.toReversed(), cleaned_at });
    expect(booked.status, booked.text).to.equal(200);
    expect(booked.body.data.due_material_ids).to.deep.equal([]);
    const made = await plant.send('GET', '/cleanings?type=monthly&sort=created_at');
    expect(made.map(({ id }: { id: number }) => id)).to.have.members(booked.body.data.cleaning_ids);
    for (const cleaning of made) expect(cleaning).to.include({ cleaned_at, created_by_id: plant.operator });
    for (const id of materials)
      expect(await plant.send('GET', `/materials/${id}`)).to.include({ last_cleaning_at: cleaned_at });
  });

  it('are refused what they are not', async () => {
    const one = await round();
    const table: readonly [body: Body, ...fields: string[]][] = [
      [{}, 'material_ids'],
      [{ material_ids: [] }, 'material_ids'],
      [{ material_ids: [plant.material, plant.material] }, 'material_ids'],
      [{ material_ids: [plant.material], cleaned_at: '2099-01-01T00:00:00Z' }, 'cleaned_at'],
      [{ material_ids: [plant.material], cleaned_at: 'today' }, 'cleaned_at'],
      [{ material_ids: [plant.material], type: 'daily' }, 'type'],
    ];
    for (const [body, ...fields] of table) {
      const reply = await plant.manager.post(`/cleaning-rounds/${one.id}/done`, body);
      expect([reply.status, Object.keys(reply.body.errors)], JSON.stringify(body)).to.deep.equal([
        422,
        fields,
      ]);
    }
    const changes: readonly [body: Body, ...fields: string[]][] = [
      [{ type: 'hourly' }, 'type'],
      [{ due_time: '25:00' }, 'due_time'],
      [{ every: 0 }, 'every'],
      [{ weekdays: ['mon'] }, 'weekdays'],
      [{ zone_id: plant.zone }, 'material_ids'],
      [{ material_ids: [1] }, 'material_ids'],
      [{ next_due_at: '2000-01-01T00:00:00.000Z' }, 'next_due_at'],
      [{ due_material_ids: [2147483647] }, 'due_material_ids'],
      [{ month_day: 1 }, 'month_day'],
    ];
    for (const [body, ...fields] of changes) {
      const reply = await plant.manager.patch(`/cleaning-rounds/${one.id}`, body);
      expect([reply.status, Object.keys(reply.body.errors)], JSON.stringify(body)).to.deep.equal([
        422,
        fields,
      ]);
    }
    await plant.manager.patch('/user/locale', { locale: 'fr' });
    const french = await plant.manager.patch(`/cleaning-rounds/${one.id}`, { weekdays: ['mon'] });
    expect(french.body.errors.weekdays.join())
      .to.include('calendrier hebdomadaire')
      .and.not.to.match(/plan\b/);
    await plant.manager.patch('/user/locale', { locale: 'en' });
  });

  it('are found by their zone, by the materials that they name, and by date', async () => {
    const zone_id = (await plant.send('POST', '/zones', { name: plant.name() }, 201)).id;
    const material_id = await plant.newMaterial({ zone_id });
    const rounds = [
      await round({ name: 'Floor', zone_id, starts_on: '2027-04-01' }),
      await round({ name: 'Guards', material_ids: [material_id, plant.material], starts_on: '2027-03-01' }),
      await round({ name: 'Asleep', active: false }),
    ];
    const ids = `id=${rounds.map(({ id }) => id).join()}`;
    const find = async (query: string) =>
      (await plant.send('GET', `/cleaning-rounds?${ids}&${query}`)).map(({ name }: { name: string }) => name);
    const table: readonly [query: string, names: readonly string[]][] = [
      ['', ['Asleep', 'Floor', 'Guards']],
      [`zone_id=${zone_id}`, ['Floor']],
      [`material_id=${material_id}`, ['Guards']],
      [`material_id=${plant.material}`, ['Asleep', 'Guards']],
      ['active=false', ['Asleep']],
      ['next_due_at=null', ['Asleep']],
      ['next_due_at[gte]=2027-03-01T07:00:00Z&next_due_at[lt]=2027-04-01T06:00:00Z', ['Guards']],
      ['active=true&sort=-next_due_at', ['Floor', 'Guards']],
      ['search=guard', ['Guards']],
    ];
    for (const [query, names] of table) expect(await find(query), query).to.deep.equal(names);
    const counted = await plant.send('GET', `/cleaning-rounds/counts?by=material_id&${ids}`);
    const shown = counted.map(({ value, count }: { value: number; count: number }) => [value, count]);
    expect(shown).to.have.deep.members([
      [material_id, 1],
      [plant.material, 2],
      [null, 1],
    ]);
  });

  it('of another site are not there', async () => {
    const one = await round();
    await plant.manager.patch('/user/site', { site_id: 3 });
    await plant.send('GET', `/cleaning-rounds/${one.id}`, undefined, 404);
    await done(one, { material_ids: [plant.material] }, 404);
    await plant.manager.patch('/user/site', { site_id: plant.site });
    const { admin } = plant.people;
    expect((await admin.get(`/cleaning-rounds/${one.id}`)).status).to.equal(200);
    const far = await admin.post(`/cleaning-rounds/${one.id}/done`, { material_ids: [plant.material] });
    expect(far.status).to.equal(403);
  });
});
