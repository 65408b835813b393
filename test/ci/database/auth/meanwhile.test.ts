/** What happens to an account while a request about it is under way: what was true at its beginning is asked again. */
import { expect } from 'chai';
import { generateSync } from 'otplib';
import { hashPassword, setPassword } from '../../../../auth/index.ts';
import { openDatabase } from '../../../../engine/database/open.ts';
import { transact } from '../../../../engine/database/transaction.ts';
import type { Client, Reply } from '../../../harness/client.ts';
import { during as duringRequest } from '../../../harness/meanwhile.ts';
import { onlyOn } from '../../../harness/only-on.ts';
import { people, type SignInService, sites, startSignIn } from '../../../service/auth/fixture.ts';

const password = 'password';
const email = 'ada@demo.test';
const own = { id: people.ada };

describe('meanwhile', () => {
  let service: SignInService;
  let slow: string;
  let another: string;
  before(async () => {
    // At a higher cost than usual, so that a comparison surely takes longer than what happens beside it.
    [slow, another] = await Promise.all([hashPassword(password, 11), hashPassword('another word')]);
  });
  beforeEach(async () => {
    service = await startSignIn();
    await service.database.knex('users').where(own).update({ password_hash: slow });
  });
  afterEach(() => service.stop());

  const users = () => service.database.knex('users').where(own);
  const changePassword = () =>
    transact(service.database.knex, (trx) => setPassword(trx, people.ada, another));
  const during = (send: () => Promise<Reply>, change: () => PromiseLike<unknown>) =>
    duringRequest(service.database.knex, send, change);
  /** While the limit is asked: what is begun then comes before all that the request does afterwards. */
  const beforehand = (send: () => Promise<Reply>, change: () => PromiseLike<unknown>) =>
    duringRequest(service.database.knex, send, change, /^insert into rate_limits/, 'query');
  const turnOn = async (client: Client): Promise<{ secret: string; codes: string[] }> => {
    const { secret } = (await client.post('/user/two-factor', { password })).body.data;
    const reply = await client.post('/user/two-factor/confirm', { code: generateSync({ secret }) });
    return { secret, codes: reply.body.data.recovery_codes };
  };
  const change = (client: Client, wanted: string) => {
    const body = { current_password: password, password: wanted, password_confirmation: wanted };
    return client.put('/user/password', body);
  };
  const signedInRows = () => service.database.knex('sessions').whereNotNull('user_id');

  describe('a sign-in whose password is being compared', () => {
    const refused: [string, () => PromiseLike<unknown>][] = [
      ['the password is changed', changePassword],
      ['the user is deleted', () => users().update({ live: null })],
    ];
    for (const [title, change] of refused) {
      it(`is refused like a wrong password when ${title}`, async () => {
        const client = service.client();
        const reply = await during(() => client.login(email, password, true), change);
        expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['email']]);
        expect(reply.body.errors.email).to.deep.equal(['The e-mail address or the password is not right.']);
        expect(await signedInRows()).to.deep.equal([]);
        expect(await service.database.knex('activities')).to.deep.equal([]);
        expect((await users().first()).last_login_at).to.equal(null);
        expect((await client.get('/user')).status).to.equal(401);
      });
    }

    it('owes the second factor that is turned on', async () => {
      const client = service.client();
      const on = () =>
        users().update({ two_factor_secret: 'x', two_factor_confirmed_at: '2026-01-31 08:00:00.000' });
      const reply = await during(() => client.login(email), on);
      expect([reply.status, reply.body]).to.deep.equal([200, { two_factor: true }]);
      expect((await client.get('/user')).status).to.equal(401);
      expect(await signedInRows()).to.deep.equal([]);
    });

    it('succeeds beside another one that hashes the password again', async () => {
      await users().update({ password_hash: await hashPassword(password, 4) });
      const node = await startSignIn({ database: service.database, slowPasswords: true });
      const clients = [node.client(), node.client(), node.client()];
      for (const client of clients) await client.get('/spa/csrf-cookie');
      const replies = await Promise.all(
        clients.map((client) => client.post('/auth/login', { email, password })),
      );
      expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      for (const client of clients) expect((await client.get('/user')).status).to.equal(200);
      expect((await users().first()).password_hash).to.match(/^\$2b\$10\$/);
      await node.stop();
    });

    it('begins no session without its entry in the journal', async () => {
      const { knex } = service.database;
      const client = service.client();
      await client.get('/spa/csrf-cookie');
      await knex.schema.renameTable('activities', 'activities_away');
      const reply = await client.post('/auth/login', { email, password });
      expect(reply.status).to.equal(500);
      expect(await signedInRows()).to.deep.equal([]);
      expect((await client.get('/user')).status).to.equal(401);
      expect((await users().first()).last_login_at).to.equal(null);
    });
  });

  describe('a challenge', () => {
    it('is refused when the password is changed before its code is used', async () => {
      const { codes } = await turnOn(await service.signedIn('ada'));
      const client = service.client();
      expect((await client.login(email)).body).to.deep.equal({ two_factor: true });
      const [recovery_code] = codes;
      const reply = await during(
        () => client.post('/auth/two-factor-challenge', { recovery_code }),
        () => users().update({ password_hash: another }),
      );
      expect([reply.status, reply.body.code]).to.deep.equal([401, 'unauthenticated']);
      const used = service.database.knex('two_factor_recovery_codes').whereNotNull('used_at');
      expect(await used, 'no code is used up').to.deep.equal([]);
    });

    it('of two with different codes for one login lets one in, and uses up its code alone', async () => {
      const { codes } = await turnOn(await service.signedIn('ada'));
      const [first, second] = [service.client(), service.client()];
      await first.login(email);
      for (const [name, value] of first.cookies) second.cookies.set(name, value);
      const replies = await Promise.all(
        [first, second].map((client, index) =>
          client.post('/auth/two-factor-challenge', { recovery_code: codes[index] }),
        ),
      );
      const [won, lost] = replies.map(({ status }) => status).sort();
      expect(won).to.equal(204);
      // Where the other comes so late that the session is gone, its token already fits none.
      expect(lost).to.be.oneOf([401, 419]);
      const used = service.database.knex('two_factor_recovery_codes').whereNotNull('used_at');
      expect(await used).to.have.length(1);
    });
  });

  describe('a change of the password', () => {
    it('wins alone against another one at once', async () => {
      const clients = [await service.signedIn('ada'), await service.signedIn('ada')];
      const wanted = ['a walk by the mill', 'a swim in the pond'];
      const replies = await Promise.all(clients.map((client, index) => change(client, wanted[index] ?? '')));
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([204, 422]);
      const loser = replies.findIndex(({ status }) => status === 422);
      expect(Object.keys(replies[loser]?.body.errors)).to.deep.equal(['current_password']);
      expect((await clients[1 - loser]?.get('/user'))?.status).to.equal(200);
      expect((await clients[loser]?.get('/user'))?.status).to.equal(401);
      expect((await service.client().login(email, wanted[loser])).status).to.equal(422);
      expect((await service.client().login(email, wanted[1 - loser])).status).to.equal(200);
    });

    it('wins alone against another one at once of the same session', async () => {
      const client = await service.signedIn('ada');
      const wanted = ['a walk by the mill', 'a swim in the pond'];
      const replies = await Promise.all(wanted.map((one) => change(client, one)));
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([204, 422]);
    });
  });

  describe('of one’s credentials', () => {
    type Send = (client: Client) => Promise<Reply>;
    const asked: [string, string, Send][] = [
      ['a new password', 'current_password', (client) => change(client, 'a walk by the mill')],
      [
        'the set-up of a second factor',
        'password',
        (client) => client.post('/user/two-factor', { password }),
      ],
      ['its removal', 'password', (client) => client.delete('/user/two-factor', { password })],
      ['new codes', 'password', (client) => client.post('/user/two-factor/recovery-codes', { password })],
    ];
    for (const [title, field, send] of asked) {
      const prepared = async () => {
        const client = await service.signedIn('ada');
        if (/removal|codes/.test(title)) await turnOn(client);
        return client;
      };
      const state = async () => [
        await users().first('two_factor_secret', 'two_factor_confirmed_at'),
        await service.database.knex('two_factor_recovery_codes').orderBy('id'),
      ];
      it(`${title} is refused when the password is changed`, async () => {
        const client = await prepared();
        const before = await state();
        const reply = await during(() => send(client), changePassword);
        expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, [field]]);
        expect(await state()).to.deep.equal(before);
        expect((await users().first()).password_hash).to.equal(another);
      });

      it(`${title} is refused when the session is ended`, async () => {
        const client = await prepared();
        const before = await state();
        const reply = await during(
          () => send(client),
          () => signedInRows().delete(),
        );
        expect(reply.status).to.equal(401);
        expect(await state()).to.deep.equal(before);
        expect((await users().first()).password_hash).to.equal(slow);
      });
    }

    it('the confirmation is refused when the session is ended', async () => {
      const client = await service.signedIn('ada');
      const { secret } = (await client.post('/user/two-factor', { password })).body.data;
      const reply = await beforehand(
        () => client.post('/user/two-factor/confirm', { code: generateSync({ secret }) }),
        () => signedInRows().delete(),
      );
      expect(reply.status).to.equal(401);
      expect((await users().first()).two_factor_confirmed_at).to.equal(null);
    });
  });

  // SQLite has one writer at a time, and here one connection: no other write can come in between.
  const onServers = onlyOn('mysql', 'the embedded database has one writer at a time');
  onServers.it('a switch to a site is refused when the membership is taken away', async () => {
    const client = await service.signedIn('ada');
    const other = openDatabase(service.database.config);
    const holder = await other.transaction();
    await holder('users').where(own).increment('version', 1);
    await holder('memberships').where({ user_id: people.ada, site_id: sites.north }).delete();
    const waits = new Promise<void>((resolve) => {
      service.database.knex.on('query', ({ sql }: { sql: string }) => {
        if (/for update|^update `users`/.test(sql)) resolve();
      });
    });
    const sent = client.patch('/user/site', { site_id: sites.north });
    await waits;
    await holder.commit();
    await other.destroy();
    const reply = await sent;
    expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['site_id']]);
    expect((await users().first()).current_site_id).to.equal(sites.headquarters);
  });
});
