/** Actions beside the five operations, by the one that ships: a planned copy of a maintenance. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Client } from '../../../harness/client.ts';
import { copyDefinitions } from '../../../harness/definitions-copy.ts';
import { type Service, startService } from '../../../harness/service.ts';

describe('POST /maintenances/{id}/duplicate', () => {
  let service: Service;
  let manager: Client;
  let original: Record<string, unknown> & { id: number; operator_ids: number[] };

  before(async () => {
    service = await startService({ seed: 'demo' });
    manager = await service.signedIn('manager@demo.test');
    const { id } = (await manager.get('/user')).body.data;
    const list = await manager.get('/maintenances?status=completed&realization=both');
    // Not the manager's own: an operator loses the site below, and the manager asks again afterwards.
    original = list.body.data.find(
      ({ operator_ids: [first] }: typeof original) => first !== undefined && first !== id,
    );
  });
  after(() => service.stop());

  const duplicate = (client: Client, id: number, body?: unknown, headers?: Record<string, string>) =>
    client.post(`/maintenances/${id}/duplicate`, body, headers);

  it('makes a planned copy of the work, and nothing of how it went', async () => {
    const reply = await duplicate(manager, original.id, { scheduled_at: '2030-01-31T08:00:00+01:00' });
    expect(reply.status, reply.text).to.equal(201);
    const copy = reply.body.data;
    expect(reply.headers.location).to.match(new RegExp(`/maintenances/${copy.id}$`));
    for (const field of ['name', 'material_id', 'description', 'reason', 'type', 'realization', 'priority']) {
      expect(copy[field], field).to.deep.equal(original[field]);
    }
    expect(copy.operator_ids).to.deep.equal(original.operator_ids);
    expect(copy.company_ids).to.deep.equal(original.company_ids);
    expect(copy).to.include({ status: 'planned', started_at: null, resolved_at: null, parts_cost: 0 });
    expect(copy.scheduled_at).to.equal('2030-01-31T07:00:00.000Z');
    expect((await manager.get(`/maintenances/${copy.id}`)).headers.etag).to.equal(reply.headers.etag);
    const journal = await manager.get(`/activities?resource=maintenance&record_id=${copy.id}`);
    expect(journal.body.data.map(({ name }: { name: string }) => name)).to.deep.equal(['maintenance.create']);
  });

  it('needs no body, and leaves out operators who have left the site', async () => {
    const admin = await service.signedIn('admin@demo.test');
    const user = (await admin.get(`/users/${original.operator_ids[0]}`)).body.data;
    const before: { site_id: number; role_ids: number[] }[] = user.memberships.map(
      ({ site_id, role_ids }: { site_id: number; role_ids: number[] }) => ({ site_id, role_ids }),
    );
    const memberships = before.filter((one) => one.site_id !== original.site_id);
    expect((await admin.patch(`/users/${user.id}`, { memberships })).status).to.equal(200);
    const reply = await duplicate(manager, original.id);
    expect(reply.status, reply.text).to.equal(201);
    expect(reply.body.data.operator_ids).to.not.include(user.id);
    expect(reply.body.data.scheduled_at).to.equal(null);
    expect((await admin.patch(`/users/${user.id}`, { memberships: before })).status).to.equal(200);
  });

  it('honours keys, dry runs, conditions and batches', async () => {
    const count = async () => (await manager.get('/maintenances?per_page=1')).body.meta.total;
    const before = await count();
    expect((await duplicate(manager, original.id, {}, { Prefer: 'dry-run' })).status).to.equal(201);
    expect((await duplicate(manager, original.id, {}, { 'If-Match': '"99-x"' })).status).to.equal(412);
    expect(await count()).to.equal(before);
    for (let round = 0; round < 2; round += 1) {
      const key = { 'Idempotency-Key': 'a copy' };
      expect((await duplicate(manager, original.id, {}, key)).status).to.equal(201);
    }
    const operations = [{ method: 'POST', path: `/maintenances/${original.id}/duplicate`, body: {} }];
    expect((await manager.post('/batch', { operations })).status).to.equal(200);
    expect(await count()).to.equal(before + 2);
  });
});

const further = `  actions: {
    reopen: {
      on: 'row', permission: 'update', danger: true, summary: 'Goes on with work that was over.',
      when: { status: ['completed', 'canceled'], realization: ['internal'] },
      guard: (ids) => new Map(ids.filter((id) => id % 2 === 1).map((id) => [id, new Failure('conflict')])),
      run: ({ row, update }) => update({ status: row.status === 'completed' ? 'in_progress' : 'planned' }),
    },
    chase: {
      on: 'row', permission: 'update', summary: 'Moves what is late to a day to come.', when: { overdue: [true] },
      run: ({ update }) => update({ scheduled_at: '2999-01-31T08:00:00.000Z' }),
    },
    'count-all': {
      on: 'collection', permission: 'create', label: 'count them', summary: 'Fails.',
      run: () => { throw new Failure('conflict'); },
    },
`;

describe('an action that is possible with some rows alone', () => {
  let folder: string;
  let service: Service;
  let manager: Client;
  before(async () => {
    folder = await copyDefinitions();
    const file = join(folder, 'maintenances.ts');
    const source = await readFile(file, 'utf8');
    const extended = source
      .replace(/^ {2}actions: \{$/m, further)
      .replace('  defineResource,', '  defineResource,\n  Failure,');
    await writeFile(file, extended);
    service = await startService({ seed: 'demo', resources: folder });
    manager = await service.signedIn('manager@demo.test');
  });
  after(async () => {
    await service?.stop();
    await rm(folder, { recursive: true });
  });

  it('goes by what follows from the row, as it is when it is locked', async () => {
    // Work of a plan is late by the window of its date.
    const own = 'maintenance_plan_id=null&with=can&per_page=5';
    const listed = async (overdue: boolean): Promise<readonly Listed[]> =>
      (await manager.get(`/maintenances?overdue=${overdue}&${own}`)).body.data;
    const [late, other] = [await listed(true), await listed(false)];
    expect(late.map(({ can }) => can.actions.includes('chase')))
      .to.include(true)
      .and.not.include(false);
    expect(other.map(({ can }) => can.actions.includes('chase')))
      .to.include(false)
      .and.not.include(true);
    const early = await manager.post(`/maintenances/${other[0]?.id}/chase`);
    expect([early.status, Object.keys(early.body.errors)]).to.deep.equal([422, ['overdue']]);
    const chase = { method: 'POST', path: `/maintenances/${late[0]?.id}/chase`, body: {} };
    const twice = await manager.post('/batch', { operations: [chase, chase] });
    expect([twice.status, twice.body.index], 'once it is late no more').to.deep.equal([422, 1]);
    expect((await manager.post(chase.path)).body.data.overdue).to.equal(false);
    expect((await manager.post(chase.path)).status).to.equal(422);
  });

  interface Listed {
    readonly id: number;
    readonly status: string;
    readonly realization: string;
    readonly can: { readonly actions: readonly string[] };
  }

  it('is told of each row as it is, and refused on the fields for which it is not', async () => {
    const list = async (filters: string): Promise<Listed[]> =>
      (await manager.get(`/maintenances?with=can&per_page=60${filters}`)).body.data;
    // Of the newest ones few are done, and fewer of them by others.
    const data = [...(await list('')), ...(await list('&status=completed&realization=external,both'))];
    const seen = new Set<string>();
    for (const { id, status, realization, can } of data) {
      const reply = await manager.post(`/maintenances/${id}/reopen`, {}, { Prefer: 'dry-run' });
      const over = status === 'completed' || status === 'canceled';
      const wrong = [...(over ? [] : ['status']), ...(realization === 'internal' ? [] : ['realization'])];
      const expected = id % 2 === 1 ? 409 : wrong.length > 0 ? 422 : 200;
      expect(reply.status, reply.text).to.equal(expected);
      if (expected === 422) expect(Object.keys(reply.body.errors).sort()).to.deep.equal(wrong.sort());
      expect(can.actions.includes('reopen'), `${id}`).to.equal(expected === 200);
      expect(can.actions).to.include('duplicate').and.not.include('count-all');
      seen.add(`${expected} ${wrong.join()}`);
    }
    expect(seen).to.include.all.keys(['409 ', '200 ', '422 status', '422 realization']);
  });

  it('names the values with which it is', async () => {
    const { data } = (await manager.get('/maintenances?status=planned&realization=internal&per_page=100'))
      .body;
    const { id } = data.find((row: Listed) => row.id % 2 === 0);
    const reply = await manager.post(`/maintenances/${id}/reopen`);
    expect(reply.body.errors).to.deep.equal({
      status: ['This is possible only where the status is one of: completed, canceled.'],
    });
    await manager.patch('/user/locale', { locale: 'fr' });
    const french = await manager.post(`/maintenances/${id}/reopen`);
    expect(french.body.message).to.include('est l’un de : completed, canceled');
    await manager.patch('/user/locale', { locale: 'en' });
  });

  it('is told to clients with all of that', async () => {
    const { data } = (await manager.get('/resources')).body;
    const { actions } = data.find(({ path }: { path: string }) => path === 'maintenances');
    expect(actions.map(({ fields: _, ...action }: { fields: unknown }) => action)).to.deep.equal([
      {
        ...{ name: 'reopen', label: 'Reopen', description: 'Goes on with work that was over.', danger: true },
        when: { status: ['completed', 'canceled'], realization: ['internal'] },
        on: 'row',
      },
      {
        ...{ name: 'chase', label: 'Chase', description: 'Moves what is late to a day to come.' },
        ...{ when: { overdue: [true] }, on: 'row' },
      },
      {
        ...{ name: 'count-all', label: 'Count them', description: 'Fails.', on: 'collection' },
      },
      {
        ...{ name: 'duplicate', label: 'Duplicate', on: 'row' },
        description: 'Plans the same work on the same material once more.',
      },
    ]);
  });
});
