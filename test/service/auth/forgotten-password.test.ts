/** A new password by a link, with everything that can happen to link, account and session meanwhile. */
import { expect } from 'chai';
import { speak } from '../../../engine/message.ts';
import { translations } from '../../../locales/index.ts';
import type { Client, Reply } from '../../harness/client.ts';
import { tokenOf, waitingMails } from '../../harness/mails.ts';
import { people, type SignInService, startSignIn } from './fixture.ts';

const good = 'a walk by the mill';

describe('a forgotten password', () => {
  let service: SignInService;
  let visitor: Client;

  beforeEach(async () => {
    service = await startSignIn();
    visitor = service.client();
    await visitor.get('/spa/csrf-cookie');
  });
  afterEach(() => service.stop());

  const db = () => service.database.knex;
  const forget = (email = 'Ada@demo.test'): Promise<Reply> =>
    visitor.post('/auth/forgot-password', { email });
  const reset = (token: string, password = good, password_confirmation = password): Promise<Reply> =>
    visitor.post('/auth/reset-password', { token, password, password_confirmation });
  /** A link that was asked for, the first or a later one. */
  const linkOf = async (count = 1): Promise<string> => {
    expect((await forget()).status).to.equal(202);
    return tokenOf(db(), 'reset', count);
  };

  it('is answered alike for known, unknown and deleted people, and mailed to the first alone', async () => {
    const replies = [await forget(), await forget('nobody@demo.test'), await forget('gone@demo.test')];
    expect(replies.map(({ status }) => status)).to.deep.equal([202, 202, 202]);
    expect(new Set(replies.map(({ text }) => text)).size).to.equal(1);
    expect(Object.keys(replies[0]?.body)).to.deep.equal(['message']);
    const token = await tokenOf(db(), 'reset');
    expect(token).to.match(/^[A-Za-z0-9_-]{43}$/);
    expect(await waitingMails(db())).to.deep.equal([{ kind: 'reset', to: 'ada@Demo.test', token }]);
    const rows = JSON.stringify([await db()('links'), await db()('mails')]);
    expect(rows).not.to.include(token);
  });

  it('is answered in the language of the browser, or in the first one of the service', async () => {
    speak(translations);
    const told = async (accepted: string) =>
      (await visitor.post('/auth/forgot-password', { email: 'a@demo.test' }, { 'Accept-Language': accepted }))
        .body;
    expect((await told('fr')).message).to.match(/^Si un compte a cette adresse/);
    expect((await told('xx')).message).to.match(/^If there is an account/);
  });

  it('is refused for what is no address', async () => {
    for (const email of [
      'nobody',
      'ada@',
      'ada@demo',
      'ada @demo.test',
      ' ',
      '@demo.test',
      'a@b@demo.test',
    ]) {
      const { status, body } = await forget(email);
      expect([status, Object.keys(body.errors)], email).to.deep.equal([422, ['email']]);
    }
    expect((await forget(' ada@demo.test ')).status).to.equal(202);
  });

  it('is no longer answered after five in a minute, known or not', async () => {
    for (const email of ['ada@demo.test', 'nobody@demo.test']) {
      for (let at = 0; at < 5; at += 1) expect((await forget(email)).status).to.equal(202);
      const sixth = await forget(email);
      expect([sixth.status, sixth.body.code]).to.deep.equal([429, 'rate_limited']);
      expect(Number(sixth.headers['retry-after'])).to.be.within(1, 60);
    }
    await tokenOf(db(), 'reset', 5);
    // From elsewhere: the account gets no more this hour, and the answer does not say so.
    await db()('rate_limits').where('key', 'like', 'forgotten%').delete();
    expect((await forget()).status).to.equal(202);
    expect((await forget('max@demo.test')).status).to.equal(202);
    await tokenOf(db(), 'reset', 6);
    const receivers = (await waitingMails(db())).map(({ to }) => to);
    expect(receivers.filter((to) => to?.startsWith('ada'))).to.have.lengthOf(5);
  });

  it('is chosen with the link, once, and the user is not signed in', async () => {
    const ada = await service.signedIn('ada');
    const token = await linkOf();
    const done = await reset(token);
    expect([done.status, done.text]).to.deep.equal([204, '']);
    expect((await ada.get('/user')).status).to.equal(401);
    expect((await visitor.get('/user')).status).to.equal(401);
    expect((await service.client().login('ada@demo.test')).status).to.equal(422);
    expect((await service.client().login('ada@demo.test', good)).status).to.equal(200);
    const again = await reset(token, 'another walk by it');
    expect([again.status, Object.keys(again.body.errors)]).to.deep.equal([422, ['token']]);
    expect((await waitingMails(db())).at(-1)).to.deep.equal({
      ...{ kind: 'password-reset', to: 'ada@Demo.test', token: '' },
    });
  });

  it('keeps the link for a password that is refused', async () => {
    const token = await linkOf();
    const refused: readonly [Reply, string][] = [
      [await reset(token, 'short'), 'password'],
      [await reset(token, 'ada@demo.test'), 'password'],
      [await reset(token, good, `${good}.`), 'password_confirmation'],
    ];
    for (const [{ status, body }, field] of refused)
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, [field]]);
    expect((await reset(token)).status).to.equal(204);
  });

  const ways: readonly [title: string, spoil: (token: string) => Promise<unknown>][] = [
    ['nobody was sent', async () => 'x'.repeat(43)],
    ['is over', () => db()('links').update({ expires_at: '2020-01-01 00:00:00.000' })],
    ['is not the newest', () => linkOf(2)],
    ['is for something else', () => db()('links').update({ purpose: 'confirm-email' })],
    ['is of somebody who is gone', () => db()('users').where({ id: people.ada }).update({ live: null })],
    [
      'is older than the password',
      async () => {
        const ada = await service.signedIn('ada');
        const body = {
          current_password: 'password',
          password: `${good}!`,
          password_confirmation: `${good}!`,
        };
        expect((await ada.put('/user/password', body)).status).to.equal(204);
      },
    ],
  ];
  for (const [title, spoil] of ways) {
    it(`refuses a link that ${title}`, async () => {
      const token = await linkOf();
      const other = await spoil(token);
      const reply = await reset(title.startsWith('nobody') ? String(other) : token);
      expect(reply.status).to.equal(422);
      expect(reply.body.errors).to.deep.equal({
        token: ['This link does not work any more. Ask for another one.'],
      });
    });
  }

  it('is chosen with a link that a sweep leaves, and a link that is over is swept', async () => {
    const token = await linkOf();
    await service.sweep();
    expect((await reset(token)).status).to.equal(204);
    await linkOf(2);
    await db()('links').update({ expires_at: '2020-01-01 00:00:00.000' });
    expect(await service.sweep()).to.equal(1);
    expect(await db()('links')).to.deep.equal([]);
  });

  it('is chosen by one of two who follow the link at once', async () => {
    const token = await linkOf();
    const replies = await Promise.all([reset(token, `${good} one`), reset(token, `${good} two`)]);
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([204, 422]);
  });

  it('leaves the second factor in force', async () => {
    await db()('users')
      .where({ id: people.ada })
      .update({ two_factor_confirmed_at: '2026-01-01 00:00:00.000' });
    expect((await reset(await linkOf())).status).to.equal(204);
    expect((await service.client().login('ada@demo.test', good)).body).to.deep.equal({ two_factor: true });
  });

  it('needs a page that may have a session, its token, and no dry run', async () => {
    for (const path of ['/auth/forgot-password', '/auth/reset-password', '/auth/confirm-email']) {
      expect((await service.client({ origin: null }).post(path, {})).status).to.equal(403);
      expect((await service.client().post(path, {})).status).to.equal(419);
      expect((await visitor.post(path, {}, { Prefer: 'dry-run' })).status).to.equal(422);
      expect((await visitor.post(path, { nonsense: 1 })).status).to.equal(422);
    }
  });

  it('is told by mail where the password, or the second factor, is changed in any way', async () => {
    const ada = await service.signedIn('ada');
    const body = { current_password: 'password', password: good, password_confirmation: good };
    expect((await ada.put('/user/password', body)).status).to.equal(204);
    // There is none to be taken away.
    expect((await ada.delete('/user/two-factor', { password: good })).status).to.equal(204);
    await db()('users')
      .where({ id: people.ada })
      .update({ two_factor_confirmed_at: '2026-01-01 00:00:00.000' });
    expect((await ada.delete('/user/two-factor', { password: good })).status).to.equal(204);
    expect(await waitingMails(db())).to.deep.equal(
      ['password-changed', 'two-factor-off'].map((kind) => ({ kind, to: 'ada@Demo.test', token: '' })),
    );
  });
});
