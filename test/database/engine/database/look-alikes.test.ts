/** Texts that look alike: what is the same to one database is the same to the other, and to the limits of sign-in. */
import { expect } from 'chai';
import type { Reply } from '../../../harness/client.ts';
import { newUser } from '../../../service/auth/rights/access-world.ts';
import { describeRules } from '../../../service/resources/world.ts';

/** Characters that cannot be seen, some of which collations of MariaDB and MySQL pass over. */
const control = ['\u0001', '\t', '\n', '\u007F', '\u009F', '\u2028'];
const formatting = ['\u00AD', '\u200B', '\u200D', '\u2060', '\u202E'];
const unseen = [...control, ...formatting];

/** The same text to a reader. */
const formsOf = (text: string) => [
  text.normalize('NFD'),
  text.replace(' ', '\u00a0'),
  text.replace(' ', ' \u202f '),
  `\u3000${text}\ufeff`,
];

describeRules('look-alikes', [], (world) => {
  const statusesOf = async (replies: readonly Promise<Reply>[]) =>
    (await Promise.all(replies)).map(({ status }) => status);

  it('are the same names, for zones and for people', async () => {
    const { manager, administrator } = world();
    const name = `Étage ${world().name()}`;
    for (const [at, one] of formsOf(name).entries()) {
      const reply = await manager.post('/zones', { name: one });
      const user = await administrator.post('/users', { ...newUser(world().name()), username: one });
      if (at === 0) {
        expect([reply.body.data?.name, user.body.data?.username]).to.deep.equal([name, name]);
        continue;
      }
      expect([reply.status, reply.body.errors?.name], JSON.stringify(one)).to.deep.equal([
        422,
        ['The name has already been taken.'],
      ]);
      expect([user.status, Object.keys(user.body.errors)]).to.deep.equal([422, ['username']]);
    }
  });

  it('are other names with characters that cannot be seen, of which control characters are refused', async () => {
    const { manager, administrator } = world();
    const name = world().name();
    for (const one of [name, ...formatting.map((sign) => `${name}${sign}x`)]) {
      const reply = await manager.post('/zones', { name: one });
      expect([reply.status, reply.body.data?.name], JSON.stringify(one)).to.deep.equal([201, one]);
      const user = { ...newUser(world().name()), username: `u${one}` };
      expect((await administrator.post('/users', user)).status, JSON.stringify(one)).to.equal(201);
      expect((await manager.post('/zones', { name: one })).status, 'twice').to.equal(422);
    }
    for (const sign of control) {
      const reply = await manager.post('/zones', { name: `${name}${sign}x` });
      expect(reply.body.errors, JSON.stringify(sign)).to.deep.equal({
        name: ['The name must be one line, without tabs or other control characters.'],
      });
      const user = { ...newUser(world().name()), username: `u${sign}x` };
      expect(Object.keys((await administrator.post('/users', user)).body.errors)).to.deep.equal(['username']);
    }
    const several = { name: `${name} y`, description: 'a\t1\r\n\r\nbe\u0301  \u00072\n' };
    const kept = await manager.post('/zones', several);
    expect(kept.body.data?.description).to.equal('a\t1\r\n\r\nbé  \u00072');
  });

  it('stay as an earlier version has stored them, until somebody changes them', async () => {
    const { manager, service } = world();
    const name = `Réserve ${world().name()}`;
    await world().zone({ name });
    const id = await world().zone();
    const old = `${name.normalize('NFD')}\u0001`;
    await service.database.knex('zones').where({ id }).update({ name: old });
    const read = async () => (await manager.get(`/zones/${id}`)).body.data;
    for (const whole of [false, true]) {
      const body = { ...(whole && (await read())), description: String(whole) };
      const reply = await manager.patch(`/zones/${id}`, body);
      expect([reply.status, reply.body.data?.name], reply.text).to.deep.equal([200, old]);
    }
    const taken = await manager.patch(`/zones/${id}`, { name: name.normalize('NFD') });
    expect(taken.body.errors).to.deep.equal({ name: ['The name has already been taken.'] });
    const mended = await manager.patch(`/zones/${id}`, { name: `${name}\u00a02` });
    expect(mended.body.data?.name).to.equal(`${name} 2`);
  });

  it('are no e-mail addresses', async () => {
    const { administrator } = world();
    const body = newUser(world().name());
    const refused = unseen.flatMap((one) => [
      // White space around it is none of it.
      ...(one.trim() === '' ? [] : [`${body.email}${one}`, `${one}${body.email}`]),
      `a${one}@new.test`,
    ]);
    for (const email of refused) {
      const reply = await administrator.post('/users', { ...body, email });
      expect([reply.status, Object.keys(reply.body.errors)], JSON.stringify(email)).to.deep.equal([
        422,
        ['email'],
      ]);
    }
    expect((await administrator.post('/users', body)).status).to.equal(201);
    const taken = ['', ' '].map((around) => ({
      ...newUser(world().name()),
      email: `${around}${body.email.toUpperCase()}`,
    }));
    expect(await statusesOf(taken.map((one) => administrator.post('/users', one)))).to.deep.equal([422, 422]);
  });
});
