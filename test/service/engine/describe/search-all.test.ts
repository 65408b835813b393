/** `GET /search`: of each resource what its own list finds, the best first, and nothing that the user may not list. */
import { expect } from 'chai';
import type { Client } from '../../../harness/client.ts';
import { serveDemo } from '../../../harness/service.ts';

interface Found {
  readonly resource: string;
  readonly id: number;
  readonly label: string;
  readonly note?: string;
  readonly site_id?: number;
}

interface Described {
  readonly path: string;
  readonly display: string;
  readonly search: boolean;
  readonly operations: readonly string[];
}

describe('the search over all resources', () => {
  const { service } = serveDemo([]);

  const find = async (client: Client, text: string): Promise<Found[]> => {
    const { status, body } = await client.get(`/search?q=${encodeURIComponent(text)}`);
    expect(status, text).to.equal(200);
    return body.data;
  };

  for (const name of ['admin', 'manager', 'technician', 'viewer']) {
    it(`tells ${name} what the lists find, at each site`, async () => {
      const client = await service.signedIn(`${name}@demo.test`);
      const seen = new Set<string>();
      for (const { id: site } of (await client.get('/user')).body.data.sites.slice(0, 2)) {
        await client.patch('/user/site', { site_id: site });
        const described: Described[] = (await client.get('/resources')).body.data;
        // Dates of plans have no text of their own: their machines and plans are found.
        const listed = described.filter(
          ({ search, operations, path }) =>
            search && path !== 'plan-occurrences' && operations.includes('list'),
        );
        for (const text of ['pump', 'a', 'demo.test', 'no such thing']) {
          const found = await find(client, text);
          expect(found.every(({ resource }) => listed.some(({ path }) => path === resource))).to.equal(true);
          for (const { path, display } of listed) {
            const rows = found.filter(({ resource }) => resource === path);
            const query = `/${path}?per_page=100&search=${encodeURIComponent(text)}`;
            const { data, meta } = (await client.get(query)).body;
            expect(rows, query).to.have.length(Math.min(5, meta.total));
            for (const { id, label, site_id } of meta.total <= 100 ? rows : []) {
              const row = data.find((one: Found) => one.id === id);
              expect([label, site_id], `${path} ${id}`).to.deep.equal([String(row?.[display]), row?.site_id]);
            }
            if (rows.length > 0) seen.add(path);
          }
          // Rows of one resource stand together.
          const runs = found.filter(({ resource }, at) => resource !== found[at - 1]?.resource);
          expect(new Set(runs.map(({ resource }) => resource)).size).to.equal(runs.length);
        }
      }
      expect([...seen]).to.include.members(['materials', 'maintenances', 'items']);
    });
  }

  it('puts rows with exactly that name first, even if others precede them in their list', async () => {
    const manager = await service.signedIn('manager@demo.test');
    const zone = (await manager.get('/zones?allow_material=true')).body.data[0].id;
    const make = async (name: string, more = {}) =>
      (await manager.post('/materials', { name, zone_id: zone, ...more })).body.data.id;
    // More than are looked at, all of them before it in the order of the list.
    const operations = Array.from({ length: 30 }, (_, at) => ({
      method: 'POST',
      path: '/api/v1/materials',
      body: { name: `A ${String(at).padStart(2, '0')} beside P-1001`, zone_id: zone },
    }));
    expect((await manager.post('/batch', { operations })).status).to.equal(200);
    const begins = await make('P-1001 spare');
    const pump = await make('Zulu pump', { serial_number: 'P-1001', description: 'Of 2019' });
    await manager.post('/maintenances', { name: 'Seal of P-1001', material_id: pump });
    const [first, second, ...others] = await find(manager, ' p-1001 ');
    expect([first?.resource, first?.id, first?.note]).to.deep.equal(['materials', pump, 'P-1001']);
    expect([second?.resource, second?.id]).to.deep.equal(['materials', begins]);
    expect(others.find(({ resource }) => resource === 'maintenances')).to.include({
      label: 'Seal of P-1001',
      note: 'Zulu pump',
    });
    // Among rows with all words, the one whose name has few others comes first, wherever its resource is in the navigation.
    const oven = await make('Oven Q-77');
    const work = { name: 'Look after the door of Oven Q-77', material_id: oven };
    await manager.post('/maintenances', work);
    expect((await find(manager, 'Q-77')).map(({ resource }) => resource)).to.deep.equal([
      'materials',
      'maintenances',
    ]);
    // As the last of the texts as well.
    await manager.patch(`/materials/${pump}`, { description: null });
    expect((await find(manager, 'P-1001'))[0]?.id).to.equal(pump);
  });

  it('tells what a code is on: exactly that, in upper or lower case, and nothing that the user may not see', async () => {
    const manager = await service.signedIn('manager@demo.test');
    const scan = async (code: string, client = manager) => {
      const { status, body } = await client.get(`/scan?code=${encodeURIComponent(code)}`);
      expect(status, code).to.equal(200);
      return body.data;
    };
    const { site_id } = (await manager.get('/materials?per_page=1')).body.data[0];
    const zone = (await manager.get('/zones?allow_material=true')).body.data[0].id;
    const make = async (body: object) => {
      const { status, body: made } = await manager.post('/materials', { zone_id: zone, ...body });
      expect(status).to.equal(201);
      return made.data.id;
    };
    const press = await make({ name: 'Scanned press', code: 'QX 7/é', description: 'QX 7/é\nQX-8' });
    await make({ name: 'QX 7/é', description: 'QX 7/é' });
    const other = await make({ name: 'Scanned oven', serial_number: 'qx 7/É' });
    const found = [
      { resource: 'materials', id: other, name: 'Scanned oven', site_id },
      { resource: 'materials', id: press, name: 'Scanned press', site_id },
    ];
    expect(await scan('  Qx 7/É ')).to.deep.equal(found);
    const again = await manager.post('/materials', { zone_id: zone, name: 'One more', code: 'qx 7/É' });
    expect([again.status, Object.keys(again.body.errors)]).to.deep.equal([422, ['code']]);
    expect(await scan('QX-8')).to.deep.equal([]);
    expect(await scan('QX')).to.deep.equal([]);
    // As labels, scanners and other keyboards write it; on either side.
    const typed = await make({ name: 'Typed', code: 'ZK-400-1' });
    const pasted = await make({ name: 'Pasted', code: 'ZL\u2011500\u20111' });
    const wide = await make({ name: 'Wide', code: '\uff3a\uff2d\uff0d\uff16' });
    for (const [id, codes] of [
      [typed, ['zk-400-1', 'ZK\u2010400\u20101', 'ZK\u2011400\u20111', 'ZK\u2013400\u20131', ']C1ZK-400-1']],
      [typed, ['\uff3a\uff2b\uff0d\uff14\uff10\uff10\uff0d\uff11', ']Q3zk-400-1']],
      [pasted, ['ZL-500-1', 'ZL\u2011500\u20111', 'zl\u2013500\u20131']],
      [wide, ['ZM-6', '\uff3a\uff2d\uff0d\uff16']],
    ] as const)
      for (const code of codes) {
        expect(
          (await scan(code)).map((row: { id: number }) => row.id),
          code,
        ).to.deep.equal([id]);
        expect((await find(manager, code))[0]?.id, `search ${code}`).to.equal(id);
      }
    const address = `${service.url}/console/materials/${press}`;
    expect(await scan(address.toUpperCase())).to.deep.equal([found[1]]);
    for (const number of [String(press), `#${press}`, ` #${press} `]) {
      const rows = (await scan(number)).filter((row: { resource: string }) => row.resource === 'materials');
      expect(rows, number).to.deep.equal([found[1]]);
      const sought = (await find(manager, number)).filter(({ resource }) => resource === 'materials');
      expect(sought[0]?.id, number).to.equal(press);
    }
    const [item] = (await manager.get('/items?per_page=1')).body.data;
    expect((await scan(item.reference))[0]).to.include({ resource: 'items', id: item.id });
    expect(await scan(`${service.url}/console/materials/${press}?tab=-history`)).to.deep.equal([found[1]]);
    expect(await scan(`https://example.com/console/materials/${press}`)).to.deep.equal([]);
    expect(await scan(`${service.url}/console/nothings/1`)).to.deep.equal([]);
    const elsewhere = await service.signedIn('admin@demo.test');
    const { sites } = (await elsewhere.get('/user')).body.data;
    const away = sites.find(
      (one: { id: number; is_headquarters?: boolean }) => ![1, site_id].includes(one.id),
    );
    await elsewhere.patch('/user/site', { site_id: away.id });
    for (const code of ['QX 7/é', `${service.url}/console/materials/${press}`]) {
      expect(await scan(code, elsewhere)).to.deep.equal([]);
    }
    for (const query of ['', '?code=', '?code=%20', `?code=${'x'.repeat(501)}`, '?code=a&page=2', '?q=a']) {
      expect((await manager.get(`/scan${query}`)).status, query).to.equal(422);
    }
    expect(await service.client().get('/scan?code=a')).to.include({ status: 401 });
  });

  it('takes words and nothing else, from signed-in users', async () => {
    const client = await service.signedIn('viewer@demo.test');
    expect(await find(client, ' ')).to.deep.equal([]);
    for (const query of ['', '?q=a&page=2', '?q[gte]=a', '?search=a', `?q=${'x'.repeat(256)}`]) {
      expect((await client.get(`/search${query}`)).status, query).to.equal(422);
    }
    expect((await client.get(`/search?q=${'a+b+c+d+e+f+g+h+i+j+k'}`)).body.errors).to.have.property('q');
    expect(await service.client().get('/search?q=a')).to.include({ status: 401 });
  });
});
