/** Changing one's password, and what becomes of sessions and hashes. */
import { expect } from 'chai';
import { hashPassword } from '../../../auth/index.ts';
import type { Client } from '../../harness/client.ts';
import { people, type SignInService, startSignIn } from './fixture.ts';

const good = 'a walk by the mill';

describe('password change', () => {
  let service: SignInService;
  let ada: Client;
  beforeEach(async () => {
    service = await startSignIn();
    ada = await service.signedIn('ada');
  });
  afterEach(() => service.stop());
  const change = (client: Client, password: string, current_password = 'password') =>
    client.put('/user/password', { current_password, password, password_confirmation: password });

  it('ends every other session, and the copies of this one', async () => {
    const [other, stranger] = [await service.signedIn('ada'), await service.signedIn('max')];
    const stolen = ada.cookieHeader();
    const reply = await change(ada, good);
    expect([reply.status, reply.text]).to.deep.equal([204, '']);
    expect((await ada.get('/user')).status).to.equal(200);
    expect((await ada.post('/change', {})).status, 'with the new token').to.equal(200);
    expect((await other.get('/user')).status).to.equal(401);
    expect((await service.client().get('/user', { Cookie: stolen })).status).to.equal(401);
    expect((await stranger.get('/user')).status).to.equal(200);
    expect((await service.client().login('ada@demo.test')).status).to.equal(422);
    expect((await service.client().login('ada@demo.test', good)).status).to.equal(200);
  });

  const refused: [string, string, string][] = [
    ['seven bytes', 'abc defg'.slice(0, 7), 'at least 8 bytes'],
    ['73 bytes', 'x'.repeat(73), 'at most 72 bytes'],
    ['37 letters of two bytes', 'é'.repeat(37), 'at most 72 bytes'],
    ['one of the most common', 'password', 'most common'],
    ['one of the most common, in capitals', 'QwertyUiop', 'most common'],
    ['a NUL character', 'walk\0by the mill', 'NUL'],
  ];
  for (const [title, password, said] of refused) {
    it(`refuses ${title}`, async () => {
      const reply = await change(ada, password);
      expect(reply.status).to.equal(422);
      expect(Object.keys(reply.body.errors)).to.deep.equal(['password']);
      expect(reply.body.errors.password[0]).to.include(said);
    });
  }

  it('takes 72 bytes, eight bytes, blanks and any letters', async () => {
    let current = 'password';
    for (const password of ['é'.repeat(36), ' x y z  ', '密码很长很好', '🦊🐻🐼🦁']) {
      expect((await change(ada, password, current)).status, password).to.equal(204);
      current = password;
    }
  });

  it('names every bad field at once, and a wrong current password', async () => {
    const body = { current_password: 'wrong', password: 'short', password_confirmation: 'other' };
    const reply = await ada.put('/user/password', body);
    expect(Object.keys(reply.body.errors)).to.deep.equal(['password', 'password_confirmation']);
    const wrong = await change(ada, good, 'wrong');
    expect([wrong.status, Object.keys(wrong.body.errors)]).to.deep.equal([422, ['current_password']]);
    expect((await ada.put('/user/password', {})).body.errors).to.have.keys(
      'current_password',
      'password',
      'password_confirmation',
    );
    expect((await service.client().login('ada@demo.test')).status).to.equal(200);
  });

  it('limits guesses at the current password', async () => {
    for (let time = 0; time < 5; time++) expect((await change(ada, good, 'wrong')).status).to.equal(422);
    expect((await change(ada, good)).status).to.equal(429);
  });

  it('is for people who are signed in', async () => {
    expect((await change(service.client(), good)).status).to.equal(401);
    expect((await change(service.client({ origin: null }), good)).status).to.equal(401);
  });

  it('hashes again at login what was hashed at a lower cost', async () => {
    const { database } = service;
    const { knex } = database;
    const node = await startSignIn({ database, slowPasswords: true });
    const hashOf = async () => (await knex('users').where({ id: people.max }).first()).password_hash;
    await knex('users')
      .where({ id: people.max })
      .update({ password_hash: await hashPassword('password', 4) });
    await node.client().login('max@demo.test', 'wrong');
    expect(await hashOf()).to.match(/^\$2b\$04\$/);
    await node.signedIn('max');
    const hash = await hashOf();
    expect(hash).to.match(/^\$2b\$10\$/);
    await node.signedIn('max');
    expect(await hashOf(), 'once').to.equal(hash);
    await node.stop();
  });
});
