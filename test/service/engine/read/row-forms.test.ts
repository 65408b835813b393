/** Rows come packed as JSON or column by column: what is in them is the same either way. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { type Service, serveDemo, startService } from '../../../harness/service.ts';

const controls = Array.from({ length: 0x1f }, (_, index) => String.fromCharCode(index + 1)).join('');
const texts: Readonly<Record<string, string>> = {
  'every control character': `a${controls}\u007f\u0085z`,
  'quotes and backslashes': `'a' "b" \\ \\\\ \\" \\u0041 \\n / \`c\` ?`,
  'separators of lines and invisible ones': 'a\u2028b\u2029c\u200bd\ufeffe\u00adf',
  'characters beyond the first 65,536': '😀👩‍🔧𝒳 \u{10ffff}',
  'accents in both forms': 'é e\u0301 ß İ ﬁ',
  'what is JSON itself': '{"id": 1, "packed": [null, "x"]}',
  null: 'null',
  'a number': '00123.50',
  'a text of the longest kind': '"'.repeat(1000),
};

describe('rows', () => {
  const { service, manager } = serveDemo(['manager']);

  for (const [what, text] of Object.entries(texts)) {
    it(`keep ${what}, seen alone as in a list`, async () => {
      const created = await manager.post('/zones', { name: `Zone of ${what}`, description: text });
      expect(created.status, created.text).to.equal(201);
      const { data } = created.body;
      const one = (await manager.get(`/zones/${data.id}`)).body.data;
      const [listed] = (await manager.get(`/zones?id=${data.id}`)).body.data;
      expect(data.description).to.equal(text.normalize('NFC'));
      expect(one).to.deep.equal(data);
      expect(listed).to.deep.equal(one);
    });
  }

  it('keep amounts, days, moments and what is empty, seen alone as in a list', async () => {
    const { zone_id } = (await manager.get('/materials')).body.data[0];
    const fields = {
      purchase_price: 9_999_999.99,
      in_service_date: '1000-01-01',
      warranty_until: '9999-12-31',
    };
    const created = await manager.post('/materials', { name: 'Of all kinds', zone_id, ...fields });
    expect(created.status, created.text).to.equal(201);
    const { status_transitions: _open, ...data } = created.body.data;
    const [listed] = (await manager.get(`/materials?id=${data.id}`)).body.data;
    expect(data).to.include({ ...fields, model: null, last_cleaning_at: null, maintenance_count: 0 });
    expect(data.created_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(listed).to.deep.equal(data);
  });

  it('keep what the journal has as JSON', async () => {
    const { id } = (await manager.post('/zones', { name: 'Noted' })).body.data;
    await manager.patch(`/zones/${id}`, { description: 'A "new" one' });
    const admin = await service.signedIn('admin@demo.test');
    const [listed] = (await admin.get(`/activities?resource=zone&record_id=${id}&action=update`)).body.data;
    expect(listed.changes).to.deep.equal({ description: [null, 'A "new" one'] });
    expect((await admin.get(`/activities/${listed.id}`)).body.data).to.deep.equal(listed);
  });
});

describe('rows of more values than a function of SQLite takes', () => {
  const names = Array.from({ length: 140 }, (_, index) => `part_${index}`);
  const columns = ['name', 'name_key'];
  let folder: string;
  let wide: Service;

  before(async () => {
    folder = await copyDefinitions();
    const fields = names.map((name) => `${name}: Nullable(Integer())`);
    await writeFile(join(folder, 'wides.ts'), definition(fields.join(', ')));
    wide = await startService({ seed: 'demo', resources: folder });
    await wide.database.knex.schema.createTable('wides', (t) => {
      t.increments('id');
      for (const name of columns) t.string(name, 511);
      for (const name of names) t.integer(name);
      t.integer('created_by_id').unsigned().references('users.id');
      t.datetime('created_at', { precision: 3 });
      t.datetime('updated_at', { precision: 3 });
      t.integer('version');
    });
  });
  after(async () => {
    await wide.stop();
    await rm(folder, { recursive: true });
  });

  it('are read alone as in a list', async () => {
    const administrator = await wide.signedIn('admin@demo.test');
    const body = { name: 'Wide', ...Object.fromEntries(names.map((name, index) => [name, index])) };
    const created = await administrator.post('/wides', body);
    expect(created.status, created.text).to.equal(201);
    const { data } = created.body;
    expect(data).to.include(body);
    expect((await administrator.get('/wides')).body.data).to.deep.equal([data]);
    const viewed = await administrator.get(`/wides/${data.id}`);
    expect(viewed.body.data).to.deep.equal(data);
    expect(viewed.headers.etag).to.match(/^"1-/);
  });
});

const definition = (fields: string) => `
import { defineResource, Integer, Nullable, Text } from '../engine/index.ts';

export default defineResource({
  name: 'wide', path: 'wides', table: 'wides', scope: 'global', operations: ['list', 'view', 'create'],
  fields: { name: Text(), ${fields} },
  sort: ['name'], defaultSort: 'name',
});
`;
