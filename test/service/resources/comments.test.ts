/** Comments on rows: whose rights are those of the row, and what becomes of them. */
import { expect } from 'chai';
import type { Client, Reply } from '../../harness/client.ts';
import { serveDemo } from '../../harness/service.ts';

const missing = 2_147_483_640;
type Body = Record<string, unknown>;

describe('comments', () => {
  const { service, admin, manager, technician, viewer } = serveDemo([
    'admin',
    'manager',
    'technician',
    'viewer',
  ]);
  let material = 0;
  let maintenance = 0;

  const expectCode = (reply: Reply, status: number, code: string, words = '') => {
    expect([reply.status, reply.body?.code], reply.text).to.deep.equal([status, code]);
    expect(reply.text).to.include(words);
  };
  const add = async (body: Body | string, by: Client = technician, row = `/maintenances/${maintenance}`) => {
    const sent = typeof body === 'string' ? { body } : body;
    const reply = await by.post(`${row}/comments`, sent);
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data;
  };
  const idOf = async (email: string): Promise<number> =>
    Number((await service.database.knex('users').where({ email }).first('id')).id);
  /** Does something while a role lacks permissions, or has others. */
  const withRole = async (name: string, change: Body, work: () => Promise<void>) => {
    const { knex } = service.database;
    const { id: role_id } = await knex('roles').where({ name }).first('id');
    const before = await knex('role_permissions').where({ role_id });
    const wanted = before
      .map(({ permission }) => String(permission))
      .filter((one) => change[one] !== false)
      .concat(Object.keys(change).filter((one) => change[one] === true));
    const put = async (permissions: readonly string[]) => {
      await knex('role_permissions').where({ role_id }).del();
      await knex('role_permissions').insert(permissions.map((permission) => ({ role_id, permission })));
    };
    await put([...new Set(wanted)]);
    try {
      await work();
    } finally {
      await put(before.map(({ permission }) => String(permission)));
    }
  };

  before(async () => {
    material = (await manager.get('/materials?per_page=1')).body.data[0].id;
    const made = await manager.post('/maintenances', { name: 'Mend the gate', material_id: material });
    expect(made.status, made.text).to.equal(201);
    maintenance = made.body.data.id;
  });

  it('are added to a row by users who may, seen by users who see the row, and change nothing of it', async () => {
    const before = await technician.get(`/maintenances/${maintenance}`);
    const reply = await technician.post(`/maintenances/${maintenance}/comments`, {
      body: '  The hinge is bent.\nI ordered one. ',
    });
    expect(reply.status, reply.text).to.equal(201);
    const { data } = reply.body;
    expect(data).to.include({
      ...{ name: 'The hinge is bent.', body: 'The hinge is bent.\nI ordered one.', edited_at: null },
      ...{ resource: 'maintenances', record_id: maintenance, site_id: before.body.data.site_id },
    });
    expect(data.mention_ids).to.deep.equal([]);
    expect(reply.headers.location).to.equal(`${service.url}/api/v1/comments/${data.id}`);
    const view = await manager.get(`/comments/${data.id}`);
    expect([view.body.data, view.headers.etag]).to.deep.equal([data, reply.headers.etag]);
    const listed = await manager.get(`/comments?resource=maintenances&record_id=${maintenance}`);
    expect(listed.body.data).to.deep.equal([data]);
    expect((await admin.get(`/comments/${data.id}`)).body.data).to.deep.equal(data);
    const after = await technician.get(`/maintenances/${maintenance}`);
    expect(after.headers.etag).to.equal(before.headers.etag);
    expect(after.body.data).to.deep.equal({ ...before.body.data, comment_count: 1 });
    const patch = await technician.patch(
      `/maintenances/${maintenance}`,
      { description: 'The left one.' },
      { 'If-Match': String(before.headers.etag) },
    );
    expect(patch.status, patch.text).to.equal(200);
  });

  it('are a 404 for users who may not view the row, and read-only from the headquarters', async () => {
    const { id } = await add('For those of this plant.');
    const south = await viewer.get(`/comments/${missing}`);
    for (const [method, path, body] of [
      ['GET', `/comments/${id}`, undefined],
      ['POST', `/maintenances/${maintenance}/comments`, { body: 'x' }],
    ] as const) {
      const reply = await viewer.send(method, path, body);
      // A viewer may add nothing at all.
      if (method === 'POST') expectCode(reply, 403, 'forbidden', 'comment.create');
      else expect([reply.status, reply.text]).to.deep.equal([404, south.text]);
    }
    expect((await viewer.get(`/comments?id=${id}`)).body.meta.total).to.equal(0);
    expect((await viewer.get('/comments?search=plant')).body.data).to.deep.equal([]);
    const strange = await technician.post(`/maintenances/${missing}/comments`, { body: 'x' });
    const { id: elsewhere } = (await viewer.get('/maintenances?per_page=1')).body.data[0];
    const other = await technician.post(`/maintenances/${elsewhere}/comments`, { body: 'x' });
    expect([other.status, other.text]).to.deep.equal([404, strange.text]);
    for (const [method, path, body] of [
      ['PATCH', `/comments/${id}`, { body: 'x' }],
      ['DELETE', `/comments/${id}`, undefined],
      ['POST', `/maintenances/${maintenance}/comments`, { body: 'x' }],
    ] as const)
      expectCode(await admin.send(method, path, body), 403, 'forbidden', 'Switch to that site');
    expectCode(await technician.post('/comments', { body: 'x' }), 405, 'method_not_allowed');
    expectCode(await technician.get(`/maintenances/${maintenance}/comments`), 405, 'method_not_allowed');
  });

  it('of rows whose kind one may not view are in no list, no count and no search', async () => {
    const { id } = await add('Quincunx on a maintenance.');
    const { id: shown } = await add('Quincunx on a material.', technician, `/materials/${material}`);
    await withRole('technician', { 'maintenance.view': false }, async () => {
      const missingText = (await technician.get(`/comments/${missing}`)).text;
      for (const [method, body] of [['GET'], ['PATCH', { body: 'x' }], ['DELETE']] as const) {
        const reply = await technician.send(method, `/comments/${id}`, body);
        expect([reply.status, reply.text], method).to.deep.equal([404, missingText]);
      }
      const found = await technician.get('/comments?search=quincunx&with=can');
      expect(found.body.data.map((one: Body) => one.id)).to.deep.equal([shown]);
      expect((await technician.get(`/comments/counts?id=${id}`)).body.data[0].count).to.equal(0);
      const added = await technician.post(`/maintenances/${maintenance}/comments`, { body: 'x' });
      expectCode(added, 403, 'forbidden', 'maintenance.view');
      const { data, meta } = (await technician.get('/resources')).body;
      const of = (path: string) => data.find((one: Body) => one.path === path);
      expect([of('materials').commentable, of('maintenances')?.commentable]).to.deep.equal([
        'add',
        undefined,
      ]);
      expect(meta.comments).to.deep.equal({
        url: `${service.url}/api/v1/comments?resource={resource}&record_id={id}`,
        create_url: `${service.url}/api/v1/{resource}/{id}/comments`,
      });
    });
    const none = {
      'maintenance.view': false,
      'incident.view': false,
      'material.view': false,
      'work-request.view': false,
    };
    await withRole('technician', none, async () => {
      expectCode(await technician.get('/comments'), 403, 'forbidden', '.view');
      expectCode(await technician.get(`/comments/${shown}`), 403, 'forbidden', '.view');
    });
    expect(
      (await viewer.get('/resources')).body.data.find((one: Body) => one.path === 'materials').commentable,
    ).to.equal('view');
    const { permissions } = (await admin.get('/user')).body.data;
    const names = permissions.filter((name: string) => name.startsWith('comment.'));
    expect(names).to.deep.equal(['comment.create', 'comment.delete']);
  });

  it('are changed by their author only, and deleted by the author or with the permission', async () => {
    const { id, created_at } = await add('Mine.');
    expectCode(
      await manager.patch(`/comments/${id}`, { body: 'Yours.' }),
      403,
      'forbidden',
      'Only who wrote it',
    );
    const same = await technician.patch(`/comments/${id}`, { body: 'Mine.' });
    expect(same.body.data.edited_at).to.equal(null);
    const reply = await technician.patch(`/comments/${id}`, { body: 'Still mine.' });
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.body.data).to.include({ name: 'Still mine.', created_at });
    expect(Date.parse(reply.body.data.edited_at)).to.be.at.least(Date.parse(created_at));
    const { body } = await manager.get(`/comments/${id}?with=can`);
    expect(body.data.can).to.deep.equal({ update: false, delete: true, transitions: [], actions: [] });
    const own = await technician.get(`/comments/${id}?with=can`);
    expect(own.body.data.can).to.include({ update: true, delete: true });
    await withRole('technician', { 'comment.create': false }, async () => {
      expectCode(
        await technician.patch(`/comments/${id}`, { body: 'x' }),
        403,
        'forbidden',
        'comment.create',
      );
      expectCode(await technician.delete(`/comments/${id}`), 403, 'forbidden', 'comment.delete');
      const other = await technician.post(`/maintenances/${maintenance}/comments`, { body: 'x' });
      expectCode(other, 403, 'forbidden', 'comment.create');
    });
    const { id: theirs } = await add('Theirs.', manager);
    expectCode(await technician.delete(`/comments/${theirs}`), 403, 'forbidden', 'comment.delete');
    expect((await manager.delete(`/comments/${id}`)).status).to.equal(204);
    expect((await technician.get(`/comments/${id}`)).status).to.equal(404);
  });

  it('mention people who may view the row at its site, and no others', async () => {
    const [boss, me, other] = await Promise.all(
      ['manager@demo.test', 'technician@demo.test', 'viewer@demo.test'].map(idOf),
    );
    const options = `/comments/options/mention_ids?per_page=100`;
    const row = `&resource=maintenances&record_id=${maintenance}`;
    const offered = async () =>
      (await technician.get(`${options}${row}`)).body.data.map((one: Body) => one.id);
    expect(await offered())
      .to.include.members([boss, me])
      .and.not.include(other);
    const lone = await technician.get(`${options}&record_id=${maintenance}`);
    expect([lone.status, lone.body.errors]).to.deep.equal([
      422,
      { resource: ['The parameter “resource” is required.'] },
    ]);
    const { id, mentions } = await add({ body: 'Look at this.', mention_ids: [boss] });
    expect(mentions).to.have.lengthOf(1);
    expect(mentions[0]).to.have.all.keys('id', 'full_name');
    expect((await manager.get(`/comments?mention_id=${boss}&id=${id}`)).body.meta.total).to.equal(1);
    expect((await manager.get(`/comments?mention_id=${me}&id=${id}`)).body.meta.total).to.equal(0);
    const refused = await technician.post(`/maintenances/${maintenance}/comments`, {
      ...{ body: 'x', mention_ids: [boss, other] },
    });
    expect([refused.status, Object.keys(refused.body.errors)]).to.deep.equal([422, ['mention_ids']]);
    await withRole('manager', { 'maintenance.view': false }, async () => {
      expect(await offered())
        .to.include(me)
        .and.not.include(boss);
      const reply = await technician.patch(`/comments/${id}`, { mention_ids: [boss, me] });
      expect(reply.status, 'who was mentioned already stays').to.equal(200);
      const again = await technician.post(`/maintenances/${maintenance}/comments`, {
        ...{ body: 'x', mention_ids: [boss] },
      });
      expect(again.status, again.text).to.equal(422);
    });
    for (const [query, status] of [
      [`&resource=maintenances&record_id=${missing}`, 404],
      ['&resource=zones&record_id=1', 422],
      ['&resource=maintenances', 200],
      ['', 200],
    ] as const)
      expect((await technician.get(`${options}${query}`)).status, query).to.equal(status);
  });

  it('are told at the row, and go with it', async () => {
    const made = await manager.post('/maintenances', { name: 'Short-lived', material_id: material });
    const { id } = made.body.data;
    const comment = await add({ body: 'First.' }, manager, `/maintenances/${id}`);
    await manager.patch(`/comments/${comment.id}`, { body: 'Second.' });
    const other = await add(
      { body: 'Third.', mention_ids: [await idOf('manager@demo.test')] },
      manager,
      `/maintenances/${id}`,
    );
    await manager.delete(`/comments/${comment.id}`);
    const entries = await manager.get(`/activities?resource=maintenance&record_id=${id}&sort=created_at,id`);
    const told = entries.body.data.map(({ action, changes }: Body) => [action, (changes as Body).comments]);
    expect(told.slice(1)).to.deep.equal([
      ['attach', [null, 'First.']],
      ['amend', ['First.', 'Second.']],
      ['attach', [null, 'Third.']],
      ['detach', ['Second.', null]],
    ]);
    expect((await manager.get('/activities?resource=comment')).body.meta.total).to.equal(0);
    // Webhooks hear of them as of the row: no permission to list comments could be asked for.
    const patterns = (await admin.get('/webhooks/options/events?per_page=100')).body.data;
    const offered = patterns.map((one: Body) => one.value);
    expect(offered).to.include.members(['*', 'maintenance.*']).and.not.include('comment.*');
    const { knex } = service.database;
    const dry = await manager.delete(`/maintenances/${id}`, undefined, { Prefer: 'dry-run' });
    expect(dry.status, dry.text).to.equal(204);
    expect(await knex('comments').where({ id: other.id })).to.have.lengthOf(1);
    expect((await manager.delete(`/maintenances/${id}`)).status).to.equal(204);
    expect(await knex('comments').where({ resource: 'maintenances', record_id: id })).to.deep.equal([]);
    expect(await knex('comment_mentions').where({ comment_id: other.id })).to.deep.equal([]);
    expect((await manager.get(`/comments/${other.id}`)).status).to.equal(404);
  });

  it('are written once for a key, not at all in a dry run, and in batches', async () => {
    const path = `/maintenances/${maintenance}/comments`;
    const headers = { 'Idempotency-Key': 'a comment' };
    const [first, second] = [
      await technician.post(path, { body: 'Once.' }, headers),
      await technician.post(path, { body: 'Once.' }, headers),
    ];
    expect([second.status, second.body]).to.deep.equal([201, first.body]);
    expect(second.headers['idempotent-replayed']).to.equal('true');
    const total = async () => (await technician.get('/comments?per_page=1')).body.meta.total;
    const before = await total();
    const dry = await technician.post(path, { body: 'x' }, { Prefer: 'dry-run' });
    expect([dry.status, dry.headers.location, await total()]).to.deep.equal([201, undefined, before]);
    const batch = await technician.post('/batch', {
      operations: [
        { method: 'POST', path: '/incidents', body: { name: 'It smokes', material_id: material } },
        { method: 'POST', path: '/incidents/$0/comments', body: { body: 'Since noon.' } },
        { method: 'PATCH', path: '/comments/$1', body: { body: 'Since ten.' } },
      ],
    });
    expect(batch.status, batch.text).to.equal(200);
    const [incident, , comment] = batch.body.data;
    expect(comment.body.data).to.include({
      resource: 'incidents',
      record_id: incident.body.data.id,
      name: 'Since ten.',
    });
    const undone = await technician.post('/batch', {
      operations: [
        { method: 'POST', path, body: { body: 'x' } },
        { method: 'POST', path, body: {} },
      ],
    });
    expect([undone.status, undone.body.index, await total()]).to.deep.equal([422, 1, before + 1]);
  });

  it('refuse what is no comment, and know no order but that of an answer', async () => {
    const path = `/maintenances/${maintenance}/comments`;
    for (const [body, field] of [
      [{}, 'body'],
      [{ body: ' ' }, 'body'],
      [{ body: 'x'.repeat(5001) }, 'body'],
      [{ body: 'x', record_id: 1 }, 'record_id'],
      [{ body: 'x', mention_ids: [missing] }, 'mention_ids'],
    ] as const) {
      const reply = await technician.post(path, body);
      expect([reply.status, Object.keys(reply.body.errors ?? {})], reply.text).to.deep.equal([422, [field]]);
    }
    expect((await technician.get('/comments?sort=body')).status).to.equal(422);
    const times = (await technician.get('/comments')).body.data.map((one: Body) => one.created_at);
    expect(times).to.deep.equal(times.toSorted().reverse());
  });
});
