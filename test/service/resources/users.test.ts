import { inBothPlants, makeUser, newUser } from '../auth/rights/access-world.ts';
import { describeRules, type Rule, rule, sites } from './world.ts';

const { north, south } = sites;

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
    given: (world) => makeUser(world, { first_name: 'Ann', last_name: 'Bo' }),
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
];

describeRules('rules of users', rules);
