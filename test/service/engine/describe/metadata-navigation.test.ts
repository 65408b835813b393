/** What `GET /resources` tells beside fields and filters: where one goes from a row, and what holds between rows. */
import { expect } from 'chai';
import type { AnswerMeta } from '../../../../engine/features/metadata/answer-schema.ts';
import type { ResourceMetadata } from '../../../../engine/features/metadata/resource-schema.ts';
import type { Client } from '../../../harness/client.ts';
import { serveDemo } from '../../../harness/service.ts';

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

  it('tells the headquarters the time zones of sites that have another one', async () => {
    const client = await service.signedIn('admin@demo.test');
    const { meta } = await ask(client);
    const sites: { id: number; timezone: string }[] = (await client.get('/sites')).body.data;
    const others = sites.filter(({ timezone }) => timezone !== meta.timezone);
    expect(others).not.to.have.lengthOf(0);
    expect(meta.timezones).to.deep.equal(
      Object.fromEntries(others.map(({ id, timezone }) => [id, timezone])),
    );
  });

  it('tells the time zone of the site, the language and the currency', async () => {
    const client = await service.signedIn('viewer@demo.test');
    const { body } = await client.get('/sites');
    const [{ timezone }] = body.data;
    const { operators, ...meta } = (await ask(client)).meta;
    expect(meta).to.deep.include({ timezone, locale: 'en', currency: null, history: null });
    expect(meta).to.have.all.keys('timezone', 'locale', 'currency', 'history', 'attachments', 'comments');
    expect(operators).to.include({ not: 'not {value}', gte: 'from {value}' });
    await client.patch('/user/locale', { locale: 'fr' });
    expect((await ask(client)).meta).to.include({ locale: 'fr' });
    await client.patch('/user/locale', { locale: 'en' });
  });

  it('tells the states of rows, what may not be twice, and what goes before what', async () => {
    const client = await service.signedIn('manager@demo.test');
    const incident = await describedTo(client, 'incident');
    expect(incident.states?.field).to.equal('status');
    expect(incident.states?.transitions.open).to.deep.equal(['in_progress', 'resolved']);
    expect(incident.states?.initial).to.include('open');
    expect(incident.order).to.deep.equal([{ lower: 'started_at', upper: 'resolved_at' }]);
    // That of a step which only the service sets is no form's business.
    expect(incident.unique).to.deep.equal([]);
    const material = await describedTo(client, 'material');
    expect(material.unique).to.deep.equal([
      ['zone_id', 'name'],
      ['site_id', 'code'],
      ['site_id', 'serial_number'],
    ]);
    expect(await describedTo(client, 'cleaning')).to.deep.include({ states: null, order: [] });
  });

  it('finds the lists that belong to a row, in the order of tabs, else those that are counted first', async () => {
    const client = await service.signedIn('admin@demo.test');
    const { data } = await ask(client);
    const lists = Object.fromEntries(data.map((one) => [one.name, listsOf(one)]));
    expect(lists).to.deep.include({
      closure: [],
      company: [
        'items company_id item_count',
        'maintenances company_id maintenance_count',
        'item-movements company_id ',
        'maintenance-plans company_id ',
        'service-costs company_id ',
      ],
      item: ['item-movements item_id movement_count', 'materials item_id '],
      'maintenance-plan': ['plan-occurrences maintenance_plan_id ', 'maintenances maintenance_plan_id '],
      role: ['users role_id user_count'],
      site: [
        'zones site_id zone_count',
        'users site_id user_count',
        ...['cleaning-rounds site_id ', 'closures site_id ', 'items site_id '],
        'materials site_id ',
        'working-hours site_id ',
      ],
    });
  });

  it('counts in the field that it names, or beside the row, exactly what it lists', async () => {
    const client = await service.signedIn('admin@demo.test');
    let counted = 0;
    let asked = 0;
    for (const { url, related } of (await ask(client)).data) {
      const { body } = await client.get(`${path(url)}?per_page=5`);
      const [first] = body.data;
      const beside = first ? (await client.get(`${path(url)}/${first.id}/related`)).body.data : [];
      const uncounted = related.filter(({ count_field }) => first && count_field === undefined);
      expect(beside, url).to.have.lengthOf(uncounted.length);
      for (const { resource, filter, count_field: field } of related) {
        for (const row of body.data) {
          const list = await client.get(`/${resource}?${filter}=${row.id}&per_page=1`);
          expect(list.status, list.text).to.equal(200);
          if (field === undefined) {
            if (row !== first) continue;
            expect(beside).to.deep.include({ resource, filter, count: list.body.meta.total });
            asked += list.body.meta.total;
            continue;
          }
          expect(list.body.meta.total, `${url} ${row.id} ${field}`).to.equal(row[field]);
          counted += 1;
        }
      }
    }
    expect(counted).to.be.above(50);
    expect(asked).to.be.above(50);
    expect((await client.get('/materials/999999/related')).status).to.equal(404);
    expect((await client.get('/materials/1/related?page=2')).status).to.equal(422);
  });

  it('leads to no list that one may not see', async () => {
    const client = await service.signedIn('technician@demo.test');
    const { data } = await ask(client);
    const paths = data.map((one) => one.path);
    for (const { related, history } of data) {
      expect(history).to.equal(undefined);
      for (const { resource } of related) expect(paths).to.include(resource);
    }
    const [zone] = (await client.get('/zones?per_page=1')).body.data;
    const beside = (await client.get(`/zones/${zone.id}/related`)).body.data;
    expect(beside).to.not.deep.equal([]);
    for (const { resource } of beside) expect(paths).to.include(resource);
  });

  it('leads to the journal of a row', async () => {
    const client = await service.signedIn('manager@demo.test');
    const material = await describedTo(client, 'material');
    const [{ id, name }] = (await client.get('/materials?per_page=1')).body.data;
    expect(await client.patch(`/materials/${id}`, { name: `${name}, anew` })).to.include({ status: 200 });
    expect(material.history).to.equal(true);
    const { history } = (await client.get('/resources')).body.meta;
    const { body } = await client.get(path(history.url).replace('{name}', material.name).replace('{id}', id));
    expect(body.data[0]).to.deep.include({ record_id: id, changes: { name: [name, `${name}, anew`] } });
    expect(await describedTo(client, 'activity')).to.not.have.property('history');
    const stranger = await service.signedIn('technician@demo.test');
    expect((await stranger.get('/resources')).body.meta.history).to.equal(null);
  });
});
