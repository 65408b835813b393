/** The columns of lists as CSV: headings and cells as people read them in a spreadsheet, and harmless there. */
import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { serveDemo } from '../../../harness/service.ts';

const csv = { Accept: 'text/csv' };
/** Id of the demo's Plant North, where the manager is. */
const north = 2;

describe('columns of CSV', () => {
  const { service, manager } = serveDemo(['manager']);

  const read = async (path: string, client = manager): Promise<Record<string, string>[]> => {
    const reply = await client.get(path, csv);
    expect(reply.status, reply.text.slice(0, 500)).to.equal(200);
    return parse(reply.text, { bom: true, columns: true });
  };

  it('are files for spreadsheets, with headings in the language of the user', async () => {
    const reply = await manager.get('/zones?fields=id,name,parent_id,parent,allow_material', csv);
    expect(reply.headers).to.include({ 'content-type': 'text/csv; charset=utf-8' });
    expect(reply.headers['content-disposition']).to.match(
      /^attachment; filename="zones-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const [head] = reply.text.split('\r\n');
    expect(head).to.equal('\uFEFFId,Name,Parent zone (id),Parent zone,Holds materials');
    await manager.patch('/user/locale', { locale: 'fr' });
    const [french] = (await manager.get('/zones?fields=name,created_at', csv)).text.split('\r\n');
    await manager.patch('/user/locale', { locale: 'en' });
    expect(french).to.equal('\uFEFFNom,Date de création');
  });

  it('say what values mean in the language of the user, as the metadata does', async () => {
    const admin = await service.signedIn('admin@demo.test');
    const lists: Record<string, readonly string[]> = {
      '/materials': ['status', 'criticality', 'cleaning_unit'],
      '/maintenances': ['status', 'overdue'],
      '/items': ['stock_status'],
      '/sites': ['is_headquarters'],
      '/companies': ['types'],
    };
    const flags: Record<string, readonly string[]> = { en: ['Yes', 'No'], fr: ['Oui', 'Non'] };
    for (const [locale, [yes, no] = []] of Object.entries(flags)) {
      await admin.patch('/user/locale', { locale });
      const described = (await admin.get('/resources')).body.data;
      for (const [path, names] of Object.entries(lists)) {
        const { fields } = described.find((one: { path: string }) => `/${one.path}` === path);
        const query = `fields=${names.join(',')}&sort=-created_at`;
        const listed = (await admin.get(`${path}?${query}&per_page=100`)).body.data;
        const rows = (await read(`${path}?${query}`, admin)).slice(0, 100);
        for (const name of names) {
          const field = fields.find((one: { name: string }) => one.name === name);
          const words = new Map<unknown, string | undefined>([
            [null, ''],
            [true, yes],
            [false, no],
            ...(field.values ?? []).map((one: { value: string; label: string }) => [one.value, one.label]),
          ]);
          const expected = listed.map((row: Record<string, unknown>) =>
            [row[name]]
              .flat()
              .map((value) => words.get(value))
              .join('; '),
          );
          expect(
            rows.map((row) => row[field.label]),
            `${locale} ${path} ${name}`,
          ).to.deep.equal(expected);
          expect(new Set(expected).size, `${locale} ${path} ${name}`).to.be.above(1);
        }
      }
    }
  });

  it('have their columns in the order in which they are asked for, each once', async () => {
    const [first = {}] = await read('/materials?fields=status,zone,name,id,name');
    expect(Object.keys(first)).to.deep.equal(['Status', 'Zone', 'Name', 'Id']);
    const { data } = (await manager.get(`/materials/${first.Id}`)).body;
    expect([first.Name, first.Zone]).to.deep.equal([data.name, data.zone.name]);
  });

  it('have a heading of its own for each column, of every resource', async () => {
    const admin = await service.signedIn('admin@demo.test');
    for (const locale of ['fr', 'en']) {
      await admin.patch('/user/locale', { locale });
      for (const { path } of (await admin.get('/resources')).body.data) {
        const reply = await admin.get(`/${path}?id=2147483640`, csv);
        const [headings = []]: string[][] = parse(reply.text, { bom: true });
        expect(headings, `${locale} ${path}`).to.have.lengthOf.above(3);
        expect([...new Set(headings)], `${locale} ${path}`).to.deep.equal(headings);
      }
    }
  });

  it('name what ids mean, also in what has parts, and what changed as programs write it', async () => {
    const admin = await service.signedIn('admin@demo.test');
    const users = await read('/users?fields=email,memberships,current_site_id,current_site', admin);
    expect(users.find((row) => row['E-mail address'] === 'manager@demo.test')).to.deep.equal({
      'E-mail address': 'manager@demo.test',
      'Sites and roles': 'Plant North: manager; Plant South: manager',
      'Current site (id)': String(north),
      'Current site': 'Plant North',
    });
    const { id } = (await manager.post('/zones', { name: 'In the journal' })).body.data;
    const changes = await read(`/activities?resource=zone&record_id=${id}&fields=changes`);
    const told = { name: [null, 'In the journal'], allow_material: [null, true] };
    expect(changes.map((row) => JSON.parse(row.Changes ?? ''))).to.deep.equal([told]);
  });

  it('hold nothing that a spreadsheet would run, and every other text as it is', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1'];
    const plain = ['a=1', '"quoted", and broken', "O'Neil; é"];
    for (const name of [...formulas, ...plain]) {
      expect((await manager.post('/zones', { name })).status).to.equal(201);
    }
    const names = (await read('/zones?sort=created_at&fields=id,name')).map((row) => row.Name);
    expect(names.slice(-formulas.length - plain.length)).to.deep.equal([
      ...formulas.map((formula) => `'${formula}`),
      ...plain,
    ]);
  });

  it('quote all characters that some program might split cells or rows by', async () => {
    for (const description of ['ok\n=1+1', 'ok\r=1+1', 'ok;=1+1', 'ok\t=1+1']) {
      const name = `Parted ${JSON.stringify(description)}`;
      const { id } = (await manager.post('/zones', { name, description })).body.data;
      const { text } = await manager.get(`/zones?id=${id}&fields=description&format=csv`);
      expect(text.split('\r\n')[1], JSON.stringify(description)).to.equal(`"${description}"`);
    }
  });
});
