/** The journal tells what its values are called: rows by their names as far as the reader may see them, words in their language. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Client } from '../../../harness/client.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { type Service, startService } from '../../../harness/service.ts';

const [north, south] = [2, 3];

describe('labels of changes', () => {
  let service: Service;
  let manager: Client;
  let administrator: Client;
  let zone: number;
  let material: number;
  before(async () => {
    service = await startService({ seed: 'demo' });
    manager = await service.signedIn('manager@demo.test');
    administrator = await service.signedIn('admin@demo.test');
    zone = (await manager.post('/zones', { name: 'Boiler room' })).body.data.id;
    const made = { name: 'Pump 1', zone_id: zone, serial_number: 'P-1' };
    material = (await manager.post('/materials', made)).body.data.id;
    const other = (await manager.post('/zones', { name: 'Attic' })).body.data.id;
    await manager.patch(`/materials/${material}`, { zone_id: other, status: 'down', name: 'Pump 2' });
  });
  after(() => service?.stop());

  /** The latest entry about a row. */
  const latest = async (client: Client, resource: string, id: number, more = '') => {
    const reply = await client.get(`/activities?resource=${resource}&record_id=${id}&per_page=1${more}`);
    expect(reply.status, reply.text).to.equal(200);
    return reply.body.data[0];
  };

  it('name rows and words, and leave out what speaks for itself', async () => {
    const { id, changes, labels } = await latest(manager, 'material', material);
    expect(changes.name).to.deep.equal(['Pump 1', 'Pump 2']);
    expect(labels).to.deep.equal({ zone_id: ['Boiler room', 'Attic'], status: ['Operational', 'Down'] });
    const viewed = await manager.get(`/activities/${id}`);
    expect(viewed.body.data.labels).to.deep.equal(labels);
    expect(await latest(manager, 'material', material, '&fields=labels')).to.deep.equal({ labels });
    const created = await latest(manager, 'material', material, '&sort=created_at');
    expect(created.labels).to.deep.include({
      zone_id: [null, 'Boiler room'],
      status: [null, 'Operational'],
      criticality: [null, 'Medium'],
    });
    expect(created.labels).to.not.have.any.keys('name', 'serial_number', 'description');
  });

  it('name each of several rows', async () => {
    const [one, two] = (await manager.get('/items/options/material_ids?per_page=2')).body.data;
    const item = (await manager.post('/items', { name: 'Seal kit', material_ids: [one.id] })).body.data.id;
    await manager.patch(`/items/${item}`, { material_ids: [one.id, two.id] });
    const { changes, labels } = await latest(manager, 'item', item);
    const names = new Map([one, two].map(({ id, name }) => [id, name]));
    const named = changes.material_ids.map((ids: number[]) => ids.map((id) => names.get(id)));
    expect(labels.material_ids).to.deep.equal(named);
    expect(named[1]).to.have.members([one.name, two.name]);
  });

  it('speak the language of the reader, also in files', async () => {
    await administrator.patch('/user/locale', { locale: 'fr' });
    const { labels } = await latest(administrator, 'material', material);
    expect(labels).to.deep.equal({ zone_id: ['Boiler room', 'Attic'], status: ['Opérationnel', 'En panne'] });
    const query = `resource=material&record_id=${material}&action=update,transition&fields=labels&format=csv`;
    const file = await administrator.get(`/activities?${query}`);
    expect(file.text).to.equal(
      `\uFEFFNoms des valeurs\r\n"${JSON.stringify(labels).replaceAll('"', '""')}"\r\n`,
    );
    await administrator.patch('/user/locale', { locale: 'en' });
  });

  it('have no name for what is gone', async () => {
    const gone = (await manager.post('/zones', { name: 'Shed' })).body.data.id;
    const inside = (await manager.post('/zones', { name: 'Corner', parent_id: gone })).body.data.id;
    await manager.patch(`/zones/${inside}`, { parent_id: zone });
    await manager.delete(`/zones/${gone}`);
    const { changes, labels } = await latest(manager, 'zone', inside);
    expect(changes.parent_id).to.deep.equal([gone, zone]);
    expect(labels).to.deep.equal({ parent_id: [null, 'Boiler room'] });
  });

  it('name no row of another site, even if an entry refers to it', async () => {
    const { knex } = service.database;
    const far = await knex('zones').where({ site_id: south }).first('id', 'name');
    const stranger = await knex('users').where({ email: 'viewer@demo.test' }).first('id', 'first_name');
    const at = '2026-01-31 08:00:00.000';
    await knex('activities').insert({
      ...{ name: 'zone.update', resource: 'zone', record_id: zone, action: 'update', site_id: north },
      changes: JSON.stringify({ parent_id: [far.id, zone], created_by_id: [null, stranger.id] }),
      ...{ created_at: at, updated_at: at, version: 1 },
    });
    await knex('activities').insert({
      ...{ name: 'unknown.update', resource: 'unknown', record_id: zone, action: 'update', site_id: north },
      changes: JSON.stringify({ zone_id: [1, 2] }),
      ...{ created_at: at, updated_at: at, version: 1 },
    });
    const oldest = '&sort=created_at&created_at[lte]=2026-01-31T08:00:00Z';
    expect((await latest(manager, 'zone', zone, oldest)).labels).to.deep.equal({
      parent_id: [null, 'Boiler room'],
      created_by_id: [null, null],
    });
    const seen = (await latest(administrator, 'zone', zone, oldest)).labels;
    expect(seen.parent_id).to.deep.equal([far.name, 'Boiler room']);
    expect(seen.created_by_id[1]).to.contain(stranger.first_name);
    expect((await latest(manager, 'unknown', zone)).labels).to.deep.equal({});
  });

  it('take no more statements for a page than for a row', async () => {
    const count = async (size: number) => {
      let statements = 0;
      const listen = () => {
        statements += 1;
      };
      service.database.knex.on('query', listen);
      const reply = await manager.get(`/activities?resource=material&per_page=${size}`);
      service.database.knex.removeListener('query', listen);
      expect(reply.body.data.length).to.equal(size);
      return statements;
    };
    // Materials refer to one resource alone.
    for (let at = 0; at < 6; at += 1)
      await manager.patch(`/materials/${material}`, { zone_id: zone + (at % 2) });
    const one = await count(1);
    expect(await count(6)).to.be.at.most(one);
  });
});

describe('labels of changes of a field that was called otherwise then', () => {
  let folder: string;
  let service: Service;
  before(async () => {
    folder = await copyDefinitions();
    const file = join(folder, 'materials.ts');
    const source = await readFile(file, 'utf8');
    const renamed = source.replace('status: Enum(statuses, {', "$&\n      renamedFrom: 'condition',");
    expect(renamed).not.to.equal(source);
    await writeFile(file, renamed);
    service = await startService({ seed: 'demo', resources: folder });
  });
  after(async () => {
    await service?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('stand under the name of then, and say what is said now', async () => {
    const at = '2026-01-31 08:00:00.000';
    const changes = JSON.stringify({ condition: ['operational', 'down'], gone: [1, 2] });
    const entry = { name: 'Pump', resource: 'material', record_id: 1, action: 'updated', changes };
    await service.database
      .knex('activities')
      .insert({ ...entry, site_id: 1, created_at: at, updated_at: at });
    const [id] = await service.database.knex('activities').pluck('id');
    const administrator = await service.signedIn('admin@demo.test');
    const { body } = await administrator.get(`/activities/${id}`);
    expect(body.data.changes).to.deep.equal(JSON.parse(changes));
    expect(body.data.labels).to.deep.equal({ condition: ['Operational', 'Down'] });
  });
});
