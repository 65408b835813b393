/** Texts that look alike: what is the same to one database is the same to the other, and to the limits of sign-in. */
import { expect } from 'chai';
import type { Reply } from '../../../harness/client.ts';
import { newUser } from '../../../service/auth/rights/access-world.ts';
import { describeRules } from '../../../service/resources/world.ts';

/** Characters that cannot be seen, some of which collations of MariaDB and MySQL pass over. */
const unseen = ['\u0001', '\u007F', '\u009F', '\u00AD', '\u200B', '\u200D', '\u2060', '\u202E'];

describeRules('look-alikes', [], (world) => {
  const statusesOf = async (replies: readonly Promise<Reply>[]) =>
    (await Promise.all(replies)).map(({ status }) => status);

  it('are other names, for zones and for people', async () => {
    const { manager, administrator } = world();
    const name = world().name();
    const named = [name, ...unseen.map((one) => `${name}${one}`)];
    for (const one of named) {
      const reply = await manager.post('/zones', { name: one });
      expect([reply.status, reply.body.data?.name], JSON.stringify(one)).to.deep.equal([201, one]);
      const username = `u${one}`;
      const user = { ...newUser(world().name()), username };
      expect((await administrator.post('/users', user)).status, JSON.stringify(username)).to.equal(201);
      expect((await manager.post('/zones', { name: one })).status, 'twice').to.equal(422);
    }
  });

  it('are no e-mail addresses', async () => {
    const { administrator } = world();
    const body = newUser(world().name());
    const refused = unseen.flatMap((one) => [
      `${body.email}${one}`,
      `${one}${body.email}`,
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
