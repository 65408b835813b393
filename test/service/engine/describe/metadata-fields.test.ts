/** What `GET /resources` tells of fields and their values beside type and limits. */
import { expect } from 'chai';
import type { FieldMetadata } from '../../../../engine/features/metadata/metadata-schema.ts';
import type { ResourceMetadata } from '../../../../engine/features/metadata/resource-schema.ts';
import { allRows } from '../../../../package/testing/world/lists.ts';
import type { Client } from '../../../harness/client.ts';
import { serveDemo } from '../../../harness/service.ts';

describe('GET /resources, of fields', () => {
  const { service } = serveDemo([], { env: { CURRENCY: 'EUR' } });

  const resourcesOf = async (client: Client): Promise<ResourceMetadata[]> => {
    const { status, body } = await client.get('/resources');
    expect(status).to.equal(200);
    return body.data;
  };
  const reader = async (client: Client) => {
    const all = await resourcesOf(client);
    return (resource: string, name: string): FieldMetadata => {
      const found = all.find((one) => one.name === resource)?.fields.find((one) => one.name === name);
      if (!found) throw new Error(`Nothing is told of ${resource}.${name}.`);
      return found;
    };
  };

  it('tells nothing to fill in of what the service alone writes', async () => {
    const all = await resourcesOf(await service.signedIn('admin@demo.test'));
    const journal = all.find(({ name }) => name === 'activity');
    expect(journal?.fields.filter(({ read_only }) => !read_only)).to.deep.equal([]);
    expect(journal?.fields.filter(({ required }) => required)).to.deep.equal([]);
    const urls = journal?.fields.map(({ reference }) => reference?.options_url ?? null);
    expect(new Set(urls)).to.deep.equal(new Set([null]));
  });

  it('tells which texts have lines, what numbers count, and what helps to fill them in', async () => {
    const field = await reader(await service.signedIn('admin@demo.test'));
    expect(field('incident', 'description')).to.include({ multiline: true });
    expect(field('item-movement', 'unit_price')).to.include({ unit: 'EUR' });
    expect(field('maintenance', 'parts_cost')).to.include({ unit: 'EUR' });
    expect(field('material', 'cleaning_every')).to.include({
      unit_field: 'cleaning_unit',
      help: 'Fill in the interval and its unit, or neither.',
    });
    expect(field('item', 'entry_total')).to.include({ unit_field: 'unit' });
    const plain = field('incident', 'name');
    expect(plain).not.to.have.any.keys('multiline', 'unit', 'unit_field', 'help', 'values');
  });

  it('tells how long a password is in what counts', async () => {
    const admin = await service.signedIn('admin@demo.test');
    const { limits } = (await reader(admin))('user', 'password');
    expect(limits).to.deep.equal({
      ...{ min_length: 2, max_length: 72, min_bytes: 8, max_bytes: 72, format: 'password' },
    });
    const { components } = (await admin.get('/api/v1/openapi.json')).body;
    const described = components.schemas.UserCreate.properties.password;
    expect(described).to.include({ format: 'password', minLength: 2, maxLength: 72 });
    expect(described.description).to.contain('Between 8 and 72 bytes long.');
    for (const [password, said] of [
      ['x', 'The password must be between 8 and 72 bytes long.'],
      ['é'.repeat(37), 'The password must be between 8 and 72 bytes long.'],
      ['x'.repeat(73), 'The password must be between 8 and 72 bytes long.'],
      ['', 'The password must not be empty.'],
    ]) {
      const reply = await admin.post('/users', { password });
      expect(reply.body.errors.password, reply.text).to.deep.equal([said]);
    }
  });

  it('gives the address of choices to users who fill in forms only', async () => {
    for (const [email, isWriter] of [
      ['manager@demo.test', true],
      ['viewer@demo.test', false],
    ] as const) {
      const client = await service.signedIn(email);
      for (const { path, fields, operations, scope } of await resourcesOf(client)) {
        const writes = operations.includes('create') || operations.includes('update');
        // Any user may fill in the rows of their own.
        expect(writes && !isWriter && scope !== 'own', path).to.equal(false);
        for (const { reference, choices = [] } of fields) {
          for (const { options_url: url } of [...(reference ? [reference] : []), ...choices]) {
            if (!writes) expect(url, path).to.equal(null);
            if (url !== null) expect((await client.get(new URL(url).pathname)).status, url).to.equal(200);
          }
        }
      }
    }
    const { reference } = (await reader(await service.signedIn('manager@demo.test')))('zone', 'parent_id');
    expect(reference?.options_url).to.match(/\/zones\/options\/parent_id$/);
    const machine = (await reader(await service.signedIn('manager@demo.test')))('incident', 'material_id');
    expect(machine.reference?.not).to.deep.equal({ status: ['decommissioned'] });
  });

  it('names units that a row holds', async () => {
    const client = await service.signedIn('manager@demo.test');
    let found = 0;
    for (const { path, fields } of await resourcesOf(client)) {
      const [row] = (await client.get(`/${path}?per_page=1`)).body.data;
      for (const { unit_field: unit } of fields) {
        if (unit === undefined) continue;
        const holder = unit.split('.').reduce((part, key) => part?.[key] ?? null, row);
        expect(holder === null || typeof holder === 'string', `${path} ${unit}`).to.equal(true);
        found += 1;
      }
    }
    expect(found).to.be.above(5);
  });

  it('tells the tone of values, as the definition says, and nothing of the others', async () => {
    const field = await reader(await service.signedIn('viewer@demo.test'));
    expect(field('material', 'status').values?.map(({ tone }) => tone)).to.deep.equal([
      ...['good', 'warn', undefined, 'bad', 'mute'],
    ]);
    expect(field('item', 'stock_status').values?.[0]).to.deep.equal({
      ...{ value: 'empty', label: 'Empty', tone: 'bad' },
    });
    expect(field('maintenance', 'overdue').values).to.deep.equal([
      { value: true, label: 'Yes', tone: 'bad' },
      { value: false, label: 'No' },
    ]);
    expect(field('zone', 'allow_material')).not.to.have.property('values');
  });

  it('keeps the words of sentences apart from those over columns', async () => {
    const client = await service.signedIn('manager@demo.test');
    const { body } = await client.post('/zones', { name: 'New', allow_material: 'yes', children_count: 1 });
    expect(body.errors).to.deep.equal({
      allow_material: ['The permission to hold materials must be true or false.'],
      children_count: ['The number of zones below cannot be set: the service keeps it.'],
    });
  });

  it('puts the words of the journal beside its values, which stay', async () => {
    const client = await service.signedIn('manager@demo.test');
    await client.post('/zones', { name: 'Written down' });
    const activity = (await resourcesOf(client)).find(({ name }) => name === 'activity');
    const { body } = await client.get('/activities?per_page=100');
    for (const name of ['action', 'resource'] as const) {
      const field = activity?.fields.find((one) => one.name === name);
      const filter = activity?.filters.find((one) => one.name === name);
      expect(field?.type).to.equal('text');
      expect(filter?.values).to.deep.equal(field?.values);
      const known = field?.values?.map(({ value }) => value);
      for (const row of body.data) expect(known, name).to.include(row[name]);
    }
    const label = activity?.fields.find(({ name }) => name === 'resource')?.values;
    expect(label).to.deep.include({ value: 'item-movement', label: 'Item movement' });
  });

  it('offers permissions in words, and says which of them one may grant', async () => {
    const admin = await service.signedIn('admin@demo.test');
    const field = (await reader(admin))('role', 'permissions');
    expect(field).to.not.have.property('values');
    const offeredTo = (client: Client) => allRows(client, '/roles/options/permissions');
    expect(field.options_url).to.match(/\/roles\/options\/permissions$/);
    const values = await offeredTo(admin);
    expect(values[0]).to.deep.equal({ value: '*', label: 'Everything', grantable: true });
    expect(values).to.deep.include({
      ...{ value: 'zone.create', label: 'Create', group: 'Zones', grantable: true },
    });
    const [{ id: site }] = (await admin.get('/sites?is_headquarters=true')).body.data;
    const permissions = ['role.viewAny', 'role.view', 'role.create', 'zone.viewAny', 'zone.update'];
    const role = await admin.post('/roles', { name: 'Makes roles', permissions });
    const person = { username: 'maker', first_name: 'Mae', last_name: 'Ker', password: 'Only roles of mine' };
    const memberships = [{ site_id: site, role_ids: [role.body.data.id] }];
    const email = 'maker@demo.test';
    expect(await admin.post('/users', { ...person, email, memberships })).to.include({ status: 201 });
    const maker = service.client();
    expect(await maker.login(email, person.password)).to.include({ status: 200 });
    const offered = await offeredTo(maker);
    expect(offered.map(({ value }) => value)).to.deep.equal(values.map(({ value }) => value));
    for (const { value, grantable } of offered) {
      expect(grantable, String(value)).to.equal(permissions.includes(String(value)));
      const body = { name: `Of ${value}`, permissions: [value] };
      const { status } = await maker.post('/roles', body, { Prefer: 'dry-run' });
      expect(status, String(value)).to.equal(grantable ? 201 : 403);
    }
  });
});
