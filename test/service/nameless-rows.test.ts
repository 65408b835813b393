/** A resource without a field `name`: its rows answer what stands for them under that name. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createTable, resource, site } from '../../migrations/columns/index.ts';
import type { Client } from '../harness/client.ts';
import { copyDefinitions } from '../harness/definitions-copy.ts';
import { type Service, startService } from '../harness/service.ts';

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

describe('a resource without a field of the name `name`', () => {
  let folder: string;
  let service: Service;
  let client: Client;
  before(async () => {
    folder = await copyDefinitions();
    await writeFile(join(folder, 'tickets.ts'), tickets);
    service = await startService({ seed: 'demo', resources: folder });
    await createTable(service.database.knex, 'tickets', (t) => {
      resource(t);
      site(t);
      t.integer('number').notNullable();
      t.integer('after_id').unsigned().nullable();
      t.unique(['site_id', 'number']);
    });
    client = await service.signedIn('admin@demo.test');
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true });
  });

  it('answers the shape that every row has, wherever it stands', async () => {
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
