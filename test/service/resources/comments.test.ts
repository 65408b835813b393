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

  it('are told of in the metadata by what the user may do with rows of each kind', async () => {
    await withRole('technician', { 'maintenance.view': false }, async () => {
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
    expect(
      (await viewer.get('/resources')).body.data.find((one: Body) => one.path === 'materials').commentable,
    ).to.equal('view');
    const { permissions } = (await admin.get('/user')).body.data;
    const names = permissions.filter((name: string) => name.startsWith('comment.'));
    expect(names).to.deep.equal(['comment.create', 'comment.delete']);
  });

  it('are edited at the moment of a change, and changed by their author only', async () => {
    const { id, created_at, name, edited_at } = await add('  Mine.\nAll of it. ');
    expect([name, edited_at]).to.deep.equal(['Mine.', null]);
    const foreign = await manager.patch(`/comments/${id}`, { body: 'Yours.' });
    expectCode(foreign, 403, 'forbidden', 'Only who wrote it');
    const same = await technician.patch(`/comments/${id}`, { body: 'Mine.\nAll of it.' });
    expect(same.body.data.edited_at).to.equal(null);
    const reply = await technician.patch(`/comments/${id}`, { body: 'Still mine.' });
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.body.data).to.include({ name: 'Still mine.', created_at });
    expect(Date.parse(reply.body.data.edited_at)).to.be.at.least(Date.parse(created_at));
    const { body } = await manager.get(`/comments/${id}?with=can`);
    expect(body.data.can).to.deep.equal({ update: false, delete: true, transitions: [], actions: [] });
    const own = await technician.get(`/comments/${id}?with=can`);
    expect(own.body.data.can).to.include({ update: true, delete: true });
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
    expect((await manager.delete(`/maintenances/${id}`)).status).to.equal(204);
    const { knex } = service.database;
    expect(await knex('comment_mentions').where({ comment_id: other.id })).to.deep.equal([]);
  });

  it('are written and changed in batches', async () => {
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
  });
});
