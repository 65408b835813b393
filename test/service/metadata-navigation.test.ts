/** What `GET /resources` tells beside fields and filters: where one goes from a row, and what holds between rows. */
import { expect } from 'chai';
import type { AnswerMeta } from '../../engine/describe/metadata/answer-schema.ts';
import type { ResourceMetadata } from '../../engine/describe/metadata/resource-schema.ts';
import type { Client } from '../harness/client.ts';
import { serveDemo } from '../harness/service.ts';

describe('GET /resources, around a row', () => {
  const { service } = serveDemo([]);

  const ask = async (client: Client): Promise<{ data: ResourceMetadata[]; meta: AnswerMeta }> => {
    const { status, body } = await client.get('/resources');
    expect(status).to.equal(200);
    return body;
  };
  const describedTo = async (client: Client, name: string): Promise<ResourceMetadata> => {
    const found = (await ask(client)).data.find((one) => one.name === name);
    if (!found) throw new Error(`Nothing is told of ${name}.`);
    return found;
  };
  const listsOf = ({ related }: ResourceMetadata) =>
    related.map(({ resource, filter, count_field }) => [resource, filter, count_field].join(' '));
  /** The address as a client asks for it: an answer names it in full. */
  const path = (url: string) => url.slice(url.indexOf('/api/'));

  it('tells the time zone of the site, the language and the currency', async () => {
    const client = await service.signedIn('viewer@demo.test');
    const { body } = await client.get('/sites');
    const [{ timezone }] = body.data;
    const { operators, ...meta } = (await ask(client)).meta;
    expect(meta).to.deep.equal({ timezone, locale: 'en', currency: null });
    expect(operators).to.include({ not: 'not {value}', gte: 'from {value}' });
    await client.patch('/user/locale', { locale: 'fr' });
    expect((await ask(client)).meta).to.include({ locale: 'fr' });
    await client.patch('/user/locale', { locale: 'en' });
  });

  it('tells the states of rows, what may not be twice, and what goes before what', async () => {
    const client = await service.signedIn('manager@demo.test');
    const incident = await describedTo(client, 'incident');
    expect(incident.states).to.deep.include({ field: 'status', transitions: incident.transitions?.from });
    expect(incident.states?.initial).to.include('open');
    expect(incident.order).to.deep.equal([{ lower: 'started_at', upper: 'resolved_at' }]);
    expect(incident.unique).to.deep.equal([]);
    const material = await describedTo(client, 'material');
    expect(material.unique).to.deep.equal([
      ['zone_id', 'name'],
      ['site_id', 'serial_number'],
    ]);
    expect(await describedTo(client, 'cleaning')).to.deep.include({ states: null, order: [] });
  });

  it('finds the lists that belong to a row, in the order of tabs, else those that are counted first', async () => {
    const client = await service.signedIn('admin@demo.test');
    const { data } = await ask(client);
    const lists = Object.fromEntries(data.map((one) => [one.name, listsOf(one)]));
    expect(lists).to.deep.equal({
      activity: [],
      cleaning: [],
      'cleaning-round': [],
      closure: [],
      company: [
        'items company_id item_count',
        'maintenances company_id maintenance_count',
        'item-movements company_id ',
        'maintenance-plans company_id ',
      ],
      incident: [],
      item: ['item-movements item_id movement_count', 'materials item_id '],
      'item-movement': [],
      maintenance: [
        'incidents maintenance_id incident_count',
        'item-movements maintenance_id movement_count',
      ],
      'maintenance-plan': ['plan-occurrences maintenance_plan_id ', 'maintenances maintenance_plan_id '],
      'plan-occurrence': [],
      material: [
        'incidents material_id incident_count',
        'maintenances material_id maintenance_count',
        'cleanings material_id cleaning_count',
        'items material_id item_count',
        'item-movements material_id ',
        'cleaning-rounds material_id ',
        'maintenance-plans material_id ',
        'plan-occurrences material_id ',
      ],
      role: ['users role_id user_count'],
      site: [
        'zones site_id zone_count',
        'users site_id user_count',
        ...['cleaning-rounds site_id ', 'closures site_id ', 'items site_id '],
        'materials site_id ',
        'working-hours site_id ',
      ],
      user: ['maintenances operator_id ', 'activities user_id ', 'maintenance-plans operator_id '],
      'working-hour': [],
      zone: [
        'materials zone_id material_count',
        'incidents zone_id ',
        'maintenances zone_id ',
        'cleanings zone_id ',
        'zones parent_id children_count',
        'cleaning-rounds zone_id ',
        'maintenance-plans zone_id ',
      ],
    });
  });

  it('counts in the field that it names exactly what it lists', async () => {
    const client = await service.signedIn('admin@demo.test');
    let counted = 0;
    for (const { url, related } of (await ask(client)).data) {
      const { body } = await client.get(`${path(url)}?per_page=5`);
      for (const { resource, filter, count_field: field } of related) {
        for (const row of body.data) {
          const list = await client.get(`/${resource}?${filter}=${row.id}&per_page=1`);
          expect(list.status, list.text).to.equal(200);
          if (field === null) continue;
          expect(list.body.meta.total, `${url} ${row.id} ${field}`).to.equal(row[field]);
          counted += 1;
        }
      }
    }
    expect(counted).to.be.above(50);
  });

  it('leads to no list that one may not see', async () => {
    const client = await service.signedIn('technician@demo.test');
    const { data } = await ask(client);
    const paths = data.map((one) => one.path);
    for (const { related, history } of data) {
      expect(history).to.equal(null);
      for (const { resource } of related) expect(paths).to.include(resource);
    }
  });

  it('leads to the journal of a row', async () => {
    const client = await service.signedIn('manager@demo.test');
    const material = await describedTo(client, 'material');
    const [{ id, name }] = (await client.get('/materials?per_page=1')).body.data;
    expect(await client.patch(`/materials/${id}`, { name: `${name}, anew` })).to.include({ status: 200 });
    const { body } = await client.get(path(material.history?.url ?? '').replace('{id}', id));
    expect(body.data[0]).to.deep.include({ record_id: id, changes: { name: [name, `${name}, anew`] } });
    expect(await describedTo(client, 'activity')).to.include({ history: null });
  });
});
