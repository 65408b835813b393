/** One's own e-mail and username, which only the password changes; and passwords that say nothing else than those. */
import { expect } from 'chai';
import { hashPassword } from '../../../../auth/index.ts';
import type { Client } from '../../../harness/client.ts';
import { during } from '../../../harness/meanwhile.ts';
import { describeRules, type Json } from '../../resources/world.ts';
import { makeUser, newUser, People } from './access-world.ts';

const password = 'password';
const errorsOf = ({ status, body }: { status: number; body: Json }): unknown => [
  status,
  Object.keys((body.errors as object) ?? {}),
];

describeRules('own credentials', [], (world) => {
  const somebody = () => new People(world().service).person({ headquarters: ['*'] });
  const rowOf = async (id: number) => world().service.database.knex('users').where({ id }).first();
  const entriesOf = (id: number) =>
    world()
      .service.database.knex('activities')
      .where({ resource: 'user', record_id: id, action: 'update' })
      .pluck('changes');

  for (const [field, value] of [
    ['email', 'first@made.test'],
    ['username', 'first'],
  ] as const) {
    it(`the ${field} changes with the current password, which is kept nowhere`, async () => {
      const { id, client } = await somebody();
      const patch = (more: Json) => client.patch(`/users/${id}`, { [field]: value, ...more });
      expect(errorsOf(await patch({}))).to.deep.equal([422, ['current_password']]);
      const wrong = await patch({ current_password: 'not the password' });
      expect(errorsOf(wrong)).to.deep.equal([422, ['current_password']]);
      expect((await rowOf(id))[field]).not.to.equal(value);
      const changed = await patch({ current_password: password });
      expect(changed.status, changed.text).to.equal(200);
      expect(changed.body.data)
        .to.include({ [field]: value })
        .and.not.have.any.keys('current_password');
      expect(changed.text).not.to.include('confirmed_hash');
      const [entry, ...more] = await entriesOf(id);
      expect(more).to.deep.equal([]);
      expect(Object.keys(JSON.parse(entry))).to.deep.equal([field]);
      expect((await client.get('/user')).status, 'the session goes on').to.equal(200);
    });
  }

  it('the e-mail changes without any permission, by an address of its own', async () => {
    const { id, client } = await new People(world().service).person({ headquarters: [] });
    const email = `own-${id}@made.test`;
    expect((await client.patch(`/users/${id}`, { email, current_password: password })).status).to.equal(403);
    const put = (more: Json) => client.put('/user/email', { email, current_password: password, ...more });
    expect(errorsOf(await put({ current_password: 'wrong' }))).to.deep.equal([422, ['current_password']]);
    const { email: taken } = await rowOf(1);
    expect(errorsOf(await put({ email: taken.toUpperCase() }))).to.deep.equal([422, ['email']]);
    const formerly = (await rowOf(id)).email;
    for (let time = 0; time < 2; time += 1) {
      const changed = await put({});
      expect([changed.status, changed.body.data]).to.deep.equal([200, { email, pending: null }]);
    }
    const entries = (await entriesOf(id)).map((changes: string) => JSON.parse(changes));
    expect(entries).to.deep.equal([{ email: [formerly, email] }]);
    expect((await client.get('/user')).body.data.email, 'the session goes on').to.equal(email);
    expect((await world().service.client().put('/user/email', {})).status).to.equal(401);
  });

  it('a form that sends back what it read needs none, and a right one beside it changes nothing', async () => {
    const { id, client } = await somebody();
    const { body, headers } = await client.get(`/users/${id}`);
    const { email, username, first_name } = body.data;
    for (const more of [{}, { current_password: password }]) {
      const reply = await client.patch(`/users/${id}`, { email, username, first_name, ...more });
      expect([reply.status, reply.headers.etag]).to.deep.equal([200, headers.etag]);
    }
    const wrong = await client.patch(`/users/${id}`, { first_name, current_password: 'not the password' });
    expect(errorsOf(wrong)).to.deep.equal([422, ['current_password']]);
    expect(await entriesOf(id)).to.deep.equal([]);
  });

  it('of other users change without it, and refuse one; so do those of a new user', async () => {
    const id = await makeUser(world());
    const { administrator } = world();
    const email = `other-${id}@made.test`;
    const beside = await administrator.patch(`/users/${id}`, { email, current_password: password });
    expect(errorsOf(beside)).to.deep.equal([422, ['current_password']]);
    expect((await administrator.patch(`/users/${id}`, { email })).status).to.equal(200);
    const body = newUser(world().name(), { current_password: password });
    const reply = await administrator.post('/users', body);
    expect(errorsOf(reply)).to.deep.equal([422, ['current_password']]);
    expect(reply.body.errors.current_password[0]).to.include('not to something new');
  });

  it('is told beside other mistakes only as far as it is known', async () => {
    const { id, client } = await somebody();
    const patch = (body: Json) => client.patch(`/users/${id}`, body);
    const missing = await patch({ username: 'second', locale: 'de' });
    expect(errorsOf(missing)).to.deep.equal([422, ['locale', 'current_password']]);
    const right = await patch({ username: 'second', locale: 'de', current_password: password });
    expect(errorsOf(right)).to.deep.equal([422, ['locale']]);
  });

  it('guesses at it are limited, in a batch too', async () => {
    const { id, client } = await somebody();
    const guess = (number: number) => ({
      method: 'PATCH',
      path: `/users/${id}`,
      body: { email: 'third@made.test', current_password: `guess no. ${number}` },
    });
    const batch = await client.post('/batch', { operations: [1, 2, 3].map(guess) });
    expect(batch.status).to.equal(422);
    for (const number of [4, 5]) {
      expect((await client.patch(guess(number).path, guess(number).body)).status).to.equal(422);
    }
    const body = { email: 'third@made.test', current_password: password };
    expect((await client.patch(`/users/${id}`, body)).status).to.equal(429);
  });

  it('one that is changed while it is compared is none any more', async () => {
    const { id, client } = await somebody();
    const { knex } = world().service.database;
    const [slow, password_hash] = await Promise.all([
      hashPassword(password, 11),
      hashPassword('another word'),
    ]);
    await knex('users').where({ id }).update({ password_hash: slow });
    const reply = await during(
      knex,
      () => client.patch(`/users/${id}`, { email: 'third@made.test', current_password: password }),
      () => knex('users').where({ id }).update({ password_hash }),
    );
    expect(errorsOf(reply)).to.deep.equal([422, ['current_password']]);
    expect((await rowOf(id)).email).not.to.equal('third@made.test');
  });

  it('a form learns of it, and a document of it', async () => {
    const { data } = (await world().administrator.get('/resources')).body;
    const { fields } = data.find(({ path }: Json) => path === 'users');
    const field = fields.find(({ name }: Json) => name === 'current_password');
    expect(field).to.include({ write_only: true, update_only: true }).and.not.have.property('required');
    expect(fields.map(({ name }: Json) => name)).not.to.include('confirmed_hash');
    const { schemas } = (await world().administrator.get('/openapi.json')).body.components;
    expect(schemas.UserUpdate.properties).to.have.any.keys('current_password');
    for (const name of ['UserCreate', 'User']) {
      expect(schemas[name].properties, name).not.to.have.any.keys('current_password', 'confirmed_hash');
    }
  });

  describe('a password that is the e-mail or the username', () => {
    const names = { username: 'walter the miller', email: 'walter@mill.test' };
    for (const wanted of ['Walter@Mill.TEST', 'WALTER the miller']) {
      it(`is refused: ${wanted}`, async () => {
        const expectRefused = async (
          send: (client: Client, id: number) => Promise<{ body: Json; status: number }>,
        ) => {
          const { id, client } = await somebody();
          await world().service.database.knex('users').where({ id }).update(names);
          expect(errorsOf(await send(client, id))).to.deep.equal([422, ['password']]);
          await world().service.database.knex('users').where({ id }).update({ live: null });
        };
        const { administrator } = world();
        await expectRefused((client) =>
          client.put('/user/password', {
            current_password: password,
            password: wanted,
            password_confirmation: wanted,
          }),
        );
        await expectRefused((_, id) => administrator.patch(`/users/${id}`, { password: wanted }));
        const body = { ...newUser(world().name()), ...names, password: wanted };
        expect(errorsOf(await administrator.post('/users', body))).to.deep.equal([422, ['password']]);
      });
    }
  });

  describe('what is wrong with a new user', () => {
    const memberships = [{ site_id: 999, role_ids: [] }];
    const all: [string, Json, string[]][] = [
      [
        'a short password and a site that is not there',
        { password: 'short', memberships },
        ['password', 'memberships.0.site_id'],
      ],
      [
        'a common password and a site that is not there',
        { password: 'password', memberships },
        ['memberships.0.site_id', 'password'],
      ],
      [
        'no first name, a common password and such a site',
        { first_name: '', password: 'password', memberships },
        ['first_name', 'memberships.0.site_id', 'password'],
      ],
      [
        'an unknown language and a common password',
        { locale: 'de', password: 'password' },
        ['locale', 'password'],
      ],
    ];
    for (const [title, more, fields] of all) {
      it(`is told at once: ${title}`, async () => {
        const reply = await world().administrator.post('/users', newUser(world().name(), more));
        expect(errorsOf(reply)).to.deep.equal([422, fields]);
      });
    }
  });
});
