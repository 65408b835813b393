/** Rows that hang on rows of a resource: they are seen, added and removed with those rows. */
import { expect } from 'chai';
import { permissionNames } from '../../../auth/index.ts';
import { hungCount } from '../../../engine/definition/system-fields.ts';
import type { Resource } from '../../../engine/model/resource.ts';
import { describe, it } from '../runner.ts';
import type { Body, Place } from '../specimens/rules.ts';
import { createForm } from '../specimens/sent.ts';
import type { Client, Reply } from '../world/client.ts';
import { allRows, missingId } from '../world/lists.ts';
import type { Subject } from '../world/subject.ts';

export function describeHanging(subject: Subject): void {
  for (const hung of subject.resource.hanging()) {
    describe(`${hung.path} on its rows`, () => describeOne(subject, hung));
  }
}

function describeOne(subject: Subject, hung: Resource): void {
  const { resource, path } = subject;
  const listOf = (client: Client, id: number) =>
    allRows(client, `/${hung.path}`, `resource=${resource.path}&record_id=${id}`);
  const formAt = async (place: Place) => createForm(hung, await subject.specimens.body(hung, place));
  const post = async (client: Client, id: number, headers = {}): Promise<Reply> =>
    client.post(`${path}/${id}/${hung.path}`, await formAt('north'), headers);
  const withOne = async (place: Place): Promise<{ readonly row: number; readonly id: number }> => {
    const { id: row } = await subject.specimens.make(resource, place);
    const form = await formAt(place);
    const reply = await subject.world.at(place).post(`${path}/${row}/${hung.path}`, form);
    expect(reply.status, reply.text).to.equal(201);
    return { row, id: reply.body.data.id };
  };
  const changes = [['PATCH', {}] as const, ['DELETE', undefined] as const];

  it('change neither the tag of the row nor its time, and are counted there', async () => {
    const { id } = await subject.make();
    const before = await subject.read(id);
    const reply = await post(subject.client, id);
    expect(reply.body.data).to.include({ resource: resource.path, record_id: id });
    const after = await subject.read(id);
    const count = hungCount(hung.name);
    expect(after).to.deep.equal({ etag: before.etag, data: { ...before.data, [count]: 1 } });
    const listed = await subject.client.get(`${path}?id=${id}&fields=id,${count}`);
    if (subject.can('viewAny')) expect(listed.body.data).to.deep.equal([{ id, [count]: 1 }]);
    const dry = await post(subject.client, id, { Prefer: 'dry-run' });
    expect([dry.status, (await listOf(subject.client, id)).length]).to.deep.equal([201, 1]);
  });

  it('are not there at another site, as if they never were, and stay as they are from the headquarters', async () => {
    const { row, id } = await withOne('south');
    const north = subject.world.at('north');
    const known = await listOf(subject.world.at('south'), row);
    expect(await listOf(north, row)).to.deep.equal([]);
    expect((await north.get(`/${hung.path}/counts?by=created_at.day&id=${id}`)).body.data).to.deep.equal([]);
    for (const [method, sent] of [['GET', undefined] as const, ...changes]) {
      const [reply, missing] = [
        await north.send(method, `/${hung.path}/${id}`, sent),
        await north.send(method, `/${hung.path}/${missingId}`, sent),
      ];
      expect([reply.status, reply.text], method).to.deep.equal([404, missing.text]);
    }
    const [added, nowhere] = [await post(north, row), await post(north, missingId)];
    expect([added.status, added.text]).to.deep.equal([404, nowhere.text]);
    const hq = subject.world.at('hq');
    expect(await listOf(hq, row)).to.deep.equal(known);
    for (const [method, sent] of changes)
      expect((await hq.send(method, `/${hung.path}/${id}`, sent)).status, method).to.equal(403);
    expect((await post(hq, row)).status).to.equal(403);
    expect(await listOf(hq, row)).to.deep.equal(known);
  });

  it('are seen by users who may view the row, and by no others', async () => {
    const { row, id } = await withOne('north');
    const sees = await subject.world.limitedTo([`${resource.name}.view`], 'north');
    expect((await listOf(sees, row)).map((one) => one.id)).to.deep.equal([id]);
    expect((await sees.get(`/${hung.path}/${id}`)).status).to.equal(200);
    expect((await post(sees, row)).body.message).to.include(`${hung.name}.create`);
    const may = [`${resource.name}.view`, `${hung.name}.create`];
    expect((await post(await subject.world.limitedTo(may, 'north'), row)).status).to.equal(201);
    const all = permissionNames([...subject.registry.values()]);
    const lacking = all.filter((name) => name !== `${resource.name}.view`);
    const other = await subject.world.limitedTo(lacking, 'north');
    // A user who may view no row on which any could hang cannot see them at all.
    const known = hung.hangOn().length > 1;
    const status = known ? 404 : 403;
    for (const [method, sent] of [['GET', undefined] as const, ...changes])
      expect((await other.send(method, `/${hung.path}/${id}`, sent)).status, method).to.equal(status);
    if (known) expect(await listOf(other, row)).to.deep.equal([]);
    expect((await post(other, row)).body.message).to.include(`${resource.name}.view`);
  });

  it('are changed by their author, and by others only with the permission', async () => {
    const { id } = await withOne('north');
    const authorOnly = hung.hung?.authorOnly ?? [];
    const address = `/${hung.path}/${id}`;
    const see = `${resource.name}.view`;
    for (const [method, sent] of changes) {
      const operation = method === 'PATCH' ? 'update' : 'delete';
      const able = await subject.world.limitedTo([see, `${hung.name}.create`], 'north');
      expect((await able.send(method, address, sent)).status, method).to.equal(403);
      const other = await subject.world.limitedTo([see, `${hung.name}.${operation}`], 'north');
      const reply = await other.send(method, address, sent, { Prefer: 'dry-run' });
      const allowed = method === 'PATCH' ? 200 : 204;
      expect(reply.status, reply.text).to.equal(authorOnly.includes(operation) ? 403 : allowed);
    }
    const able = await subject.world.limitedTo([see, `${hung.name}.create`], 'north');
    const own = (await post(able, (await withOne('north')).row)).body.data.id;
    for (const [method, sent] of changes) {
      const reply = await able.send(method, `/${hung.path}/${own}`, sent);
      expect(reply.status, `${method}: ${reply.text}`).to.be.within(200, 204);
    }
  });

  if (!subject.can('delete')) return;

  it('do not prevent the deletion of the row, and are deleted with it', async () => {
    const { row, id } = await withOne('north');
    const { knex } = subject.world.service.database;
    const stored = (): Promise<Body[]> => knex(hung.table).where({ id });
    const reply = await subject.world.at('north').delete(`${path}/${row}`, undefined, { Prefer: 'dry-run' });
    expect([reply.status, (await stored()).length], reply.text).to.deep.equal([204, 1]);
    expect((await subject.world.at('north').delete(`${path}/${row}`)).status).to.equal(204);
    expect(await stored()).to.deep.equal([]);
  });

  if (!subject.registry.has('activities')) return;

  it('are in the history of the row', async () => {
    const { row, id } = await withOne('north');
    await subject.world.at('north').delete(`/${hung.path}/${id}`);
    const query = `resource=${resource.name}&record_id=${row}&sort=created_at,id`;
    const entries = (await allRows(subject.world.at('north'), '/activities', query)).slice(-2);
    expect(entries.map(({ action }) => action)).to.deep.equal(['attach', 'detach']);
    for (const { changes } of entries) expect(changes).to.have.all.keys(hung.path);
  });
}
