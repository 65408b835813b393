/** A resource without a field `name`: the answers of its rows have their name under that key. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createTable, resource, site } from '../../../../migrations/columns/index.ts';
import type { Client } from '../../../harness/client.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { type Service, startService } from '../../../harness/service.ts';

const tickets = `import { BelongsTo, defineResource, Integer, Nullable } from '../engine/index.ts';
export default defineResource({
  name: 'ticket', path: 'tickets', table: 'tickets', scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  display: 'number',
  fields: { number: Integer({ minimum: 1 }), after_id: Nullable(BelongsTo('tickets')) },
  filters: ['after_id'], sort: ['number', 'created_at'], defaultSort: 'number',
  unique: [['site_id', 'number']],
});
`;

/** Its rows are called by what they refer to; a second one of a material is found by its number. */
const visits = `import { BelongsTo, Bool, defineResource, Immutable, Integer, ManyToMany, Nullable, say } from '../engine/index.ts';
export default defineResource({
  name: 'visit', path: 'visits', table: 'visits', scope: 'site',
  operations: ['list', 'view', 'create', 'update', 'delete'],
  display: '{material} · {number}',
  fields: {
    number: Integer({ minimum: 1 }), material_id: Immutable(BelongsTo('materials')), after_id: Nullable(BelongsTo('visits')),
    near_ids: ManyToMany('visits', { table: 'visit_visits', own: 'visit_id', other: 'near_id' }),
    main: Bool({ default: false }),
  },
  filters: ['material_id', 'after_id'], search: ['material_id.name'], sort: ['number', 'created_at'], defaultSort: 'number',
  atMostOne: [{ field: 'main', slot: 'main_slot', taken: say('{name} is it.'), takenUnseen: say('Another is.') }],
});
`;

describe('a resource without a field of the name `name`', () => {
  let folder: string;
  let service: Service;
  let client: Client;
  before(async () => {
    folder = await copyDefinitions();
    await writeFile(join(folder, 'tickets.ts'), tickets);
    await writeFile(join(folder, 'visits.ts'), visits);
    service = await startService({ seed: 'demo', resources: folder });
    await createTable(service.database.knex, 'tickets', (t) => {
      resource(t);
      site(t);
      t.integer('number').notNullable();
      t.integer('after_id').unsigned().nullable();
      t.unique(['site_id', 'number']);
    });
    await createTable(service.database.knex, 'visits', (t) => {
      resource(t);
      site(t);
      t.integer('number').notNullable();
      t.integer('material_id').unsigned().notNullable();
      t.integer('after_id').unsigned().nullable();
      t.boolean('main').notNullable().defaultTo(false);
      t.tinyint('main_slot').nullable();
      t.unique(['site_id', 'main_slot']);
    });
    await createTable(service.database.knex, 'visit_visits', (t) => {
      t.integer('visit_id').unsigned().notNullable();
      t.integer('near_id').unsigned().notNullable();
      t.primary(['visit_id', 'near_id']);
    });
    client = await service.signedIn('admin@demo.test');
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true });
  });

  it('answers the shape that every row has, in every place', async () => {
    const made = await client.post('/tickets', { number: 7 });
    expect(made.status, made.text).to.equal(201);
    const { id } = made.body.data;
    expect(made.body.data).to.include({ number: 7, name: '7' });
    expect(Object.keys(made.body.data).slice(0, 3)).to.deep.equal(['id', 'name', 'number']);
    const next = await client.post('/tickets', { number: 8, after_id: id });
    expect(next.body.data).to.deep.include({ name: '8', after: { id, number: 7 } });
    expect((await client.get(`/tickets/${id}`)).body.data.name).to.equal('7');
    expect((await client.get('/tickets?fields=id,name&sort=-number')).body.data).to.deep.equal([
      { id: next.body.data.id, name: '8' },
      { id, name: '7' },
    ]);
    const { data } = (await client.get(`/tickets/options/after_id?id=${id}`)).body;
    expect(data).to.deep.equal([{ id, name: '7', number: 7 }]);
    expect((await client.get('/tickets?fields=name', { Accept: 'text/csv' })).text).to.match(
      /Name\r\n7\r\n8\r\n$/,
    );
  });

  it('has the name of the row that it refers to, in every place', async () => {
    const material = (await client.get('/materials?per_page=1')).body.data[0];
    const called = (number: number) => `${material.name} · ${number}`;
    const make = async (number: number, more = {}) => {
      const { status, text, body } = await client.post('/visits', {
        number,
        material_id: material.id,
        ...more,
      });
      expect(status, text).to.equal(201);
      return body.data;
    };
    const { id, name } = await make(1, { main: true });
    expect(name).to.equal(called(1));
    const near = { id, name: called(1) };
    const second = await make(2, { after_id: id, near_ids: [id] });
    expect(second).to.deep.include({ name: called(2), after: near, nears: [near] });
    const { data } = (await client.get(`/visits?fields=name,after&with=filters&after_id=${id}`)).body;
    expect(data).to.deep.equal([{ name: called(2), after: near }]);
    // Options, charts, files, searches, the journal, and the sentence that names a row.
    expect((await client.get(`/visits/options/after_id?id=${id}`)).body.data).to.deep.equal([near]);
    const counts = (await client.get('/visits/counts?by=after_id')).body.data;
    expect(counts.map(({ label }: { label: string }) => label)).to.include(called(1));
    const file = await client.get('/visits?fields=name,after', { Accept: 'text/csv' });
    expect(file.text).to.contain(called(2)).and.to.contain(called(1));
    const words = encodeURIComponent(material.name);
    expect((await client.get(`/visits?search=${words}`)).body.meta.total).to.equal(2);
    expect((await client.get(`/visits/options/after_id?search=${words}`)).body.meta.total).to.equal(2);
    await client.patch(`/visits/${second.id}`, { after_id: null });
    const [entry] = (await client.get(`/activities?resource=visit&record_id=${second.id}`)).body.data;
    expect(entry.labels).to.deep.include({ after_id: [called(1), null] });
    const refused = await client.patch(`/visits/${second.id}`, { main: true });
    expect([refused.status, refused.body.message]).to.deep.equal([409, `${called(1)} is it.`]);
    const described = (await client.get('/resources')).body.data.find(
      ({ path }: { path: string }) => path === 'visits',
    );
    expect(described.display).to.equal('name');
  });

  it('tells of it as of what the service keeps', async () => {
    const refused = await client.post('/tickets', { number: 9, name: 'nine' });
    expect([refused.status, Object.keys(refused.body.errors)]).to.deep.equal([422, ['name']]);
    const described = (await client.get('/resources')).body.data;
    const ticket = described.find(({ name }: { name: string }) => name === 'ticket');
    const field = ticket.fields.find(({ name }: { name: string }) => name === 'name');
    expect(field).to.include({ type: 'text', read_only: true, label: 'Name' });
    const document = (await client.get('/api/v1/openapi.json')).body;
    expect(document.components.schemas.Ticket.required).to.include('name');
    expect(document.components.schemas.Ticket.properties.name.type).to.equal('string');
  });
});
