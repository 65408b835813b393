/** The rules of companies, one row each. */
import { expect } from 'chai';
import { describeRules, type Json, type Rule, rule, type World } from './world.ts';

const company = (world: World, body: Json = {}) =>
  world.make('companies', { name: world.name(), types: ['item_provider'], ...body }, 'administrator');

const rules: readonly Rule[] = [
  rule({
    rule: 'a company has a name and at least one type',
    by: 'administrator',
    send: (_, world) => [
      'POST',
      '/companies',
      { name: world.name(), types: ['maintenance_provider', 'item_provider'], email: 'a@b.example' },
    ],
    status: 201,
    data: () => ({
      types: ['item_provider', 'maintenance_provider'],
      email: 'a@b.example',
      phone: null,
      address: null,
      description: null,
      item_count: 0,
      maintenance_count: 0,
    }),
  }),
  ...[
    { types: [] },
    { types: ['caterer'] },
    { types: ['item_provider', 'item_provider'] },
    { types: 'item_provider' },
    { types: null },
    { types: undefined },
    { name: '' },
    { email: 'nobody' },
    { address: 'x'.repeat(501) },
    { description: 'x'.repeat(1001) },
    { item_count: 1 },
    { site_id: 2 },
  ].map((wrong) =>
    rule({
      rule: `a company cannot have ${JSON.stringify(wrong).slice(0, 40)}`,
      by: 'administrator',
      send: (_, world) => ['POST', '/companies', { name: world.name(), types: ['item_provider'], ...wrong }],
      status: 422,
      errors: wrong.types?.includes('caterer') ? ['types.0'] : Object.keys(wrong),
    }),
  ),
  rule({
    rule: 'names of companies are unique',
    by: 'administrator',
    given: async (world) => {
      const name = world.name();
      await company(world, { name });
      return name;
    },
    send: (name) => ['POST', '/companies', { name, types: ['item_provider'] }],
    status: 422,
    errors: ['name'],
    contains: ['has already been taken'],
  }),
  rule({
    rule: 'a company changes what it provides',
    by: 'administrator',
    given: company,
    send: (id) => ['PATCH', `/companies/${id}`, { types: ['maintenance_provider'] }],
    status: 200,
    data: () => ({ types: ['maintenance_provider'] }),
  }),
  rule({
    rule: 'a company provides something, later too',
    by: 'administrator',
    given: company,
    send: (id) => ['PATCH', `/companies/${id}`, { types: [] }],
    status: 422,
    errors: ['types'],
  }),
  ...(
    [
      ['GET', '/companies'],
      ['GET', '/companies/1'],
      ['POST', '/companies', { name: 'A', types: ['item_provider'] }],
      ['PATCH', '/companies/1', { name: 'A' }],
      ['DELETE', '/companies/1'],
      ['GET', '/companies/counts?by=created_at.year'],
    ] as const
  ).map((sent) =>
    rule({
      rule: `elsewhere than at the headquarters there is no ${sent[0]} ${sent[1]}`,
      send: () => sent,
      status: 403,
      contains: ['reserved to the headquarters'],
    }),
  ),
  rule({
    rule: 'a company is not deleted while items, maintenances and movements refer to it',
    by: 'administrator',
    given: async (world) => {
      const id = await company(world, { types: ['item_provider', 'maintenance_provider'] });
      const item_id = await world.make('items', { name: world.name(), company_id: id });
      await world.make('items', { name: world.name(), company_id: id });
      await world.maintenance({ company_ids: [id] });
      await world.make('item-movements', { item_id, type: 'entry', quantity: 1, company_id: id });
      return id;
    },
    send: (id) => ['DELETE', `/companies/${id}`],
    status: 409,
    contains: ['depend on it: 1 item movement, 2 items, 1 maintenance.'],
  }),
  rule({
    rule: 'a company that nothing refers to is deleted',
    by: 'administrator',
    given: company,
    send: (id) => ['DELETE', `/companies/${id}`],
    status: 204,
  }),
];

describeRules('rules of companies', rules, (world) => {
  it('counts what refers to it, at every site', async () => {
    const id = await company(world(), { types: ['item_provider', 'maintenance_provider'] });
    await world().make('items', { name: world().name(), company_id: id });
    await world().make('items', { name: world().name(), company_id: id }, 'administrator');
    await world().maintenance({ company_ids: [id] });
    const { data } = (await world().administrator.get(`/companies/${id}`)).body;
    expect(data).to.include({ item_count: 2, maintenance_count: 1 });
  });

  it('is found by type and text', async () => {
    const { administrator } = world();
    const both = await company(world(), {
      name: 'Quetzal both',
      types: ['item_provider', 'maintenance_provider'],
    });
    const one = await company(world(), { name: 'Quetzal items', email: 'Parts@quetzal.example' });
    const expected: readonly (readonly [query: string, ids: readonly number[]])[] = [
      ['types=item_provider', [both, one]],
      ['types=maintenance_provider', [both]],
      ['types=item_provider,maintenance_provider&sort=-name', [one, both]],
      ['types=item_provider&id=1', []],
    ];
    for (const [query, ids] of expected) {
      const { data } = (await administrator.get(`/companies?search=QUETZAL&${query}&fields=id`)).body;
      expect(data, query).to.deep.equal(ids.map((id) => ({ id })));
    }
    const found = await administrator.get('/companies?search=parts%40quetzal&fields=id');
    expect(found.body.data).to.deep.equal([{ id: one }]);
  });

  it('is embedded where a plant refers to it, and nothing more of it is', async () => {
    const id = await company(world(), { name: 'Embedded company', email: 'secret@embedded.example' });
    const item = await world().make('items', { name: world().name(), company_id: id });
    const reply = await world().manager.get(`/items/${item}`);
    expect(reply.body.data.company).to.deep.equal({ id, name: 'Embedded company' });
    expect(reply.text).not.to.include('secret@');
  });
});
