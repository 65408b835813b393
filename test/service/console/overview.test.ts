/** `GET /overview`: every part equals the answer of its own address, and has nothing that the user may not list. */
import { expect } from 'chai';
import { serveDemo } from '../../harness/service.ts';

describe('the overview', () => {
  const { service } = serveDemo([]);

  const partsFor = async (email: string) => {
    const client = await service.signedIn(email);
    const { status, body } = await client.get('/overview');
    expect(status).to.equal(200);
    return { client, parts: body.data };
  };

  for (const email of ['admin@demo.test', 'technician@demo.test', 'viewer@demo.test']) {
    it(`answers ${email} each part as its own address does`, async () => {
      const { client, parts } = await partsFor(email);
      expect(parts).to.have.length.above(5);
      for (const { path, answer } of parts) {
        expect(answer, path).to.deep.equal((await client.get(path)).body);
      }
    });
  }

  it('has the parts of all views, in the order of the navigation, by the titles of the person’s language', async () => {
    const { client, parts } = await partsFor('viewer@demo.test');
    const { body } = await client.get('/resources');
    const views = body.data
      .filter(({ operations }: { operations: string[] }) => operations.includes('list'))
      .flatMap(({ path, view }: Described) => view.overview.map(({ title }) => [path, title]));
    expect(
      parts.map(({ resource, title }: { resource: string; title: string }) => [resource, title]),
    ).to.deep.equal(views);
    await client.send('PATCH', '/user/locale', { locale: 'fr' });
    const french = (await client.get('/overview')).body.data;
    expect(french.map(({ title }: { title: string }) => title)).to.include('Incidents ouverts');
  });

  it('finds the user’s own rows by their id, also if there are none', async () => {
    const { client, parts } = await partsFor('technician@demo.test');
    const { id } = (await client.get('/user')).body.data;
    const own = parts.filter(({ mine }: { mine?: string }) => mine !== undefined);
    expect(own.map(({ resource, mine }: Record<string, unknown>) => [resource, mine])).to.deep.equal([
      ['comments', 'mention_id'],
    ]);
    const [{ query, answer }] = own;
    expect(query).to.deep.equal({ mention_id: String(id), sort: '-created_at' });
    expect(answer.data).not.to.have.lengthOf(0);
    for (const row of answer.data) expect(row.mention_ids).to.include(id);
    const { parts: others } = await partsFor('viewer@demo.test');
    const [{ answer: none }] = others.filter(({ mine }: { mine?: string }) => mine !== undefined);
    expect(none.data).to.deep.equal([]);
  });

  it('counts the last twelve months, weeks and days by the clock of the site', async () => {
    const { client, parts } = await partsFor('manager@demo.test');
    const { timezone: timeZone } = (await client.get('/resources')).body.meta;
    const months = parts.find(({ by }: { by?: string }) => by === 'started_at.month');
    const since = new Date(months.query['started_at[gte]']);
    expect(Date.now() - since.getTime()).to.be.within(330 * 86_400_000, 366 * 86_400_000);
    const clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: 'numeric',
      hour: 'numeric',
    });
    expect(clock.format(since)).to.equal('1, 00');
    expect(months.answer.data).to.have.length.within(1, 12);
  });

  it('leaves out what one may not list', async () => {
    const roles = service.database.knex('roles');
    const { id } = await roles.clone().where({ name: 'viewer' }).first();
    const permissions = service.database
      .knex('role_permissions')
      .where({ role_id: id, permission: 'incident.viewAny' });
    expect(await permissions.delete()).to.equal(1);
    const { parts } = await partsFor('viewer@demo.test');
    const resources = parts.map(({ resource }: { resource: string }) => resource);
    expect(resources).to.include('materials').and.not.include('incidents');
  });

  it('takes no parameters, and is for signed-in users', async () => {
    const { client } = await partsFor('admin@demo.test');
    expect(await client.get('/overview?page=2')).to.include({ status: 422 });
    expect(await service.client().get('/overview')).to.include({ status: 401 });
  });
});

interface Described {
  readonly path: string;
  readonly view: { readonly overview: readonly { readonly title: string }[] };
}
