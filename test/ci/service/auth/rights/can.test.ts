/** What `with=can` says of a row is what the service then does: for everybody, every resource, every operation. */

import { expect } from 'chai';
import { buildRegistry } from '../../../../../engine/features/index.ts';
import { loadDefinitions } from '../../../../../engine/model/compile.ts';
import type { Resource } from '../../../../../engine/model/resource.ts';
import { isRequired } from '../../../../../engine/request/body.ts';
import { readRules } from '../../../../../package/testing/specimens/rule-book.ts';
import type { Body } from '../../../../../package/testing/specimens/rules.ts';
import { Specimens } from '../../../../../package/testing/specimens/specimens.ts';
import { resourcesFolder } from '../../../../../service/project/project.ts';
import { systemPaths } from '../../../../../service/project/registry.ts';
import type { Client, Reply } from '../../../../harness/client.ts';
import { serveDemo } from '../../../../harness/service.ts';
import { People } from '../../../../service/auth/rights/access-world.ts';
import { at } from '../../../../service/auth/rights/grant-cases.ts';
import { sites } from '../../../../service/resources/world.ts';

const registry = buildRegistry(await loadDefinitions(resourcesFolder), systemPaths);
const rules = await readRules(registry);
const dryRun = { Prefer: 'dry-run' };

interface Can {
  readonly update: boolean;
  readonly delete: boolean;
  readonly transitions: readonly string[];
  readonly actions: readonly string[];
}

/** A row as a list answers it with all that can be asked for beside it. */
interface Told {
  readonly id: number;
  readonly can: Can;
  readonly etag: string;
  readonly [key: string]: unknown;
}

/** How many rows of either end of a list are tried. */
const tried = 3;

