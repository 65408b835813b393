/** Users from the first day to the last: where they belong, how they are found, how they sign in and leave. */
import { expect } from 'chai';
import { describeRules, type Json, sites, type World } from '../resources/world.ts';
import { inBothPlants, makeUser, newUser } from './rights/access-world.ts';

const { headquarters, north, south } = sites;

const membershipsOf = async ({ service }: World, user_id: number): Promise<number[]> =>
  service.database.knex('memberships').where({ user_id }).orderBy('site_id').pluck('site_id');

describeRules('users', [], (world) => {
  it('changes the membership of the current site and leaves the others', async () => {
    const id = await inBothPlants(world());
    const path = `/users/${id}`;
    const given = await world().manager.patch(path, { memberships: [{ site_id: north, role_ids: [3] }] });
    expect(given.status, given.text).to.equal(200);
    expect(given.body.data.memberships).to.have.length(1);
    expect(given.text).not.to.include('South');
    const whole = await world().administrator.get(path);
    expect(
      whole.body.data.memberships.map(({ site_id, role_ids }: Json) => [site_id, role_ids]),
    ).to.deep.equal([
      [north, [3]],
      [south, []],
    ]);
  });

  it('lets a manager remove a user from the site, who then is a 404 there', async () => {
    const id = await inBothPlants(world());
    const path = `/users/${id}`;
    const left = await world().manager.patch(path, { memberships: [] });
    expect(left.status, left.text).to.equal(200);
    expect(left.body.data).to.deep.include({ memberships: [], current_site_id: null });
    expect(await membershipsOf(world(), id)).to.deep.equal([south]);
    expect((await world().manager.get(path)).status).to.equal(404);
    const row = await world().service.database.knex('users').where({ id }).first('current_site_id');
    expect(row?.current_site_id).to.equal(south);
  });

  it('changes nothing, not even the tag, when a form sends back what it read', async () => {
    const id = await makeUser(world(), { memberships: [{ site_id: north, role_ids: [3, 4] }] });
    const { body, headers } = await world().administrator.get(`/users/${id}`);
    const { username, email, first_name, last_name, locale, memberships } = body.data;
    const sent = memberships.map(({ site_id, role_ids }: Json) => ({
      site_id,
      role_ids: (role_ids as number[]).toReversed(),
    }));
    const reply = await world().administrator.patch(`/users/${id}`, {
      username,
      email,
      first_name,
      last_name,
      locale,
      memberships: sent,
    });
    expect(reply.headers.etag).to.equal(headers.etag);
  });

  it('tells which value of which list is wrong, and what is allowed there', async () => {
    const id = await makeUser(world());
    const wrong = {
      locale: 'de',
      memberships: [{ site_id: north, roles: [] }, { site_id: '2', role_ids: [] }, 7],
    };
    const { body } = await world().administrator.patch(`/users/${id}`, wrong);
    expect(body.errors).to.deep.equal({
      locale: ['The language must be one of: en, fr.'],
      'memberships.0.role_ids': ['The “roles” of no. 1 of the memberships is required.'],
      'memberships.0.roles': ['The “roles” of no. 1 of the memberships cannot be set: the service keeps it.'],
      'memberships.1.site_id': ['The “site” of no. 2 of the memberships must be an integer.'],
      'memberships.2': ['The value no. 3 of the memberships must be an object.'],
    });
  });

  it('refuses what answers show beside the ids of a membership, as it does what they show beside a row', async () => {
    const memberships = [{ site_id: north, role_ids: [] }];
    const id = await makeUser(world(), { memberships });
    const { data: read } = (await world().administrator.get(`/users/${id}`)).body;
    const [own] = read.memberships;
    const whole = {
      memberships: [{ ...own, site: { ...own.site, name: 'Another' }, since: 1 }],
      two_factor_enabled: true,
    };
    const reply = await world().administrator.patch(`/users/${id}`, whole);
    expect(reply.body.errors).to.deep.equal({
      'memberships.0.site': ['The “site” of no. 1 of the memberships cannot be set: the service keeps it.'],
      'memberships.0.since': ['There is no field “memberships.0.since” here. Allowed: site_id, role_ids.'],
      two_factor_enabled: ['The two-factor sign-in cannot be set: the service keeps it.'],
    });
    const { site_id, role_ids } = read.memberships[0];
    const sent = await world().administrator.patch(`/users/${id}`, { memberships: [{ site_id, role_ids }] });
    expect([sent.status, sent.body.data?.updated_at]).to.deep.equal([200, read.updated_at]);
  });

  it('raises the version with the memberships, for they are part of what a form edits', async () => {
    const id = await makeUser(world());
    const { etag } = (await world().administrator.get(`/users/${id}`)).headers;
    const memberships = [{ site_id: headquarters, role_ids: [] }];
    await world().administrator.patch(`/users/${id}`, { memberships });
    const late = await world().administrator.patch(
      `/users/${id}`,
      { memberships: [] },
      { 'If-Match': String(etag) },
    );
    expect(late.status).to.equal(412);
    expect(await membershipsOf(world(), id)).to.deep.equal([headquarters]);
  });

  it('is found by site and role, elsewhere only as far as the site knows', async () => {
    const id = await makeUser(world(), {
      last_name: 'Quetzal',
      memberships: [
        { site_id: north, role_ids: [3] },
        { site_id: south, role_ids: [4] },
      ],
    });
    const expected: readonly (readonly [who: 'administrator' | 'manager', query: string, found: boolean])[] =
      [
        ['administrator', `site_id=${south}`, true],
        ['administrator', `site_id=${headquarters}`, false],
        ['administrator', 'role_id=4', true],
        ['administrator', 'role_id=2', false],
        ['administrator', `site_id=${headquarters},${north}&role_id=1,3`, true],
        ['manager', `site_id=${north}`, true],
        ['manager', `site_id=${south}`, false],
        ['manager', 'role_id=3', true],
        ['manager', 'role_id=4', false],
      ];
    for (const [who, query, found] of expected) {
      const { body } = await world()[who].get(`/users?search=quetzal&fields=id&${query}`);
      expect(body.data, `${who} ${query}`).to.deep.equal(found ? [{ id }] : []);
    }
  });

  it('tells whether the second factor is on', async () => {
    const secure = await world().read(`/users/${await world().user('secure@demo.test')}`);
    const technician = await world().read(`/users/${await world().user('technician@demo.test')}`);
    expect([secure.two_factor_enabled, technician.two_factor_enabled]).to.deep.equal([true, false]);
  });

  it('signs in with a password that another person set, whose sessions end with it', async () => {
    const body = newUser(world().name(), { memberships: [{ site_id: north, role_ids: [3] }] });
    const id = await world().make('users', body, 'administrator');
    const client = world().service.client();
    expect((await client.login(body.email, 'correct horse')).status).to.equal(200);
    expect((await client.get('/user')).status).to.equal(200);
    const patched = await world().manager.patch(`/users/${id}`, { password: 'another staple' });
    expect(patched.status, patched.text).to.equal(200);
    expect((await client.get('/user')).status).to.equal(401);
    expect((await client.login(body.email, 'correct horse')).status).to.equal(422);
    expect((await client.login(body.email, 'another staple')).status).to.equal(200);
  });

  it('keeps the row of a delete, ends its sessions, and frees its username, e-mail, sites and roles', async () => {
    const { administrator, service } = world();
    const body = newUser(world().name(), { memberships: [{ site_id: north, role_ids: [3] }] });
    const id = await world().make('users', body, 'administrator');
    const client = service.client();
    await client.login(body.email, 'correct horse');
    const zone = await service.database.knex('zones').where({ site_id: north }).first('id');
    await service.database.knex('zones').where({ id: zone?.id }).update({ created_by_id: id });
    const holders = async () => (await administrator.get('/roles/3')).body.data.user_count;
    const before = await holders();
    expect((await administrator.delete(`/users/${id}`)).status).to.equal(204);
    expect(await holders()).to.equal(before - 1);
    expect((await client.get('/user')).status).to.equal(401);
    expect((await client.login(body.email, 'correct horse')).status).to.equal(422);
    expect((await administrator.get(`/users/${id}`)).status).to.equal(404);
    expect((await administrator.get(`/users?search=${body.username}`)).body.meta.total).to.equal(0);
    expect(await membershipsOf(world(), id)).to.deep.equal([]);
    expect((await world().read(`/zones/${zone?.id}`)).created_by).to.deep.equal({
      id,
      full_name: `New ${body.last_name}`,
    });
    expect((await administrator.post('/users', body)).status).to.equal(201);
  });

  it('leaves no secret in the journal', async () => {
    const id = await makeUser(world());
    await world().administrator.patch(`/users/${id}`, { password: 'another staple', cell_phone: '5' });
    const entries = await world()
      .service.database.knex('activities')
      .where({ resource: 'user', record_id: id })
      .pluck('changes');
    expect(entries).to.have.length(2);
    expect(entries.join()).to.include('cell_phone').and.include('"password":["***","***"]');
    for (const secret of ['staple', 'horse', '$2b$', 'password_hash']) {
      expect(entries.join()).not.to.include(secret);
    }
  });

  it('takes the first of the languages where none is chosen', async () => {
    const id = await makeUser(world(), { locale: 'fr' });
    expect((await world().administrator.get(`/users/${id}`)).body.data.locale).to.equal('fr');
  });
});
