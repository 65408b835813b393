/** The current user: what is shown, and how site and language change. */
import { expect } from 'chai';
import { changesIn } from '../../../engine/write/journal.ts';
import type { Client } from '../../harness/client.ts';
import { people, type SignInService, sites, startSignIn } from './fixture.ts';

describe('current user', () => {
  let service: SignInService;
  let ada: Client;
  before(async () => {
    service = await startSignIn();
    ada = service.client();
    await ada.login('ada@demo.test');
  });
  after(() => service.stop());
  const signedIn = async (name: string) => {
    const client = service.client();
    await client.login(`${name}@demo.test`);
    return client;
  };

  it('has exactly the keys of the specification', async () => {
    const reply = await ada.get('/user');
    expect(reply.headers['cache-control']).to.equal('no-store');
    expect(reply.body).to.deep.equal({
      data: {
        id: people.ada,
        first_name: 'ada',
        last_name: 'Test',
        full_name: 'ada Test',
        email: 'ada@Demo.test',
        username: 'ada',
        locale: 'en',
        current_site_id: sites.headquarters,
        roles: ['administrator'],
        permissions: ['company', 'material'].flatMap((name) =>
          ['create', 'delete', 'update', 'view', 'viewAny'].map((one) => `${name}.${one}`),
        ),
        sites: [
          { id: sites.headquarters, name: 'Headquarters', is_headquarters: true },
          { id: sites.north, name: 'Plant North', is_headquarters: false },
        ],
      },
    });
  });

  it('gets the permissions of the site they switch to, and keeps that site', async () => {
    const reply = await ada.patch('/user/site', { site_id: sites.north });
    expect(reply.status).to.equal(200);
    expect(reply.body.data).to.deep.include({
      current_site_id: sites.north,
      roles: ['viewer'],
      permissions: ['material.view', 'material.viewAny'],
    });
    const again = await signedIn('ada');
    expect((await again.get('/user')).body.data.current_site_id).to.equal(sites.north);
    expect((await again.get('/whoami')).body.permissions).to.deep.equal([
      'material.view',
      'material.viewAny',
    ]);
    await ada.patch('/user/site', { site_id: sites.headquarters });
  });

  for (const site_id of [sites.south, 999]) {
    it(`cannot switch to ${site_id}, where others may belong`, async () => {
      const theirs = service.database.knex('memberships');
      if (site_id === sites.south) await theirs.clone().insert({ user_id: people.nia, site_id });
      const reply = await ada.patch('/user/site', { site_id });
      expect(reply.status).to.equal(422);
      expect(Object.keys(reply.body.errors)).to.deep.equal(['site_id']);
      expect((await ada.get('/user')).body.data.current_site_id).to.equal(sites.headquarters);
      await theirs.clone().where({ user_id: people.nia }).delete();
    });
  }

  it('cannot change anything else on the way', async () => {
    const reply = await ada.patch('/user/locale', {
      locale: 'fr',
      email: 'root@demo.test',
      current_site_id: 3,
    });
    expect(Object.keys(reply.body.errors)).to.deep.equal(['email', 'current_site_id']);
    expect((await ada.get('/user')).body.data).to.include({ locale: 'en', email: 'ada@Demo.test' });
  });

  it('has the first of their sites where the current one is none of theirs, and that site’s roles in all', async () => {
    const { data } = (await (await signedIn('max')).get('/user')).body;
    expect(data).to.deep.include({ current_site_id: sites.north, roles: ['administrator', 'viewer'] });
    expect(data.permissions).to.have.length(5);
  });

  it('has neither site nor permissions when they belong to none', async () => {
    const { data } = (await (await signedIn('nia')).get('/user')).body;
    expect(data).to.deep.include({ current_site_id: null, roles: [], permissions: [], sites: [] });
  });

  it('is spoken to in a language that is available', async () => {
    expect((await ada.patch('/user/locale', { locale: 'fr' })).body.data.locale).to.equal('fr');
    const reply = await ada.patch('/user/locale', { locale: 'xx' });
    expect([reply.status, reply.body.errors.locale]).to.deep.equal([
      422,
      ['This language is not available. Choose one of: en, fr.'],
    ]);
    expect((await ada.get('/user')).body.data.locale).to.equal('fr');
    const { id } = (await ada.get('/user')).body.data;
    const told = await service.database.knex('activities').where({ resource: 'user', record_id: id });
    expect(told.map(({ changes }) => changesIn(changes).locale).filter(Boolean)).to.deep.equal([
      ['en', 'fr'],
    ]);
  });

  const own: [string, string][] = [
    ['GET', '/user'],
    ['PATCH', '/user/site'],
    ['PATCH', '/user/locale'],
    ['PUT', '/user/password'],
    ['GET', '/user/sessions'],
    ['DELETE', '/user/sessions/none'],
    ['GET', '/user/two-factor'],
    ['POST', '/user/two-factor'],
    ['POST', '/user/two-factor/confirm'],
    ['POST', '/user/two-factor/recovery-codes'],
    ['DELETE', '/user/two-factor'],
    ['POST', '/auth/login'],
  ];
  for (const [method, path] of own) {
    it(`names the parameters that ${method} ${path} does not take`, async () => {
      const reply = await ada.send(method, `${path}?fields=id&__proto__=1`);
      expect([reply.status, reply.body.code], reply.text).to.deep.equal([422, 'validation_failed']);
      expect(Object.keys(reply.body.errors)).to.have.members(['fields', '__proto__']);
      expect(reply.body.message).to.equal('There is no parameter “fields” here. Allowed: nothing.');
      if (path.startsWith('/user')) {
        const nobody = await service.client().send(method, `${path}?fields=id`);
        expect(nobody.status, 'who is nobody learns that first').to.be.oneOf([401, 419]);
      }
    });
  }

  it('needs no clean query for a token, nor for an end', async () => {
    const client = service.client({ witness: () => {} });
    expect((await client.get('/spa/csrf-cookie?t=1')).status).to.equal(204);
    await client.login('ada@demo.test');
    expect((await client.post('/auth/logout?t=1')).status).to.equal(204);
    expect((await client.get('/user')).status).to.equal(401);
  });

  it('loses a permission at the next request', async () => {
    const { knex } = service.database;
    expect((await ada.get('/whoami')).body.permissions).to.have.length(10);
    await knex('role_permissions').where({ role_id: 1 }).update({ permission: 'material.view' });
    expect((await ada.get('/whoami')).body.permissions).to.deep.equal(['material.view']);
    await knex('role_permissions').where({ role_id: 1 }).update({ permission: '*' });
  });

  it('moves the version of their row, so that an ETag of it says so', async () => {
    const version = async () =>
      (await service.database.knex('users').where({ id: people.ada }).first()).version;
    const before = await version();
    await ada.patch('/user/locale', { locale: 'en' });
    expect(await version()).to.equal(before + 1);
  });
});