describe('what may be done with a row', () => {
  const { service, admin, manager } = serveDemo(['admin', 'manager']);
  let people: People;
  let specimens: Specimens;

  before(async () => {
    people = new People(service);
    specimens = new Specimens(registry, rules, (place) => (place === 'hq' ? admin : manager));
    // The demo has few rows that nothing holds in place.
    for (const resource of registry.values()) {
      if (resource.operations.includes('create')) await specimens.make(resource, 'north');
    }
  });

  const everybody: Readonly<Record<string, () => Promise<Client>>> = {
    'the administrator, at the headquarters': async () => admin,
    'somebody who may do everything, at one of two plants': async () =>
      (await people.person({ north: ['*'], south: ['*'] })).client,
    'the manager': async () => manager,
    'the technician': () => service.signedIn('technician@demo.test'),
    'the viewer': () => service.signedIn('viewer@demo.test'),
    'somebody at the headquarters who manages people and sites, and is above few': async () => {
      const all = ['viewAny', 'view', 'create', 'update', 'delete'];
      const held = ['user', 'site', 'role'].flatMap((name) => all.map((one) => `${name}.${one}`));
      return (await people.person({ headquarters: held, north: ['zone.view'] })).client;
    },
    'somebody who deletes without changing': async () => {
      const held = [...registry.values()].flatMap(({ name }) => [`${name}.viewAny`, `${name}.delete`]);
      return (await people.person({ north: held, south: ['*'] })).client;
    },
  };
  /** What was seen of each kind of answer, over everybody. */
  const seen = new Map<string, Set<boolean>>();

  for (const [who, become] of Object.entries(everybody)) {
    it(`is told to ${who} as it is`, async () => {
      const client = await become();
      for (const resource of registry.values()) {
        const first = await client.get(`/${resource.path}?per_page=1`);
        if (first.status === 403) continue;
        for (const sort of ['created_at', '-created_at']) {
          const query = `per_page=${tried}&sort=${sort}&with=can,etag`;
          const reply = await client.get(`/${resource.path}?${query}`);
          expect(reply.status, reply.text).to.equal(200);
          for (const row of reply.body.data) await tryRow(client, resource, row);
        }
      }
    });
  }

  it('was tried both ways', () => {
    for (const what of ['update', 'delete', 'transition', 'action']) {
      expect([...(seen.get(what) ?? [])].sort(), what).to.deep.equal([false, true]);
    }
  });

  async function tryRow(client: Client, resource: Resource, row: Told): Promise<void> {
    const path = `/${resource.path}/${row.id}`;
    const { can } = row;
    const check = (what: string, told: boolean, reply: Reply, done: boolean) => {
      seen.set(what, (seen.get(what) ?? new Set()).add(told));
      const said = `${what} of ${path} is told as ${told}, and answers ${reply.status} ${reply.text}`;
      expect(done, said).to.equal(told);
    };
    const version = { ...dryRun, 'If-Match': row.etag };
    const changed = await client.patch(path, {}, version);
    check('update', can.update, changed, changed.status === 200);
    const deleted = await client.send('DELETE', path, undefined, version);
    check('delete', can.delete, deleted, deleted.status === 204);
    const { states } = resource.definition;
    for (const state of states ? Object.keys(states.transitions) : []) {
      if (!states || state === row[states.field]) continue;
      const reply = await client.patch(path, { [states.field]: state }, dryRun);
      const told = can.transitions.includes(state);
      check('transition', told, reply, isDone(reply, [states.field]));
    }
    for (const [name, { definition, input }] of resource.actions) {
      if (definition.on !== 'row') continue;
      const body: Body = {};
      for (const field of input.values()) {
        if (isRequired(field)) body[field.name] = await specimens.value(resource, field, 'north', 0);
      }
      const reply = await client.post(`${path}/${name}`, body, dryRun);
      // A guard refuses on any field. A refusal about an input of the action needs more.
      const guarded = definition.guard
        ? Object.keys(reply.body.errors ?? {}).filter((one) => !input.has(one))
        : [];
      const decisive = [...Object.keys(definition.when ?? {}), ...guarded];
      check('action', can.actions.includes(name), reply, isDone(reply, decisive));
    }
    if (!resource.operations.includes('view')) return;
    const view = await client.get(path);
    if (view.status === 200) expect(view.headers.etag, `the tag of ${path}`).to.equal(row.etag);
  }

  /** Whether it is possible: a refusal for other fields asks for more. */
  function isDone({ status, body }: Reply, fields: readonly string[]): boolean {
    if (status === 422) return !Object.keys(body.errors).some((name) => fields.includes(name));
    return status === 200 || status === 201;
  }

  it('is the same for a single row as in a list, with any selection of fields', async () => {
    for (const resource of registry.values()) {
      const list = await admin.get(`/${resource.path}?per_page=3&fields=id&with=can,etag`);
      for (const row of list.body.data) {
        expect(Object.keys(row)).to.deep.equal(['id', 'can', 'etag']);
        const view = await admin.get(`/${resource.path}/${row.id}?fields=id&with=etag,can`);
        expect(view.body.data).to.deep.equal(row);
      }
    }
  });

  it('is missing in rows if the request does not ask for it', async () => {
    const row = (await admin.get('/materials?per_page=1')).body.data[0];
    expect(row).not.to.have.any.keys('can', 'etag');
    const [tagged] = (await admin.get('/materials?per_page=1&with=etag')).body.data;
    expect(Object.keys(tagged)).to.deep.equal([...Object.keys(row), 'etag']);
    const view = await admin.get(`/materials/${row.id}?with=etag`);
    expect(view.body.data.etag).to.equal(view.headers.etag);
  });

  it('has a tag of its own, which tells of every change and still allows one', async () => {
    const zone = (await manager.post('/zones', { name: 'Held by none' })).body.data;
    const path = `/zones/${zone.id}?with=can`;
    const free = await manager.get(path);
    expect(free.body.data.can).to.deep.equal({ update: true, delete: true, transitions: [], actions: [] });
    const plain = await manager.get(`/zones/${zone.id}`);
    expect(free.headers.etag).not.to.equal(plain.headers.etag);
    const conditional = { 'If-None-Match': free.headers.etag ?? '' };
    expect((await manager.get(path, conditional)).status).to.equal(304);
    // A user without the permission to delete, and otherwise with the same ones.
    const person = await people.person({ north: ['zone.view', 'zone.update', 'zone.delete'] });
    const before = await person.client.get(path);
    const { knex } = service.database;
    await knex('role_permissions').where({ role_id: person.roles.north, permission: 'zone.delete' }).delete();
    const after = await person.client.get(path, { 'If-None-Match': before.headers.etag ?? '' });
    expect(after.status).to.equal(200);
    expect(after.body.data.can).to.include({ update: true, delete: false });
    const change = { 'If-Match': after.headers.etag ?? '' };
    expect((await person.client.patch(`/zones/${zone.id}`, { description: 'x' }, change)).status).to.equal(
      200,
    );
    expect((await person.client.patch(`/zones/${zone.id}`, { description: 'y' }, change)).status).to.equal(
      412,
    );
  });

  it('does not bind the write that comes later', async () => {
    const person = await people.person({ north: ['zone.viewAny', 'zone.update'] });
    const [row] = (await person.client.get('/zones?per_page=1&with=can,etag')).body.data;
    expect(row.can.update).to.equal(true);
    expect((await admin.patch(`/users/${person.id}`, at(sites.north))).status).to.equal(200);
    const reply = await person.client.patch(
      `/zones/${row.id}`,
      { description: 'x' },
      { 'If-Match': row.etag },
    );
    expect(reply.status).to.equal(403);
  });

  it('is refused by name where it is something else, or a file', async () => {
    const zones: readonly (readonly [path: string, said: string])[] = [
      ['/zones?with=rights', '“rights” to add. Allowed: can, etag, filters'],
      ['/zones?with=', '“” to add. Allowed: can, etag, filters'],
      ['/zones/1?with=can,all', '“all” to add. Allowed: can, etag.'],
      ['/zones/1?with=filters', '“filters”'],
      ['/zones/counts?by=parent_id&with=can', 'no parameter “with”'],
    ];
    for (const [path, said] of zones) {
      const reply = await manager.get(path);
      expect([reply.status, Object.keys(reply.body.errors ?? {})], path).to.deep.equal([422, ['with']]);
      expect(reply.body.message, path).to.include(said);
    }
    const file = await manager.get('/zones?with=can', { Accept: 'text/csv' });
    expect([file.status, Object.keys(file.body.errors)]).to.deep.equal([422, ['with']]);
  });
});
