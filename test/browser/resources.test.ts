/** Reading and writing rows from a page on another origin: what a preflight must let through and a script may read. */
import { expect } from 'chai';
import type { ClientPage } from '../harness/browser.ts';
import { type BrowserFixture, signIn, startInBrowser } from './fixture.ts';

interface Material {
  readonly name: string;
  readonly zone_id: number;
  readonly zone: { readonly id: number; readonly name: string };
  readonly status: string;
}

describe('rows from FRONTEND_URL', () => {
  let fixture: BrowserFixture;
  let client: ClientPage;
  let zone: number;

  before(async () => {
    fixture = await startInBrowser();
    client = await fixture.open();
    await signIn(client, 'manager@demo.test');
    const { data } = await client.get('/zones?allow_material=true&per_page=1');
    zone = data.data[0].id;
  });
  after(() => fixture?.stop());

  const create = (name: string, headers?: Record<string, string>) =>
    client.send('POST', '/materials', { name, zone_id: zone }, headers);

  it('lists materials by several filters', async () => {
    const { knex } = fixture.service.database;
    const operational = await knex('materials').where({ site_id: 2, status: 'operational' }).pluck('id');
    const { status, data } = await client.get('/materials?status=operational&sort=-name&per_page=3');
    expect(status).to.equal(200);
    expect(data.meta).to.include({ current_page: 1, per_page: 3, total: operational.length });
    const rows: Material[] = data.data;
    expect(rows).to.have.length(3);
    expect(new Set(rows.map((row) => row.status))).to.deep.equal(new Set(['operational']));
    expect(rows.every((row) => row.zone.id === row.zone_id && row.zone.name !== '')).to.equal(true);

    const [first] = rows;
    const [word] = first?.name.split(' ') ?? [];
    const narrowed = await client.get(
      `/materials?status=operational&zone_id=${first?.zone_id}&search=${word}`,
    );
    const names = narrowed.data.data.map(({ name }: Material) => name);
    expect(names).to.include(first?.name);
    expect(narrowed.data.meta.total).to.be.below(data.meta.total);
  });

  it('tells the page what is wrong with a filter', async () => {
    const { status, data } = await client.get('/materials?status=broken');
    expect([status, Object.keys(data.errors)]).to.deep.equal([422, ['status']]);
  });

  it('shows the page where a new row is, its tag and the id of the request', async () => {
    const { status, headers, data } = await create('Press 1');
    expect(status).to.equal(201);
    expect(headers.location).to.match(new RegExp(`/api/v1/materials/${data.data.id}$`));
    expect(headers.etag).to.match(/^"1-/);
    expect(headers['x-request-id']).to.match(/^[\w-]{8,}$/);
    expect((await client.get(`/materials/${data.data.id}`)).headers.etag).to.equal(headers.etag);
  });

  it('changes a row that no other person has changed, and refuses the others', async () => {
    const { headers, data } = await create('Press 2');
    const path = `/materials/${data.data.id}`;
    const [mine, late] = [{ name: 'Press 2a' }, { name: 'Press 2b' }];
    const changed = await client.send('PATCH', path, mine, { 'If-Match': headers.etag ?? '' });
    expect([changed.status, changed.data.data.name]).to.deep.equal([200, 'Press 2a']);
    expect(changed.headers.etag).to.match(/^"2-/);
    const stale = await client.send('PATCH', path, late, { 'If-Match': headers.etag ?? '' });
    expect([stale.status, stale.data.code]).to.deep.equal([412, 'stale']);
    expect((await client.get(path)).data.data.name).to.equal('Press 2a');
    expect((await client.send('DELETE', path)).status).to.equal(204);
    expect((await client.get(path)).status).to.equal(404);
  });

  it('asks whether a row is still the same', async () => {
    const { headers, data } = await create('Press 3');
    const seen = await client.get(`/materials/${data.data.id}`, { 'If-None-Match': headers.etag ?? '' });
    expect(seen.status).to.equal(304);
  });

  it('sends a create again without creating twice', async () => {
    const headers = { 'Idempotency-Key': 'press-4' };
    const [first, again] = [await create('Press 4', headers), await create('Press 4', headers)];
    expect([first.status, again.status]).to.deep.equal([201, 201]);
    expect(again.data.data.id).to.equal(first.data.data.id);
    const rows = await fixture.service.database.knex('materials').where({ name: 'Press 4' });
    expect(rows).to.have.length(1);
  });

  it('shows every error of a form at once', async () => {
    const { status, data } = await client.send('POST', '/materials', { name: '', colour: 'red' });
    expect(status).to.equal(422);
    expect(data.errors).to.have.keys('name', 'zone_id', 'colour');
  });
});
