/** Options by user: what they show of rows that the user may not list. */
import { expect } from 'chai';
import type { Client } from '../../../../harness/client.ts';
import { serveDemo } from '../../../../harness/service.ts';
import { People } from '../../../auth/rights/access-world.ts';
import { sites } from '../../../resources/world.ts';

interface Option {
  readonly id: number;
  readonly name: string;
}

describe('options', () => {
  const { service } = serveDemo([]);
  let people: People;
  before(async () => {
    people = new People(service);
  });

  const optionsOf = async (client: Client, path: string, search = ''): Promise<readonly Option[]> => {
    const reply = await client.get(`${path}?per_page=100&search=${encodeURIComponent(search)}`);
    expect(reply.status, reply.text).to.equal(200);
    return reply.body.data;
  };
  const names = (options: readonly Option[]) => options.map(({ name }) => name);

  const fields = '/maintenances/options/operator_ids';
  const filters = '/maintenances/options/filter.operator_id';

  it('are only searched by what is shown if the user may not list the rows', async () => {
    const held = ['maintenance.viewAny', 'maintenance.create'];
    const blind = (await people.person({ north: held })).client;
    const seeing = (await people.person({ north: [...held, 'user.viewAny'] })).client;
    const { knex } = service.database;
    for (const path of [fields, filters]) {
      const [first] = await optionsOf(blind, path);
      const user = await knex('users').where({ id: first?.id }).first();
      for (const shown of [user.first_name, user.full_name, user.last_name.slice(1).toUpperCase()]) {
        expect(names(await optionsOf(blind, path, shown)), shown).to.include(user.full_name);
      }
      for (const hidden of [user.email, '@demo', user.email.split('@')[0]]) {
        const found = await optionsOf(blind, path, hidden);
        const others = found.filter(({ name }) => !name.toLowerCase().includes(hidden.toLowerCase()));
        expect(others, `${path}?search=${hidden}`).to.deep.equal([]);
      }
      expect(names(await optionsOf(seeing, path, user.email))).to.include(user.full_name);
    }
  });

  it('are searched by the first line of what is searched where a name has no key of its own', async () => {
    const { knex } = service.database;
    const blind = (await people.person({ north: ['incident.viewAny'] })).client;
    const path = '/incidents/options/filter.maintenance_id';
    const [first] = await optionsOf(blind, path);
    const row = await knex('maintenances').where({ id: first?.id }).first();
    await knex('maintenances')
      .where({ id: row.id })
      .update({ search_text: `${row.name.toLowerCase()}\nxylophones` });
    expect(names(await optionsOf(blind, path, row.name))).to.include(row.name);
    expect(await optionsOf(blind, path, 'xylophones')).to.deep.equal([]);
  });

  it('show no more of users of other sites than lists do, also to users who may list those of their own', async () => {
    const { knex } = service.database;
    // A person of the headquarters only, who has written something here.
    const stranger = await people.person({ headquarters: ['zone.viewAny'] });
    await knex('zones').where({ site_id: sites.north }).limit(1).update({ created_by_id: stranger.id });
    const person = await people.person({ north: ['zone.viewAny', 'user.viewAny', 'user.view'] });
    const path = '/zones/options/filter.created_by_id';
    const ids = (await optionsOf(person.client, path)).map(({ id }) => id);
    expect(ids).to.include(stranger.id);
    const found = await optionsOf(person.client, path, stranger.email);
    expect(found).to.deep.equal([]);
    expect(await person.client.get(`/users/${stranger.id}`)).to.include({ status: 404 });
  });

  it('of a filter name those who are gone, as the lists do in which they occur', async () => {
    const { knex } = service.database;
    const gone = await people.person({ north: ['zone.create', 'zone.viewAny'] });
    const { client } = await people.person({ north: ['zone.viewAny'] });
    await gone.client.post('/zones', { name: 'Left behind' });
    await knex('users').where({ id: gone.id }).update({ live: null });
    const ids = (await optionsOf(client, '/zones/options/filter.created_by_id')).map(({ id }) => id);
    expect(ids).to.include(gone.id);
    const { body } = await client.get(`/zones?created_by_id=${gone.id}`);
    expect(body.data[0].created_by.id).to.equal(gone.id);
  });

  it('that filters name by their ids are named beside a list, those of several filters by one request', async () => {
    const { client } = await people.person({ north: ['maintenance.viewAny'] });
    const [row] = (await client.get('/maintenances?per_page=1')).body.data;
    const [operator] = await optionsOf(client, '/maintenances/options/filter.operator_id');
    const [zone] = await optionsOf(client, '/maintenances/options/filter.zone_id');
    const [other] = (await optionsOf(client, '/maintenances/options/filter.material_id')).filter(
      ({ id }) => id !== row.material_id,
    );
    const asked = [
      `material_id=${row.material_id},${other?.id},999999`,
      `operator_id=${operator?.id}&zone_id=${zone?.id}&company_id=null&status=planned`,
      'created_at[gte]=2000-01-01T00:00:00Z&with=filters,etag&fields=id&per_page=1',
    ].join('&');
    const { status, body } = await client.get(`/maintenances?${asked}`);
    expect(status).to.equal(200);
    expect(Object.keys(body)).to.deep.equal(['data', 'meta', 'links', 'filters']);
    const { material_id: materials, ...others } = body.filters;
    expect(materials.map(({ id }: Option) => id)).to.deep.equal(
      [row.material_id, other?.id].toSorted((one, two) => one - two),
    );
    expect(materials).to.deep.include(
      (await client.get(`/maintenances/options/filter.material_id?id=${row.material_id}`)).body.data[0],
    );
    expect(others).to.deep.equal({ operator_id: [operator], zone_id: [zone], company_id: [] });
    expect((await client.get('/maintenances')).body).not.to.have.property('filters');
    expect((await client.get('/maintenances?with=filters')).body.filters).to.deep.equal({});
    expect((await client.get('/maintenances?with=filters&format=csv')).status).to.equal(422);
  });

  it('that filters name by id are named to users who may list them, or see them in what they may list', async () => {
    const writer = await people.person({ north: ['zone.create'] });
    const stranger = await people.person({ north: [] });
    const held = (await writer.client.post('/zones', { name: 'Written' })).body.data;
    const named = async (client: Client, filter: string) => {
      const { body } = await client.get(`/zones?${filter}&with=filters`);
      return Object.values<Option[]>(body.filters).flatMap((rows) => rows.map(({ id }) => id));
    };
    const blind = (await people.person({ north: ['zone.viewAny'] })).client;
    const seeing = (await people.person({ north: ['zone.viewAny', 'user.viewAny'] })).client;
    const both = `created_by_id=${held.created_by_id},${stranger.id}`;
    expect(await named(blind, both)).to.deep.equal([held.created_by_id]);
    expect(await named(seeing, both)).to.have.members([held.created_by_id, stranger.id]);
    // It has no rows, and a row of another site does not exist here.
    const south = (await people.person({ south: ['zone.create', 'zone.viewAny'] })).client;
    const elsewhere = (await south.post('/zones', { name: 'In the south' })).body.data;
    const parents = `parent_id=${held.id},${elsewhere.id}`;
    expect(await named(blind, parents)).to.deep.equal([held.id]);
    expect(await named(south, parents)).to.deep.equal([elsewhere.id]);
  });

  it('of a filter name no site that the user does not see', async () => {
    const { client } = await people.person({ north: ['zone.viewAny', 'user.viewAny'], south: [] });
    for (const path of ['/zones', '/users']) {
      const options = await optionsOf(client, `${path}/options/filter.site_id`);
      expect(
        options.map(({ id }) => id),
        path,
      ).to.deep.equal([sites.north]);
    }
    const headquarters = (await people.person({ headquarters: ['zone.viewAny'] })).client;
    const all = await optionsOf(headquarters, '/zones/options/filter.site_id');
    expect(all.map(({ id }) => id)).to.include.members([sites.north, sites.south]);
  });
});
