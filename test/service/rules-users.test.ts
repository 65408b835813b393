/** The rules of users, one row each; what may be granted to them is in rules-grants. */
import { expect } from 'chai';
import { newUser } from './access-world.ts';
import { describeRules, type Json, type Rule, rule, sites, type World } from './rules-world.ts';

const { headquarters, north, south } = sites;

/** A new user, made at the headquarters unless somebody else does it. */
const user = (world: World, more: Json = {}, who: 'administrator' | 'manager' = 'administrator') =>
  world.make('users', newUser(world.name(), more), who);

/** A user of both plants, without roles. */
const inBothPlants = (world: World) =>
  user(world, {
    memberships: [
      { site_id: north, role_ids: [] },
      { site_id: south, role_ids: [] },
    ],
  });

const membershipsOf = async ({ service }: World, user_id: number): Promise<number[]> =>
  service.database.knex('memberships').where({ user_id }).orderBy('site_id').pluck('site_id');

const rules: readonly Rule[] = [
  rule({
    rule: 'a user made at the headquarters belongs nowhere yet',
    by: 'administrator',
    send: () => ['POST', '/users', newUser('Ada of the rules')],
    status: 201,
    data: () => ({
      username: 'ada-of-the-rules',
      email: 'ada-of-the-rules@new.test',
      full_name: 'New Ada of the rules',
      name: 'New Ada of the rules',
      locale: 'en',
      office_phone: null,
      cell_phone: null,
      memberships: [],
      current_site_id: null,
      current_site: null,
      two_factor_enabled: false,
      last_login_at: null,
    }),
    lacks: ['password', 'hash', 'two_factor_confirmed_at', 'correct horse'],
  }),
  rule({
    rule: 'a user made elsewhere belongs to that site, with no role',
    send: (_, world) => ['POST', '/users', newUser(world.name())],
    status: 201,
    data: () => ({
      memberships: [
        {
          site_id: north,
          site: { id: north, name: 'Plant North', is_headquarters: false },
          role_ids: [],
          roles: [],
        },
      ],
      current_site_id: north,
      current_site: { id: north, name: 'Plant North' },
    }),
  }),
  rule({
    rule: 'memberships are answered with their sites and roles, by name',
    by: 'administrator',
    send: (_, world) => [
      'POST',
      '/users',
      newUser(world.name(), {
        memberships: [
          { site_id: south, role_ids: [4] },
          { site_id: north, role_ids: [3, 2] },
        ],
      }),
    ],
    status: 201,
    data: () => ({
      memberships: [
        {
          site_id: north,
          site: { id: north, name: 'Plant North', is_headquarters: false },
          role_ids: [2, 3],
          roles: [
            { id: 2, name: 'manager' },
            { id: 3, name: 'technician' },
          ],
        },
        {
          site_id: south,
          site: { id: south, name: 'Plant South', is_headquarters: false },
          role_ids: [4],
          roles: [{ id: 4, name: 'viewer' }],
        },
      ],
      current_site_id: north,
    }),
  }),
  rule({
    rule: 'a user needs username, e-mail, names and password',
    send: () => ['POST', '/users', {}],
    status: 422,
    errors: ['username', 'email', 'first_name', 'last_name', 'password'],
  }),
  ...[
    { username: 'u'.repeat(101) },
    { email: 'nobody' },
    { first_name: ' ' },
    { password: 'seven77' },
    { password: 'x'.repeat(73) },
    // 37 letters of two bytes each.
    { password: 'é'.repeat(37) },
    { password: 'password123' },
    { password: null },
    { locale: 'de' },
    { full_name: 'New Name' },
    { name: 'New Name' },
    { current_site_id: north },
    { current_site: null },
    { two_factor_enabled: false },
    { last_login_at: null },
    { password_hash: '$2b$10$' },
    { memberships: {} },
    { site_id: north },
  ].map((wrong) =>
    rule({
      rule: `a user cannot have ${JSON.stringify(wrong).slice(0, 40)}`,
      send: (_, world) => ['POST', '/users', newUser(world.name(), wrong)],
      status: 422,
      errors: Object.keys(wrong),
    }),
  ),
  ...(
    [
      ['username', (name: string) => name],
      ['email', (name: string) => name.toUpperCase()],
    ] as const
  ).map(([field, spell]) =>
    rule({
      rule: `no two users have the same ${field}, wherever they are`,
      given: async (world) => {
        const body = newUser(world.name());
        await world.make('users', body, 'administrator');
        return { taken: body[field], name: world.name() };
      },
      send: ({ taken, name }) => ['POST', '/users', newUser(name, { [field]: spell(taken) })],
      status: 422,
      errors: [field],
      contains: ['has already been taken'],
    }),
  ),
  rule({
    rule: 'one’s own password is changed where the present one is asked for',
    given: (world) => world.user('manager@demo.test'),
    send: (id) => ['PATCH', `/users/${id}`, { password: 'correct horse' }],
    status: 422,
    errors: ['password'],
    contains: ['PUT /user/password'],
  }),
  rule({
    rule: 'a new name makes a new full name',
    by: 'administrator',
    given: (world) => user(world, { first_name: 'Ann', last_name: 'Bo' }),
    send: (id) => ['PATCH', `/users/${id}`, { last_name: 'Cy' }],
    status: 200,
    data: () => ({ first_name: 'Ann', full_name: 'Ann Cy', name: 'Ann Cy' }),
  }),
  ...(
    [
      ['a site that is not there', [{ site_id: 999, role_ids: [] }], 'memberships.0.site_id'],
      ['a role that is not there', [{ site_id: north, role_ids: [4, 999] }], 'memberships.0.role_ids'],
      [
        'a site twice',
        [
          { site_id: north, role_ids: [] },
          { site_id: north, role_ids: [4] },
        ],
        'memberships.1.site_id',
      ],
      ['no roles at all', [{ site_id: north }], 'memberships.0.role_ids'],
      ['no site', [{ role_ids: [] }], 'memberships.0.site_id'],
      ['a role twice', [{ site_id: north, role_ids: [4, 4] }], 'memberships.0.role_ids'],
      ['more than ids', [{ site_id: north, role_ids: [], site: null }], 'memberships.0.site'],
      ['a text for an id', [{ site_id: '2', role_ids: [] }], 'memberships.0.site_id'],
    ] as const
  ).map(([what, memberships, field]) =>
    rule({
      rule: `memberships cannot name ${what}`,
      by: 'administrator',
      send: (_, world) => ['POST', '/users', newUser(world.name(), { memberships })],
      status: 422,
      errors: [field],
    }),
  ),
  rule({
    rule: 'elsewhere than at the headquarters memberships name the current site alone',
    send: (_, world) => [
      'POST',
      '/users',
      newUser(world.name(), {
        memberships: [
          { site_id: north, role_ids: [] },
          { site_id: south, role_ids: [] },
        ],
      }),
    ],
    status: 422,
    errors: ['memberships.1.site_id'],
    contains: ['does not exist or is not available here'],
    lacks: ['South'],
  }),
  rule({
    rule: 'elsewhere only the membership of the site is shown, and not where else somebody works',
    given: async (world) => {
      const id = await inBothPlants(world);
      await world.service.database.knex('users').where({ id }).update({ current_site_id: south });
      return id;
    },
    send: (id) => ['GET', `/users/${id}`],
    status: 200,
    data: () => ({ current_site_id: null, current_site: null }),
    contains: ['Plant North'],
    lacks: ['South'],
  }),
  rule({
    rule: 'at the headquarters all of them are',
    by: 'administrator',
    given: inBothPlants,
    send: (id) => ['GET', `/users/${id}?fields=memberships`],
    status: 200,
    contains: ['Plant North', 'Plant South'],
  }),
  rule({
    rule: 'somebody of another site is not there',
    given: (world) => world.user('viewer@demo.test'),
    send: (id) => ['PATCH', `/users/${id}`, { cell_phone: '1' }],
    status: 404,
  }),
  rule({
    rule: 'a technician manages nobody',
    given: (world) => world.user('viewer@demo.test'),
    by: 'technician',
    send: () => ['GET', '/users'],
    status: 403,
    contains: ['user.viewAny'],
  }),
];

describeRules('rules of users', rules, (world) => {
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

  it('lets a manager take somebody out of the site, who then is not there', async () => {
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
    const id = await user(world(), { memberships: [{ site_id: north, role_ids: [3, 4] }] });
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

  it('raises the version with the memberships, for they are part of what a form edits', async () => {
    const id = await user(world());
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
    const id = await user(world(), {
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

  it('signs in with a password that somebody set, whose sessions end with it', async () => {
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
    const id = await user(world());
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
    const id = await user(world(), { locale: 'fr' });
    expect((await world().administrator.get(`/users/${id}`)).body.data.locale).to.equal('fr');
  });
});
