/** `X-Actor`: a request of a page that shows another user or site than the present ones does nothing. */
import { expect } from 'chai';
import { serveDemo } from '../../../harness/service.ts';

describe('a request with X-Actor', () => {
  const { service, admin, manager } = serveDemo(['admin', 'manager']);
  let id: number;
  let north: number;
  let south: number;
  const from = (meant: string, more: Record<string, string> = {}) => ({ 'X-Actor': meant, ...more });

  before(async () => {
    const { data } = (await admin.get('/user')).body;
    id = data.id;
    const siteNamed = (wanted: string) => data.sites.find(({ name }: { name: string }) => name === wanted).id;
    [north, south] = [siteNamed('Plant North'), siteNamed('Plant South')];
  });
  beforeEach(() => admin.patch('/user/site', { site_id: north }));

  const zones = () => service.database.knex('zones').count({ count: '*' }).first();

  it('is answered where this user is signed in and works at this site', async () => {
    const meant = from(`${id}@${north}`);
    expect((await admin.get('/zones', meant)).status).to.equal(200);
    const made = await admin.post('/zones', { name: 'Dock' }, meant);
    expect(made.status, made.text).to.equal(201);
    expect(made.body.data.site_id).to.equal(north);
    expect((await admin.send('DELETE', `/zones/${made.body.data.id}`, undefined, meant)).status).to.equal(
      204,
    );
  });

  it('does nothing after the site was switched elsewhere', async () => {
    const meant = from(`${id}@${north}`);
    const before = await zones();
    await admin.patch('/user/site', { site_id: south });
    const operations = [{ method: 'POST', path: '/zones', body: { name: 'Dock' } }];
    const replies = [
      await admin.post('/zones', { name: 'Dock' }, meant),
      await admin.post('/zones', { name: 'Dock' }, { ...meant, 'Idempotency-Key': 'dock' }),
      await admin.post('/batch', { operations }, meant),
      ...(await Promise.all(
        ['/zones', '/zones?format=csv', '/overview', '/changes', '/search?q=pump', '/resources'].map((path) =>
          admin.get(path, meant),
        ),
      )),
    ];
    for (const { status, body } of replies) {
      expect(status).to.equal(422);
      expect(body).to.deep.equal({
        code: 'validation_failed',
        message: 'Meanwhile you work at another site, or are signed in as another user. Nothing was done.',
        errors: {
          'X-Actor': [
            'Meanwhile you work at another site, or are signed in as another user. Nothing was done.',
          ],
        },
      });
    }
    expect(await zones()).to.deep.equal(before);
  });

  it('does nothing after another user has signed in', async () => {
    const site = (await manager.get('/user')).body.data.current_site_id;
    expect((await manager.get('/zones', from(`${id}@${site}`))).status).to.equal(422);
  });

  it('can still ask who is signed in, switch the site, and sign out', async () => {
    const client = await service.signedIn('admin@demo.test');
    const meant = from(`${id}@${south}`);
    expect((await client.get('/user', meant)).status).to.equal(200);
    expect((await client.send('PATCH', '/user/site', { site_id: north }, meant)).status).to.equal(200);
    expect((await client.send('POST', '/auth/logout', undefined, meant)).status).to.equal(204);
    expect((await client.get('/zones', meant)).status).to.equal(401);
  });

  for (const meant of ['12', '@3', '12@3@4', 'me@here', '-1@3']) {
    it(`says what X-Actor is, where it is ${meant}`, async () => {
      const { status, body } = await admin.get('/zones', from(meant));
      expect(status).to.equal(422);
      expect(body.errors['X-Actor']).to.deep.equal([
        'X-Actor is the id of a user, an @ and the id of their current site: 12@3.',
      ]);
    });
  }

  it('names no site for a user without one', async () => {
    const { data } = (await manager.get('/user')).body;
    await service.database.knex('memberships').where({ user_id: data.id }).delete();
    expect((await manager.get('/notifications', from(`${data.id}@`))).status).to.equal(200);
    expect((await manager.get('/notifications', from(`${data.id}@${north}`))).status).to.equal(422);
    expect((await admin.get('/notifications', from(`${id}@`))).status).to.equal(422);
  });
});
