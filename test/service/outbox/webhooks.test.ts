/** Webhooks: what is told of them, and by whom they are kept. */
import { expect } from 'chai';
import { serveDemo } from '../../harness/service.ts';

describe('webhooks', () => {
  const { service, admin, manager } = serveDemo(['admin', 'manager']);
  let serial = 0;
  const body = (more: object = {}) => {
    serial += 1;
    return { name: `ERP ${serial}`, url: 'https://erp.example/mill', events: ['zone.*'], ...more };
  };
  const make = async (more: object = {}) => {
    const reply = await manager.post('/webhooks', body(more));
    expect(reply.status, reply.text).to.equal(201);
    return reply.body.data;
  };

  it('of the demo are one a plant, not active, with deliveries of which some failed and none waits', async () => {
    const { data } = (await admin.get('/webhooks')).body;
    expect(data.map((one: { site_id: number; active: boolean }) => [one.site_id, one.active])).to.deep.equal([
      [2, false],
      [3, false],
    ]);
    for (const { id } of data) {
      const { body } = await admin.get(`/webhook-deliveries/counts?by=status&webhook_id=${id}`);
      expect(
        body.data.map(({ value, count }: { value: string; count: number }) => [value, count]),
      ).to.deep.equal([
        ['delivered', 44],
        ['failed', 6],
      ]);
    }
  });

  it('tell their secret in the answer of the create, and nowhere else', async () => {
    const headers = { 'Idempotency-Key': 'a webhook' };
    const sent = body();
    const first = await manager.post('/webhooks?fields=id', sent, headers);
    const { id, secret } = first.body.data;
    expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const again = await manager.post('/webhooks?fields=id', sent, headers);
    expect([again.status, again.headers['idempotent-replayed']]).to.deep.equal([201, 'true']);
    const rotated = await manager.post(`/webhooks/${id}/rotate`, {}, { 'Idempotency-Key': 'another' });
    expect(rotated.body.data.secret)
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    const replayed = await manager.post(`/webhooks/${id}/rotate`, {}, { 'Idempotency-Key': 'another' });
    expect(replayed.body).to.deep.equal({ data: {} });
    await manager.patch(`/webhooks/${id}`, { name: 'ERP with another name' });
    const told = await Promise.all([
      ...[`/webhooks/${id}?with=can`, '/webhooks', '/webhooks?format=csv', '/resources'].map((path) =>
        manager.get(path),
      ),
      manager.get(`/activities?resource=webhook&record_id=${id}`),
    ]);
    const db = service.database.knex;
    const rows = JSON.stringify([
      ...(await db('webhooks')),
      ...(await db('activities').where({ resource: 'webhook' })),
      ...(await db('idempotency_keys')),
    ]);
    for (const one of [secret, rotated.body.data.secret]) {
      for (const text of [again.text, rows, ...told.map((reply) => reply.text)])
        expect(text).not.to.include(one);
    }
    expect(told[4]?.body.data.map(({ action }: { action: string }) => action)).to.deep.equal([
      'update',
      'rotate',
      'create',
    ]);
  });

  it('in a batch and a dry run tell it as well, and the journal of neither has it', async () => {
    const operations = [{ method: 'POST', path: '/webhooks', body: body() }];
    const batch = await manager.post('/batch', { operations }, { 'Idempotency-Key': 'a batch' });
    expect(batch.body.data[0].body.data.secret).to.match(/^whsec_/);
    const replay = await manager.post('/batch', { operations }, { 'Idempotency-Key': 'a batch' });
    expect(replay.body.data[0].body.data).to.have.property('id').and.not.have.property('secret');
    const dry = await manager.post('/webhooks', body(), { Prefer: 'dry-run' });
    expect(dry.body.data.secret).to.match(/^whsec_/);
  });

  const wrong: readonly [field: string, value: unknown][] = [
    ['url', 'https://2130706433/'],
    ['url', 'https://[::ffff:10.0.0.1]/'],
    ['url', 'https://ann:secret@erp.example/'],
    ['url', 'https://erp.example/#mill'],
    ['url', 'http://erp.example/'],
    ['url', `https://erp.example/${'x'.repeat(2000)}`],
    ['events', []],
    ['events', ['zone.*', 'zone.*']],
    ['events', Array.from({ length: 21 }, (_, at) => `zone.x${at}`)],
    ['events', ['zone.explode']],
    ['events', ['user.create']],
    ['events', ['activity.*']],
    ['events', ['webhook.update']],
    ['events', ['company.*']],
    ['events', ['*.*']],
    ['events', ['zone']],
    ['events', ['zone.create.x']],
    ['every_site', true],
    ['secret', 'whsec_mine'],
    ['failing_since', '2026-01-01T00:00:00Z'],
  ];
  for (const [field, value] of wrong) {
    it(`refuse ${field} ${JSON.stringify(value).slice(0, 40)}`, async () => {
      const { status, body: answer } = await manager.post('/webhooks', body({ [field]: value }));
      expect(status).to.equal(422);
      expect(Object.keys(answer.errors)[0]).to.match(new RegExp(`^${field}`));
    });
  }

  it('hear of what exists, in every form of a pattern', async () => {
    const events = ['*', 'incident.*', '*.delete', '*.low_stock', 'maintenance.transition', 'item.low_stock'];
    expect((await make({ events })).events).to.have.members(events);
  });

  it('of every site are made at the headquarters', async () => {
    const reply = await admin.post('/webhooks', body({ every_site: true }));
    expect(reply.status, reply.text).to.equal(201);
  });

  it('ask who saves them for the right to list what they tell of', async () => {
    const db = service.database.knex;
    const role = await db('roles').where({ name: 'manager' }).first('id');
    const lost = { role_id: role.id, permission: 'incident.viewAny' };
    await db('role_permissions').where(lost).delete();
    try {
      for (const events of [['incident.create'], ['*'], ['*.delete']]) {
        const { status, body: answer } = await manager.post('/webhooks', body({ events }));
        expect([status, Object.keys(answer.errors)], String(events)).to.deep.equal([422, ['events']]);
      }
      expect((await manager.post('/webhooks', body())).status).to.equal(201);
    } finally {
      await db('role_permissions').insert(lost);
    }
  });

  it('take their deliveries along', async () => {
    const { id } = await make();
    const { delivery_id } = (await manager.post(`/webhooks/${id}/test`, {})).body.data;
    expect((await manager.get(`/webhook-deliveries/${delivery_id}`)).body.data.payload.data).to.include({
      id,
      action: 'test',
    });
    expect((await manager.delete(`/webhooks/${id}`)).status).to.equal(204);
    expect((await manager.get(`/webhook-deliveries/${delivery_id}`)).status).to.equal(404);
  });
});
