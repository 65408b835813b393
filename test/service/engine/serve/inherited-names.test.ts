/** Names that every object has, chosen by an author and by clients: they mean what other names would. */

import { expect } from 'chai';
import { defineResource, Enum, Text } from '../../../../engine/index.ts';
import { checkDefinitions } from '../../../harness/check-definitions.ts';
import type { Client } from '../../../harness/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../harness/database.ts';
import { serveDefinitions } from '../../../harness/definitions-folder.ts';
import { Drafts } from '../../../harness/drafts.ts';
import type { Service } from '../../../harness/service.ts';

const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

const makers = defineResource({
  ...{ name: 'maker', path: 'makers', table: 'makers', scope: 'global' },
  operations: ['list', 'view', 'create', 'update', 'delete'],
  permissions: ['toString'],
  ...{ sort: ['name'], defaultSort: 'name', filters: ['status'] },
  fields: {
    name: Text(),
    status: Enum(['new', 'constructor'], { default: 'new', tones: { new: 'info', constructor: 'mute' } }),
  },
  states: { field: 'status', initial: ['new'], transitions: { new: ['constructor'], constructor: [] } },
  actions: {
    constructor: {
      ...{ on: 'row', permission: 'toString', summary: 'Makes it a constructor.' },
      run: ({ update }) => update({ status: 'constructor' }),
    },
  },
});

