/** The second factor, from its set-up to its removal, and the attempts of a person who only has the password. */
import { expect } from 'chai';
import { generateSync } from 'otplib';
import { storedNow } from '../../../engine/values.ts';
import type { Client } from '../../harness/client.ts';
import { resetClock, shiftClock } from '../../harness/set-clock.ts';
import { people, type SignInService, startSignIn } from './fixture.ts';

const email = 'ada@demo.test';
const password = 'password';

/** The code of a moment so many steps of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) => generateSync({ secret, epoch: Date.now() / 1000 + steps * 30 });
/** A code that is not right now, nor a step before or after. */
function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((one) => !right.includes(one)) ?? ''
  );
}

async function turnOn(client: Client): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await client.post('/user/two-factor', { password })).body.data;
  // With the code of the step before, so that those of now and of the next one are still there to be used.
  const reply = await client.post('/user/two-factor/confirm', { code: codeOf(secret, -1) });
  return { secret, codes: reply.body.data.recovery_codes };
}

describe('two-factor', () => {
  let service: SignInService;
  let ada: Client;
  beforeEach(async () => {
    // At the start of a step of 30 seconds, in which the test can end.
    shiftClock(-(Date.now() % 30_000));
    service = await startSignIn();
    ada = await service.signedIn('ada');
  });
  afterEach(() => {
    resetClock();
    return service.stop();
  });
  const pending = async () => {
    const client = service.client();
    expect((await client.login(email)).body).to.deep.equal({ two_factor: true });
    return client;
  };
  const challenge = (client: Client, body: object) => client.post('/auth/two-factor-challenge', body);
  const forgetCounters = () => service.database.knex('rate_limits').delete();

  it('is set up with password and code, and shows its recovery codes once', async () => {
    const off = { enabled: false, confirmed_at: null, recovery_codes_left: 0 };
    expect((await ada.get('/user/two-factor')).body).to.deep.equal({ data: off });
    const begun = await ada.post('/user/two-factor', { password });
    expect(begun.status).to.equal(201);
    const { secret, otpauth_url, qr_code } = begun.body.data;
    expect(secret).to.match(/^[A-Z2-7]{32}$/);
    expect(otpauth_url).to.equal(
      `otpauth://totp/Millwright:ada%40Demo.test?secret=${secret}&issuer=Millwright`,
    );
    expect(qr_code)
      .to.match(/^<svg [^>]*viewBox="[^"]+"/)
      .and.not.match(/<script|href/i);
    expect((await ada.get('/user/two-factor')).body.data, 'not in force yet').to.deep.equal(off);
    expect((await service.client().login(email)).body.two_factor).to.equal(false);

    const confirmed = await ada.post('/user/two-factor/confirm', {
      code: ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`,
    });
    expect(confirmed.status).to.equal(200);
    expect(Object.keys(confirmed.body.data)).to.deep.equal(['recovery_codes']);
    expect(confirmed.body.data.recovery_codes).to.have.length(8);
    for (const code of confirmed.body.data.recovery_codes) expect(code).to.match(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const { data } = (await ada.get('/user/two-factor')).body;
    expect(data).to.include({ enabled: true, recovery_codes_left: 8 });
    expect(data.confirmed_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect((await ada.post('/user/two-factor/confirm', { code: codeOf(secret, 1) })).status).to.equal(409);
    expect((await ada.post('/user/two-factor', { password })).status).to.equal(409);
  });

  it('asks for the password again at each change', async () => {
    const changes: ['post' | 'delete', string][] = [
      ['post', '/user/two-factor'],
      ['post', '/user/two-factor/recovery-codes'],
      ['delete', '/user/two-factor'],
    ];
    for (const [method, path] of changes) {
      await forgetCounters();
      for (const body of [{}, { password: 'wrong' }]) {
        const reply = await ada[method](path, body);
        expect([reply.status, Object.keys(reply.body.errors)], path).to.deep.equal([422, ['password']]);
      }
    }
    expect((await ada.post('/user/two-factor/recovery-codes', { password })).status).to.equal(409);
    expect((await ada.post('/user/two-factor/confirm', { code: '123456' })).status).to.equal(409);
  });

  it('limits guesses at the password of a signed-in user, also for the right one', async () => {
    for (let time = 0; time < 5; time++) {
      expect((await ada.post('/user/two-factor', { password: 'wrong' })).status).to.equal(422);
    }
    const reply = await ada.post('/user/two-factor', { password });
    expect([reply.status, reply.body.code]).to.deep.equal([429, 'rate_limited']);
    expect(Number(reply.headers['retry-after'])).to.be.within(1, 60);
  });

  it('limits guesses at the code of a set-up', async () => {
    const { secret } = (await ada.post('/user/two-factor', { password })).body.data;
    for (let time = 0; time < 5; time++) {
      const reply = await ada.post('/user/two-factor/confirm', { code: wrongCode(secret) });
      expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['code']]);
    }
    expect((await ada.post('/user/two-factor/confirm', { code: codeOf(secret) })).status).to.equal(429);
  });

  it('takes no query parameters, and counts no attempt for one', async () => {
    const { secret } = await turnOn(ada);
    const client = await pending();
    for (let time = 0; time < 6; time++) {
      const reply = await client.post('/auth/two-factor-challenge?code=1', { code: codeOf(secret, 1) });
      expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['code']]);
      expect(reply.body.message).to.match(/^There is no parameter “code” here/);
    }
    expect((await challenge(client, { code: codeOf(secret, 1) })).status).to.equal(204);
  });

  it('leaves a login that owes its code nothing but the challenge and the logout', async () => {
    const { secret } = await turnOn(ada);
    const client = await pending();
    for (const path of ['/user', '/user/two-factor', '/user/sessions', '/whoami']) {
      expect((await client.get(path)).status, path).to.equal(401);
    }
    expect((await client.post('/change', {})).status).to.equal(401);
    expect((await client.patch('/user/site', { site_id: 1 })).status).to.equal(401);
    expect((await client.delete('/user/two-factor', { password })).status).to.equal(401);
    expect((await client.put('/user/password', {})).status).to.equal(401);
    expect((await client.post('/auth/logout')).status).to.equal(204);
    expect((await challenge(client, { code: codeOf(secret) })).status).to.equal(401);
  });

  it('establishes the session under a new id and token, and keeps `remember`', async () => {
    const { secret } = await turnOn(ada);
    const client = service.client();
    await client.login(email, password, true);
    const [before, token] = [client.cookieHeader(), client.cookies.get('XSRF-TOKEN')];
    const reply = await challenge(client, { code: codeOf(secret) });
    expect([reply.status, reply.text]).to.deep.equal([204, '']);
    expect(reply.headers['set-cookie']?.filter((line) => /expires=/i.test(line))).to.have.length(2);
    expect(client.cookies.get('XSRF-TOKEN')).not.to.equal(token);
    expect((await client.get('/user')).body.data.id).to.equal(people.ada);
    expect((await client.get('/user', { Cookie: before })).status).to.equal(401);
    expect((await client.post('/change', {})).status).to.equal(200);
  });

  it('takes a code once, in its window of one step to either side', async () => {
    const { secret } = await turnOn(ada);
    const wrong = [codeOf(secret, -1), codeOf(secret, -3), codeOf(secret, 3), '12345', 'abcdef'];
    for (const code of wrong) {
      const reply = await challenge(await pending(), { code });
      expect([reply.status, Object.keys(reply.body.errors)], code).to.deep.equal([422, ['code']]);
      await forgetCounters();
    }
    const used = codeOf(secret, 1);
    expect((await challenge(await pending(), { code: used })).status).to.equal(204);
    expect((await challenge(await pending(), { code: used })).status).to.equal(422);
    expect((await challenge(await pending(), { code: codeOf(secret) })).status, 'one before it').to.equal(
      422,
    );
  });

  it('lets one of several challenges with the same code through', async () => {
    const { secret, codes } = await turnOn(ada);
    for (const body of [{ code: codeOf(secret) }, { recovery_code: codes[0] }]) {
      await forgetCounters();
      const clients = await Promise.all([pending(), pending(), pending(), pending()]);
      const replies = await Promise.all(clients.map((client) => challenge(client, body)));
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([204, 422, 422, 422]);
    }
  });

  it('takes a recovery code once, however it is typed', async () => {
    const { codes } = await turnOn(ada);
    const [first = '', second = ''] = codes;
    const client = await pending();
    const typed = { code: '', recovery_code: ` ${first.toUpperCase()} ` };
    expect((await challenge(client, typed)).status).to.equal(204);
    const reply = await challenge(await pending(), { recovery_code: first });
    expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['recovery_code']]);
    expect((await client.get('/user/two-factor')).body.data.recovery_codes_left).to.equal(7);
    const renewed = (await client.post('/user/two-factor/recovery-codes', { password })).body.data
      .recovery_codes;
    expect((await challenge(await pending(), { recovery_code: second })).status, 'an old one').to.equal(422);
    expect((await challenge(await pending(), { recovery_code: renewed[0] })).status).to.equal(204);
  });

  it('wants one of the two', async () => {
    const { secret } = await turnOn(ada);
    const client = await pending();
    for (const body of [{}, { code: codeOf(secret), recovery_code: 'x' }, { code: 123456 }, { code: null }]) {
      const reply = await challenge(client, body);
      expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['code']]);
    }
    expect((await challenge(client, { code: codeOf(secret), user_id: 2 })).status).to.equal(422);
  });

  it('answers 429 after five failures, also to the right code', async () => {
    const { secret } = await turnOn(ada);
    const client = await pending();
    for (let time = 0; time < 5; time++) {
      expect((await challenge(client, { code: wrongCode(secret) })).status).to.equal(422);
    }
    const reply = await challenge(client, { code: codeOf(secret) });
    expect([reply.status, reply.body.code]).to.deep.equal([429, 'rate_limited']);
    expect(Number(reply.headers['retry-after'])).to.be.within(1, 60);
    expect((await challenge(await pending(), { code: codeOf(secret) })).status, 'after a new login').to.equal(
      429,
    );
  });

  it('answers 401 where no login waits, or no longer', async () => {
    const { secret } = await turnOn(ada);
    const { knex } = service.database;
    const visitor = service.client();
    await visitor.get('/spa/csrf-cookie');
    const expectNone = async (client: Client, title: string) => {
      const reply = await challenge(client, { code: codeOf(secret) });
      expect([reply.status, reply.body.code], title).to.deep.equal([401, 'unauthenticated']);
    };
    await expectNone(visitor, 'before a login');
    await expectNone(ada, 'signed in');
    const without = { 'X-XSRF-TOKEN': undefined };
    for (const nobody of [service.client(), visitor]) {
      const { status } = await nobody.post('/auth/two-factor-challenge', { code: '1' }, without);
      expect(status, 'before the token is asked for').to.equal(401);
    }

    const late = await pending();
    const row = await knex('sessions').whereNot('data', '{}').first();
    const created_at = storedNow(new Date(Date.now() - 10 * 60_000 - 1000));
    await knex('sessions').where({ id: row.id }).update({ created_at });
    await expectNone(late, 'after ten minutes');

    const overtaken = await pending();
    const { password_hash } = await knex('users').where({ id: people.ada }).first();
    await knex('users')
      .where({ id: people.ada })
      .update({ password_hash: `${password_hash.slice(0, -1)}x` });
    await expectNone(overtaken, 'after a change of the password');
    await knex('users').where({ id: people.ada }).update({ password_hash });

    const owing = await (await pending()).post('/auth/two-factor-challenge', { code: '1' }, without);
    expect(owing.status, 'who owes a code needs a token').to.equal(419);

    const deleted = await pending();
    await knex('users').where({ id: people.ada }).update({ live: null });
    await expectNone(deleted, 'for a deleted user');
  });

  it('ends the other sessions when it is turned on and off', async () => {
    const other = await service.signedIn('ada');
    const stranger = await service.signedIn('max');
    await turnOn(ada);
    expect((await other.get('/user')).status).to.equal(401);
    const { secret } = await (async () => {
      await ada.delete('/user/two-factor', { password });
      return turnOn(ada);
    })();
    const second = await pending();
    await challenge(second, { code: codeOf(secret) });
    expect((await ada.delete('/user/two-factor', { password })).status).to.equal(204);
    expect((await second.get('/user')).status).to.equal(401);
    expect((await ada.get('/user')).status).to.equal(200);
    expect((await stranger.get('/user')).status).to.equal(200);
    expect((await service.client().login(email)).body).to.deep.equal({ two_factor: false });
    expect(await service.database.knex('two_factor_recovery_codes')).to.deep.equal([]);
  });

  it('keeps its secrets sealed, each for its user, under keys that can be changed', async () => {
    const { secret, codes } = await turnOn(ada);
    const { knex } = service.database;
    const stored = JSON.stringify([await knex('users'), await knex('two_factor_recovery_codes')]);
    for (const plain of [secret, ...codes]) expect(stored).not.to.include(plain);

    const { two_factor_secret, two_factor_confirmed_at } = await knex('users')
      .where({ id: people.ada })
      .first();
    await knex('users').where({ id: people.max }).update({ two_factor_secret, two_factor_confirmed_at });
    const max = service.client();
    await max.login('max@demo.test');
    expect((await challenge(max, { code: codeOf(secret) })).status, 'moved to another row').to.equal(422);

    const env = {
      APP_KEY: Buffer.alloc(32, 9).toString('base64'),
      APP_PREVIOUS_KEYS: Buffer.alloc(32, 7).toString('base64'),
    };
    const rotated = await startSignIn({ database: service.database, env });
    for (const body of [{ code: codeOf(secret) }, { recovery_code: codes[0] }]) {
      const client = rotated.client();
      await client.login(email);
      expect((await challenge(client, body)).status).to.equal(204);
    }
    await rotated.stop();
  });
});
