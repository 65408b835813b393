/** Names that the service words: in the language of the user whose request writes the row. */
import { expect } from 'chai';
import type { Client } from '../../harness/client.ts';
import { serveDemo } from '../../harness/service.ts';

describe('names that the service words', () => {
  const { manager: client } = serveDemo(['manager']);
  let material = { id: 0, name: '' };
  let item = { id: 0, name: '' };
  const speak = async (locale: string) =>
    expect((await client.patch('/user/locale', { locale })).status).to.equal(200);
  const nameOf = async (path: string, body: object): Promise<string> => {
    const { status, text, body: answer } = await client.post(path, body);
    expect(status, text).to.equal(201);
    return answer.data.name;
  };
  const raisedBy = async (reading: { value: number; read_at: string }): Promise<string> => {
    const limits = { kind: 'gauge', unit: 'bar', below: 1, above: 6 };
    const meter = await client.post('/meters', {
      ...limits,
      name: `Pressure ${reading.value}`,
      material_id: material.id,
    });
    const [{ id }] = [meter.body.data];
    await nameOf('/meter-readings', { meter_id: id, ...reading });
    const { body } = await client.get(`/incidents?meter_id=${id}`);
    return body.data[0].name;
  };

  before(async () => {
    const made = await client.post('/materials', { name: 'Kneader', zone_id: await zone(client) });
    material = made.body.data;
    item = (await client.post('/items', { name: 'Seal' })).body.data;
  });

  const worded = {
    en: {
      cleaning: 'Cleaning of Kneader',
      stops: ['Unplanned stop of Kneader', 'Planned stop of Kneader', 'External stop of Kneader'],
      movements: ['Entry of 5 × Seal', 'Exit of 2 × Seal', 'Entry of 2 × Seal'],
      hours: 'Sunday 01:00–02:00',
      incidents: ['Pressure 7 above 6 bar', 'Pressure 0 below 1 bar'],
    },
    fr: {
      cleaning: 'Nettoyage de Kneader',
      stops: ['Arrêt non planifié de Kneader', 'Arrêt planifié de Kneader', 'Arrêt externe de Kneader'],
      movements: ['Entrée de 5 × Seal', 'Sortie de 2 × Seal', 'Entrée de 2 × Seal'],
      hours: 'dimanche 02:00–03:00',
      incidents: ['Pressure 8 au-dessus de 6 bar', 'Pressure -1 au-dessous de 1 bar'],
    },
  };
  for (const [locale, names] of Object.entries(worded))
    it(`are worded in ${locale}`, async () => {
      await speak(locale);
      const isFirst = locale === 'en';
      const cleaning = { material_id: material.id, type: 'casual' };
      expect(await nameOf('/cleanings', cleaning)).to.equal(names.cleaning);
      const stops: string[] = [];
      for (const kind of ['unplanned', 'planned', 'external']) {
        const year = isFirst ? 2022 : 2023;
        const span = { started_at: `${year}-03-05T10:00:00Z`, ended_at: `${year}-03-05T11:00:00Z` };
        stops.push(await nameOf('/downtimes', { material_id: material.id, kind, ...span }));
      }
      expect(stops).to.deep.equal(names.stops);
      const entry = await nameOf('/item-movements', { item_id: item.id, type: 'entry', quantity: 5 });
      const exit = await client.post('/item-movements', { item_id: item.id, type: 'exit', quantity: 2 });
      const back = await nameOf('/item-movements', { reverses_id: exit.body.data.id });
      expect([entry, exit.body.data.name, back]).to.deep.equal(names.movements);
      const [from, until] = isFirst ? ['01:00', '02:00'] : ['02:00', '03:00'];
      expect(await nameOf('/working-hours', { weekday: 'sun', from, until })).to.equal(names.hours);
      const high = await raisedBy({ value: isFirst ? 7 : 8, read_at: '2024-01-01T10:00:00Z' });
      const low = await raisedBy({ value: isFirst ? 0 : -1, read_at: '2024-01-01T10:00:00Z' });
      expect([high, low]).to.deep.equal(names.incidents);
    });

  it('stay as they are for a user with another language', async () => {
    await speak('en');
    const { body } = await client.get(`/item-movements?item_id=${item.id}&sort=created_at`);
    expect(body.data.map(({ name }: { name: string }) => name)).to.deep.equal([
      ...worded.en.movements,
      ...worded.fr.movements,
    ]);
  });
});

async function zone(client: Client): Promise<number> {
  return (await client.get('/zones?allow_material=true&per_page=1')).body.data[0].id;
}
