/** People who are invited, and people who change their address: by links that are sent to them. */
import { expect } from 'chai';
import type { Client, Reply } from '../../harness/client.ts';
import { tokenOf, waitingMails } from '../../harness/mails.ts';
import { type Service, startService } from '../../harness/service.ts';

const good = 'a walk by the mill';
const person = { username: 'ida', email: 'ida@works.test', first_name: 'Ida', last_name: 'Moor' };

describe('links that are sent to people', () => {
  let service: Service;
  let admin: Client;
  let visitor: Client;

  beforeEach(async () => {
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mill@plant.example' };
    service = await startService({ seed: 'demo', env });
    admin = await service.signedIn('admin@demo.test');
    visitor = service.client();
    await visitor.get('/spa/csrf-cookie');
  });
  afterEach(() => service.stop());

  const db = () => service.database.knex;
  const choose = (token: string): Promise<Reply> =>
    visitor.post('/auth/reset-password', { token, password: good, password_confirmation: good });
  const confirm = (token: string): Promise<Reply> => visitor.post('/auth/confirm-email', { token });

  it('let a user choose their first password, for seven days and by the newest only', async () => {
    const { status, body, text } = await admin.post('/users', { ...person, invite: true });
    expect(status, text).to.equal(201);
    expect(body.data).not.to.include.keys('invite', 'password');
    const first = await tokenOf(db(), 'invite');
    expect((await visitor.login(person.email, 'password')).status).to.equal(422);
    const again = await admin.post(`/users/${body.data.id}/invite`);
    expect([again.status, again.body.data.username]).to.deep.equal([200, 'ida']);
    const second = await tokenOf(db(), 'invite', 2);
    expect((await choose(first)).status).to.equal(422);
    expect((await choose(second)).status).to.equal(204);
    expect((await visitor.login(person.email, good)).status).to.equal(200);
    const [link] = (await waitingMails(db())).filter(({ kind }) => kind === 'invite');
    expect(link?.to).to.equal(person.email);
  });

  it('take the place of a password: one of both is sent', async () => {
    for (const sent of [{}, { invite: false }, { invite: true, password: good }]) {
      const { status, body } = await admin.post('/users', { ...person, ...sent });
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['password']]);
    }
    expect(
      (await admin.post('/users', { ...person, password: good }, { Prefer: 'dry-run' })).status,
    ).to.equal(201);
    expect((await admin.post('/users', { ...person, invite: true }, { Prefer: 'dry-run' })).status).to.equal(
      201,
    );
    expect(await waitingMails(db())).to.deep.equal([]);
  });

  it('can only be sent by users who may change the person', async () => {
    const viewer = await service.signedIn('viewer@demo.test');
    const own = (await viewer.get('/user')).body.data.id;
    expect((await viewer.post(`/users/${own}/invite`)).status).to.equal(403);
    const manager = await service.signedIn('manager@demo.test');
    const above = (await admin.get('/user')).body.data.id;
    expect((await manager.post(`/users/${above}/invite`)).status).to.be.oneOf([403, 404]);
    expect(await waitingMails(db())).to.deep.equal([]);
  });

  it('make a new address a user’s own after they confirm it, and tell the old one', async () => {
    const { id } = (await admin.get('/user')).body.data;
    const asked = await admin.patch(`/users/${id}`, {
      email: 'boss@works.test',
      current_password: 'password',
    });
    expect(asked.status, asked.text).to.equal(200);
    expect(asked.body.data).to.include({ email: 'admin@demo.test', pending_email: 'boss@works.test' });
    expect((await admin.get('/user/email')).body.data).to.deep.equal({
      ...{ email: 'admin@demo.test', pending: 'boss@works.test' },
    });
    const manager = await service.signedIn('manager@demo.test');
    const listed = (await admin.get('/users?per_page=100')).body.data;
    expect(listed.filter((one: { pending_email: unknown }) => one.pending_email !== null)).to.have.lengthOf(
      1,
    );
    const { id: other } = (await manager.get('/user')).body.data;
    expect((await admin.get(`/users/${other}`)).body.data.pending_email).to.equal(null);
    const token = await tokenOf(db(), 'confirm-email');
    expect((await confirm(token)).status).to.equal(204);
    const after = (await admin.get(`/users/${id}`)).body.data;
    expect(after).to.include({ email: 'boss@works.test', pending_email: null });
    expect((await admin.get('/users?search=boss@works')).body.meta.total).to.equal(1);
    expect((await confirm(token)).body.errors).to.have.all.keys('token');
    expect((await waitingMails(db())).map(({ kind, to }) => [kind, to])).to.deep.equal([
      ['confirm-email', 'boss@works.test'],
      ['email-changed', 'admin@demo.test'],
    ]);
  });

  it('make it their own without any permission, with their password and five links an hour', async () => {
    const viewer = await service.signedIn('viewer@demo.test');
    const ask = (email: string, current_password = 'password') =>
      viewer.put('/user/email', { email, current_password });
    const refused: [Reply, string][] = [
      [await ask('eyes@works.test', 'wrong'), 'current_password'],
      [await ask('nobody'), 'email'],
      [await ask('Boss\r\nBcc: x@works.test'), 'email'],
      [await ask(`${'e'.repeat(250)}@works.test`), 'email'],
      [await ask('ADMIN@demo.test'), 'email'],
      [await viewer.put('/user/email', { email: 'eyes@works.test' }), 'current_password'],
    ];
    for (const [{ status, body }, field] of refused)
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, [field]]);
    expect(await waitingMails(db())).to.deep.equal([]);
    const asked = await ask('eyes@works.test');
    const pending = { email: 'viewer@demo.test', pending: 'eyes@works.test' };
    expect([asked.status, asked.body.data]).to.deep.equal([200, pending]);
    expect((await confirm(await tokenOf(db(), 'confirm-email'))).status).to.equal(204);
    expect((await viewer.get('/user')).body.data.email).to.equal('eyes@works.test');
    // One was for an address that is taken.
    for (let link = 3; link <= 5; link += 1)
      expect((await ask(`eyes${link}@works.test`)).status).to.equal(200);
    expect((await ask('eyes6@works.test')).status).to.equal(429);
  });

  it('refuse an address that is taken, when it is asked for and when it is confirmed', async () => {
    const { id } = (await admin.get('/user')).body.data;
    const ask = (email: string) => admin.patch(`/users/${id}`, { email, current_password: 'password' });
    expect((await ask('Viewer@demo.test')).body.errors).to.have.all.keys('email');
    expect((await ask('boss@works.test')).status).to.equal(200);
    const taken = await admin.post('/users', { ...person, email: 'BOSS@works.test', password: good });
    expect(taken.status, taken.text).to.equal(201);
    const reply = await confirm(await tokenOf(db(), 'confirm-email'));
    expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['token']]);
    expect((await admin.get(`/users/${id}`)).body.data.email).to.equal('admin@demo.test');
  });

  it('change the address of others at once, which ends what was sent to the old one', async () => {
    const made = await admin.post('/users', { ...person, invite: true });
    const token = await tokenOf(db(), 'invite');
    const path = `/users/${made.body.data.id}`;
    const changed = await admin.patch(path, { email: 'ida@mill.test', password: `${good}.` });
    expect(changed.body.data).to.include({ email: 'ida@mill.test', pending_email: null });
    expect((await choose(token)).status).to.equal(422);
    expect((await waitingMails(db())).slice(1).map(({ kind, to }) => [kind, to])).to.deep.equal([
      ['password-changed', person.email],
      ['email-changed', person.email],
    ]);
  });
});