describe('names that every object has', () => {
  let drafts: Drafts;
  let database: TestDatabase;
  let served: { readonly service: Service; end(): Promise<void> };
  let admin: Client;
  before(async () => {
    drafts = await Drafts.begin();
    database = await createTestDatabase('demo');
    await (await drafts.run((await drafts.draft([makers]))?.source ?? ''))(database.knex);
    served = await serveDefinitions(database, [makers]);
    admin = await served.service.signedIn('admin@demo.test');
  });
  after(async () => {
    await served?.end();
    await drafts?.end();
    await database?.drop();
  });

  it('can be those of actions, permissions, states and values', async () => {
    const made = await admin.post('/makers', { name: 'Mill' });
    expect(made.status, made.text).to.equal(201);
    const address = `/makers/${made.body.data.id}`;
    const seen = await admin.get(`${address}?with=can`);
    expect(seen.body.data.can).to.deep.include({ actions: ['constructor'], transitions: ['constructor'] });
    expect((await admin.post('/makers', { name: 'Mill', status: 'constructor' })).status).to.equal(422);
    const acted = await admin.post(`${address}/constructor`);
    expect([acted.status, acted.body.data?.status], acted.text).to.deep.equal([200, 'constructor']);
    expect((await admin.get(`${address}?with=can`)).body.data.can.transitions).to.deep.equal([]);
    expect((await admin.patch(address, { status: 'new' })).status).to.equal(422);
    expect((await admin.get('/makers?status=constructor')).body.meta.total).to.equal(1);
    const { data } = (await admin.get('/resources')).body;
    const { fields, actions } = data.find(({ path }: { path: string }) => path === 'makers');
    expect(fields.find(({ name }: { name: string }) => name === 'status').values).to.deep.equal([
      { value: 'new', label: 'New', tone: 'info' },
      { value: 'constructor', label: 'Constructor', tone: 'mute' },
    ]);
    expect(actions.map(({ name }: { name: string }) => name)).to.deep.equal(['constructor']);
    const document = await admin.get('/openapi.json');
    expect(document.status).to.equal(200);
    expect(document.body.paths['/api/v1/makers/{id}/constructor']).to.have.property('post');
  });

  it('cannot be those of fields, inputs and filters, which are keys of rows and bodies', () => {
    const wrong = defineResource({
      ...{ name: 'maker', path: 'makers', table: 'makers', scope: 'global', operations: ['list'] },
      ...{ sort: ['name'], defaultSort: 'name', filtersThrough: { constructor: 'makers.name' } },
      fields: { name: Text(), constructor: Text() },
      actions: {
        take: {
          ...{ on: 'collection', permission: 'viewAny', summary: 'Takes it.' },
          input: { constructor: Text() },
          run: async ({ answer }) => answer({}),
        },
      },
    });
    const system = { sites: 'sites', users: 'users' };
    const found = checkDefinitions([{ file: 'makers.ts', definition: wrong }], system).filter(({ problem }) =>
      problem.includes('every object'),
    );
    expect(found.map(({ key }) => key)).to.have.members([
      ...['fields.constructor', 'filtersThrough.constructor', 'actions.take.input.constructor'],
    ]);
  });

  it('are unknown to every request as any other name is, and are never a 500', async () => {
    const { id } = (await admin.get('/zones?per_page=1')).body.data[0];
    const user = (await admin.get('/user')).body.data.id;
    const asked = (name: string): [string, string, unknown?][] => [
      ...[`${name}=1`, `${name}[not]=1`, `name[${name}]=1`, `sort=${name}`, `sort=-${name}`, `fields=${name}`]
        .concat([`with=${name}`, `format=${name}`, `created_at[${name}]=2026-01-01`])
        .map((query): [string, string] => ['GET', `/zones?${query}`]),
      ...[`by=${name}`, `by=name.${name}`, `by=created_at.${name}`].map((query): [string, string] => [
        ...(['GET', `/zones/counts?${query}`] as const),
      ]),
      ...[`/zones/${id}?with=${name}`, `/zones/options/${name}`, `/zones/options/filter.${name}`].map(
        (path): [string, string] => ['GET', path],
      ),
      ...[
        `/${name}`,
        `/zones/${name}`,
        `/zones/reports/${name}`,
        `/reports/${name}`,
        `/search?${name}=1`,
      ].map((path): [string, string] => ['GET', path]),
      ['POST', `/zones/${id}/${name}`, {}],
      ['POST', '/zones', body(name)],
      ['PATCH', `/zones/${id}`, body(name)],
      ['PATCH', `/users/${user}`, { memberships: [{ site_id: 1, role_ids: [1], ...body(name) }] }],
      ['POST', '/webhooks', { name, url: 'https://a.example', events: [`${name}.*`] }],
      ['POST', '/webhooks', { name, url: 'https://a.example', events: [`zone.${name}`] }],
      ['PATCH', '/user/notification-preferences', { kinds: body(name) }],
      ['PATCH', '/user/notification-preferences', body(name)],
      ['PATCH', '/user/locale', { locale: name }],
      ['PUT', '/user/email', body(name)],
      ['POST', '/batch', { operations: [{ method: 'POST', path: `/${name}`, body: body(name) }] }],
      ['POST', '/batch', { operations: [{ method: name, path: '/zones' }] }],
      ['POST', '/batch', { operations: [], ...body(name) }],
      ['POST', '/auth/forgot-password', body(name)],
    ];
    const answer = async ([method, path, sent]: [string, string, unknown?], name: string) => {
      const reply = await admin.send(method, path, sent);
      const keys = Object.keys(reply.body?.errors ?? {}).map((key) => key.replaceAll(name, 'NAME'));
      return `${method} ${path.replaceAll(name, 'NAME')} ${reply.status} ${keys.sort().join()}`;
    };
    const usual = 'nonsense';
    const expected: string[] = [];
    for (const one of asked(usual)) expected.push(await answer(one, usual));
    expect(expected.filter((told) => /NAME \w+ (?:2|5)\d\d/.test(told))).to.deep.equal([]);
    for (const name of inherited) {
      const told: string[] = [];
      for (const one of asked(name)) told.push(await answer(one, name));
      expect(told, name).to.deep.equal(expected);
    }
  });

  /** As a client may send it: a key of its own, also with the name of the prototype. */
  function body(name: string): object {
    return JSON.parse(`{"${name}": 1}`);
  }
});
