/** Batches whose operations name the rows that earlier ones make: `"$0"`. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Client, Reply } from '../../../harness/client.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { serveDemo, startService } from '../../../harness/service.ts';
import { World } from '../../resources/world.ts';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const create = (path: string, body: unknown): Operation => ({ method: 'POST', path: `/${path}`, body });

const assign = `  actions: {
    assign: {
      on: 'row', permission: 'update', summary: 'Gives it to a maintenance.',
      input: { target_id: BelongsTo('maintenances'), note: Text() },
      run: ({ input, update }) => update({ maintenance_id: input.target_id, description: input.note }),
    },
  },
`;

describe('references within a batch', () => {
  const { service } = serveDemo([]);
  let world: World;
  let technician: Client;
  let manager: Client;
  let administrator: Client;

  before(async () => {
    [manager, technician, administrator] = await Promise.all([
      service.signedIn('manager@demo.test'),
      service.signedIn('technician@demo.test'),
      service.signedIn('admin@demo.test'),
    ]);
    world = new World(service, { manager, technician, administrator });
  });

  const run = (operations: readonly Operation[], client = manager, headers = {}): Promise<Reply> =>
    client.post('/batch', { operations }, headers);
  const done = async (operations: readonly Operation[], client = manager) => {
    const reply = await run(operations, client);
    expect(reply.status, reply.text).to.equal(200);
    return reply.body.data.map(({ body }: Reply) => body?.data);
  };
  const count = async (): Promise<Record<string, number>> => {
    const tables = ['maintenances', 'incidents', 'item_movements', 'zones', 'activities'];
    const counts = await Promise.all(tables.map((table) => service.database.knex(table).count('* as n')));
    return Object.fromEntries(tables.map((table, index) => [table, Number(counts[index]?.[0]?.n)]));
  };
  /** Runs what is refused, which has to leave nothing behind. */
  const refused = async (operations: readonly Operation[], client = manager) => {
    const before = await count();
    const reply = await run(operations, client);
    expect(await count()).to.deep.equal(before);
    const { errors, index, code } = reply.body;
    return { status: reply.status, code, index, errors };
  };

  it('carry a day’s work of a technician, all of it or nothing', async () => {
    const material_id = await world.material();
    const item_id = await world.make('items', {
      name: world.name(),
      reference: world.name(),
      unit: 'piece',
    });
    const story = [
      create('maintenances', { name: world.name(), material_id, type: 'corrective' }),
      create('incidents', { name: world.name(), material_id, maintenance_id: '$0' }),
      create('incidents', { name: world.name(), material_id, maintenance_id: '$0' }),
      create('item-movements', { item_id, type: 'exit', quantity: 2, maintenance_id: '$0' }),
    ];
    const empty = await refused(story, technician);
    expect(empty).to.deep.include({ status: 422, index: 3 });
    expect(empty.errors).to.have.keys('quantity');
    await world.make('item-movements', { item_id, type: 'entry', quantity: 5, unit_price: 3 });
    const [maintenance, first, second, exit] = await done(story, technician);
    expect([first.maintenance_id, second.maintenance_id, exit.maintenance_id]).to.deep.equal(
      Array(3).fill(maintenance.id),
    );
    const now = await world.read(`/maintenances/${maintenance.id}`);
    expect(now).to.include({ parts_cost: 6, incident_count: 2 });
    expect(await world.read(`/items/${item_id}`)).to.include({ current_stock: 3 });
  });

  it('stand in parts of nested fields, whose slow work is done before the transaction', async () => {
    const site = await service.database.knex('sites').where({ name: 'Plant North' }).first('id');
    const [role, user] = await done(
      [
        create('roles', { name: world.name(), permissions: ['zone.view'] }),
        create('users', {
          username: 'batched',
          email: 'batched@demo.test',
          first_name: 'Bat',
          last_name: 'Ched',
          password: 'a long enough one',
          memberships: [{ site_id: site?.id, role_ids: ['$0'] }],
        }),
      ],
      administrator,
    );
    expect(user.memberships[0].role_ids).to.deep.equal([role.id]);
    // The password was hashed before the transaction, though what it came with was not known then.
    const batched = service.client();
    expect((await batched.login('batched@demo.test', 'a long enough one')).status).to.equal(200);
  });

  it('stand in lists of references, a few rows on', async () => {
    const material = { name: world.name(), zone_id: '$1' };
    const operations = [
      create('companies', { name: world.name(), types: ['maintenance_provider'] }),
      create('zones', { name: world.name() }),
      create('materials', material),
      create('maintenances', { name: world.name(), material_id: '$2', company_ids: ['$0'] }),
      { method: 'PATCH', path: '/maintenances/$3', body: { realization: 'both', company_ids: ['$0'] } },
    ];
    const [company, zone, pump, maintenance, changed] = await done(operations, administrator);
    expect(pump.zone_id).to.equal(zone.id);
    expect([maintenance.material_id, maintenance.company_ids]).to.deep.equal([pump.id, [company.id]]);
    expect([changed.id, changed.company_ids]).to.deep.equal([maintenance.id, [company.id]]);
  });

  it('stand for what an own action has made, and for its row', async () => {
    const material_id = await world.material();
    const [made, copy, incident] = await done([
      create('maintenances', { name: world.name(), material_id }),
      create('maintenances/$0/duplicate', { scheduled_at: '2030-01-01T00:00:00Z' }),
      create('incidents', { name: world.name(), material_id, maintenance_id: '$1' }),
    ]);
    expect(copy).to.include({ name: made.name, scheduled_at: '2030-01-01T00:00:00.000Z' });
    expect(copy.id).to.not.equal(made.id);
    expect(incident.maintenance_id).to.equal(copy.id);
  });

  it('stand in the input of an own action', async () => {
    const folder = await copyDefinitions();
    const file = join(folder, 'incidents.ts');
    const source = await readFile(file, 'utf8');
    await writeFile(file, source.replace(/^ {2}filters: /m, `${assign}  filters: `));
    const own = await startService({ seed: 'demo', resources: folder });
    try {
      const client = await own.signedIn('manager@demo.test');
      const material_id = (await client.get('/materials?per_page=1')).body.data[0].id;
      const work = { name: world.name(), material_id };
      const start = [create('maintenances', work), create('incidents', work)];
      const [maintenance, , assigned] = await done(
        [...start, create('incidents/$1/assign', { target_id: '$0', note: '$0' })],
        client,
      );
      expect(assigned).to.include({ maintenance_id: maintenance.id, description: '$0' });
      const reply = await run(
        [...start, create('incidents/$1/assign', { target_id: '$1', note: 7 })],
        client,
      );
      expect([reply.status, reply.body.index]).to.deep.equal([422, 2]);
      expect(reply.body.errors).to.have.keys('target_id', 'note');
    } finally {
      await own.stop();
      await rm(folder, { recursive: true });
    }
  });

  it('stand for the row of a path', async () => {
    const [zone, changed, gone] = await done([
      create('zones', { name: world.name() }),
      { method: 'PATCH', path: '/api/v1/zones/$0?fields=id,description', body: { description: 'changed' } },
      { method: 'DELETE', path: '/zones/$0' },
    ]);
    expect(changed).to.deep.equal({ id: zone.id, description: 'changed' });
    expect(gone).to.equal(undefined);
    expect((await manager.get(`/zones/${zone.id}`)).status).to.equal(404);
  });

  it('are text where no reference is expected', async () => {
    const [first, second] = await done([
      create('zones', { name: '$0', description: '$1' }),
      create('zones', { name: '$00', parent_id: '$0', description: '$0' }),
    ]);
    expect(first).to.include({ name: '$0', description: '$1' });
    expect(second).to.include({ name: '$00', parent_id: first.id, description: '$0' });
    await done([
      { method: 'DELETE', path: `/zones/${second.id}` },
      { method: 'DELETE', path: `/zones/${first.id}` },
    ]);
  });

  it('are no references outside a batch', async () => {
    const reply = await manager.post('/zones', { name: world.name(), parent_id: '$0' });
    expect([reply.status, reply.body.errors.parent_id]).to.deep.equal([
      422,
      ['The parent zone must be an integer.'],
    ]);
    expect((await manager.patch('/zones/$0', {})).status).to.equal(404);
  });

  const zone = () => create('zones', { name: world.name() });
  const below = (parent_id: unknown) => create('zones', { name: world.name(), parent_id });
  const wrong: readonly [what: string, operations: () => Operation[], field: string, said: RegExp][] = [
    ['itself', () => [zone(), below('$1')], 'parent_id', /cannot be \$1: that is no earlier operation/],
    ['a later one', () => [zone(), below('$2'), zone()], 'parent_id', /\$2: that is no earlier/],
    ['one that is not there', () => [zone(), below('$99999999999')], 'parent_id', /no earlier/],
    [
      'one beyond all',
      () => [zone(), below('$99999999999999999999')],
      'parent_id',
      /be \$99999999999999999999:/,
    ],
    ['a leading zero', () => [zone(), below('$00')], 'parent_id', /must be an integer/],
    ['no number', () => [zone(), below('$')], 'parent_id', /must be an integer/],
    [
      'one that makes another kind of row',
      () => [zone(), create('incidents', { name: world.name(), material_id: '$0' })],
      'material_id',
      /creates something else \(needed: equipment|materials; created: zones\)/,
    ],
  ];
  for (const [what, operations, field, said] of wrong) {
    it(`are refused on their field with ${what}`, async () => {
      const { status, index, errors } = await refused(operations());
      expect([status, index]).to.deep.equal([422, 1]);
      expect(errors).to.have.keys(field);
      expect(errors[field][0]).to.match(said);
    });
  }

  it('are refused on their field where the operation makes nothing', async () => {
    const id = await world.zone();
    const change = { method: 'PATCH', path: `/zones/${id}`, body: { description: 'x' } };
    const { status, index, errors } = await refused([change, below('$0')]);
    expect([status, index]).to.deep.equal([422, 1]);
    expect(errors.parent_id[0]).to.match(/cannot be \$0: that operation creates nothing/);
  });

  it('are told together with everything else that is wrong, by the place in lists and parts', async () => {
    const { errors, index } = await refused(
      [
        zone(),
        create('maintenances', { name: '', material_id: '$0', operator_ids: ['$0', '$7'], priority: 'none' }),
      ],
      manager,
    );
    expect(index).to.equal(1);
    expect(errors).to.have.keys('name', 'material_id', 'operator_ids.0', 'operator_ids.1', 'priority');
    const user = create('users', { memberships: [{ site_id: '$0', role_ids: ['$3'] }] });
    const nested = await refused(
      [create('companies', { name: world.name(), types: ['item_provider'] }), user],
      administrator,
    );
    expect(nested.errors).to.include.keys('memberships.0.site_id', 'memberships.0.role_ids.0', 'email');
  });

  it('are looked up as what they are: a row that is gone by then, or twice the same, is refused', async () => {
    const removed = await refused([zone(), { method: 'DELETE', path: '/zones/$0' }, below('$0')]);
    expect([removed.status, removed.index]).to.deep.equal([422, 2]);
    expect(removed.errors).to.have.keys('parent_id');
    const company = create('companies', { name: world.name(), types: ['maintenance_provider'] });
    const role = create('roles', { name: world.name(), permissions: [] });
    const twice = create('users', { memberships: [{ site_id: 1, role_ids: ['$1', '$1'] }] });
    const doubled = await refused([company, role, twice], administrator);
    expect(doubled.errors).to.include.keys('memberships.0.role_ids');
  });

  for (const [what, path] of [
    ['itself', '/zones/$1'],
    ['one that makes another kind of row', '/materials/$0'],
    ['a leading zero', '/zones/$00'],
    ['a place of no id', '/$0'],
  ] as const) {
    it(`are a 404 in a path with ${what}`, async () => {
      const { status, index } = await refused([zone(), { method: 'DELETE', path }]);
      expect([status, index]).to.deep.equal([404, 1]);
    });
  }

  it('work in a dry run, and once for a key', async () => {
    const operations = [zone(), below('$0')];
    const before = await count();
    const dry = await run(operations, manager, { Prefer: 'dry-run' });
    expect([dry.status, dry.headers['preference-applied']]).to.deep.equal([200, 'dry-run']);
    expect(await count()).to.deep.equal(before);
    const key = { 'Idempotency-Key': 'a batch with references' };
    const first = await run(operations, manager, key);
    const second = await run(operations, manager, key);
    expect([first.status, second.status]).to.deep.equal([200, 200]);
    expect(second.text).to.equal(first.text);
    expect((await count()).zones).to.equal((before.zones ?? 0) + 2);
  });
});
