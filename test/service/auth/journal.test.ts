/** What people do to their own account stands in the journal, without secrets, and is no change of their data. */
import { expect } from 'chai';
import { type SignInService, startSignIn } from './fixture.ts';

describe('journal of accounts', () => {
  let service: SignInService;

  beforeEach(async () => {
    service = await startSignIn();
  });
  afterEach(() => service.stop());

  const entries = () => service.database.knex('activities').orderBy('id');

  it('tells of logins and of a new password, at the site where the person works', async () => {
    const ada = await service.signedIn('ada');
    const { id, current_site_id } = (await ada.get('/user')).body.data;
    const password = 'a fresh one for the plant';
    const body = { current_password: 'password', password, password_confirmation: password };
    expect((await ada.put('/user/password', body)).status).to.equal(204);
    const told = (await entries()).map(({ name, record_id, user_id, site_id }) => ({
      name,
      record_id,
      user_id,
      site_id,
    }));
    const common = { record_id: id, user_id: id, site_id: current_site_id };
    expect(told).to.deep.equal([
      { name: 'user.login', ...common },
      { name: 'user.password', ...common },
    ]);
    expect(JSON.stringify(await entries()))
      .to.not.include(password)
      .and.not.include('$2');
  });

  it('keeps silent about logins that failed', async () => {
    await service.client().login('ada@demo.test', 'not the password');
    expect(await entries()).to.deep.equal([]);
  });

  it('leaves the version of the person alone at a login and a change of site', async () => {
    const version = async () =>
      (await service.database.knex('users').where({ username: 'ada' }).first()).version;
    const before = await version();
    const ada = await service.signedIn('ada');
    const { sites } = (await ada.get('/user')).body.data;
    for (const { id } of sites) expect((await ada.patch('/user/site', { site_id: id })).status).to.equal(200);
    expect(await version()).to.equal(before);
    const { last_login_at } = await service.database.knex('users').where({ username: 'ada' }).first();
    expect(last_login_at).to.be.a('string');
  });
});
