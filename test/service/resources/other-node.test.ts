/**
 * A node of a cluster knows no locks of another one, only what it has committed. Here another transaction is the other node: it
 * takes no lock but those of the rows that it writes.
 */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { type Database, openDatabase } from '../../../engine/database/open.ts';
import { factsOf } from '../../../engine/kinds/field.ts';
import { loadDefinitions } from '../../../engine/model/compile.ts';
import { resourcesFolder } from '../../../service/project/project.ts';
import type { Client, Reply } from '../../harness/client.ts';
import { onlyOn } from '../../harness/only-on.ts';
import { serveDemo } from '../../harness/service.ts';
import { until } from '../../harness/until.ts';

type Json = Readonly<Record<string, unknown>>;

const onServers = onlyOn('mysql', 'SQLite has no other node');

onServers.describe('beside another node', () => {
  const { service, manager } = serveDemo(['manager']);
  let other: Database;
  let made = 0;

  before(() => {
    other = openDatabase(service.database.config);
  });
  after(() => other?.destroy());

  const right = async (reply: Promise<Reply>): Promise<Reply['body']> => {
    const { status, text, body } = await reply;
    expect(status, text).to.be.within(200, 201);
    return body.data;
  };
  const make = (path: string, body: Json) => right(manager.post(path, body));
  const procedure = async (): Promise<number> => {
    made += 1;
    return (await make('/procedures', { name: `Beside ${made}`, steps: [{ title: 'Oil', kind: 'check' }] }))
      .id;
  };
  /** Work in progress with one step. */
  const work = async (): Promise<{ readonly id: number; readonly step: number }> => {
    const { id: material_id } = (await manager.get('/materials?status=operational&per_page=1')).body.data[0];
    const [operator] = (await manager.get('/maintenances/options/operator_ids')).body.data;
    const given = { name: 'Beside', material_id, operator_ids: [operator.value ?? operator.id] };
    const { id } = await make('/maintenances', {
      ...given,
      procedure_id: await procedure(),
      status: 'in_progress',
    });
    const [step] = (await manager.get(`/maintenance-steps?maintenance_id=${id}`)).body.data;
    return { id, step: step.id };
  };
  /** Sends a request while the other node writes a step, which it commits once the request waits. */
  const meanwhile = async (
    step: number,
    values: Json,
    send: (client: Client) => Promise<Reply>,
  ): Promise<Reply> => {
    const trx = await other.transaction();
    await trx('maintenance_steps').where({ id: step }).update(values);
    let answered = false;
    const reply = send(manager).finally(() => {
      answered = true;
    });
    const waits = () => other('information_schema.innodb_trx').where({ trx_state: 'LOCK WAIT' }).first();
    // The server only looks again after a tenth of a second without a request.
    await until('it waits', async () => answered || (await waits()) !== undefined, { everyMs: 200 });
    await trx.commit();
    return reply;
  };

  it('no work is completed whose step is opened again', async () => {
    const { id, step } = await work();
    await right(manager.patch(`/maintenance-steps/${step}`, { passed: true }));
    const open = { passed: null, status: 'open', answered_at: null, answered_by_id: null };
    const reply = await meanwhile(step, open, (by) =>
      by.patch(`/maintenances/${id}`, { status: 'completed' }),
    );
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).to.deep.equal([422, ['status']]);
  });

  it('no procedure goes whose step is answered', async () => {
    const { id, step } = await work();
    const procedure_id = await procedure();
    const reply = await meanwhile(step, { passed: 1, status: 'done' }, (by) =>
      by.patch(`/maintenances/${id}`, { procedure_id }),
    );
    expect([reply.status, Object.keys(reply.body.errors ?? {})]).to.deep.equal([422, ['procedure_id']]);
  });

  /** The ids of rows that a request writes, by the name of their table. */
  const written = async (table: string, send: () => Promise<Reply>): Promise<number[]> => {
    const ids: number[] = [];
    const hear = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
      if (sql.startsWith(`update \`${table}\``)) ids.push(...bindings.map(Number));
    };
    service.database.knex.on('query', hear);
    try {
      await right(send());
    } finally {
      service.database.knex.off('query', hear);
    }
    return ids;
  };

  it('rows are written on which a rule about other rows relies, not only locked', async () => {
    const { id: user } = (await manager.get('/user')).body.data;
    const { site_id } = (await manager.get('/zones?per_page=1')).body.data[0];
    const calendar = () => manager.post('/calendar-feeds', { name: 'Beside', site_id });
    expect(await written('users', calendar)).to.include(user);

    const received = (await manager.get('/work-requests?status=received')).body.data;
    const [one, second] = received.map(({ id }: { id: number }) => id);
    const merge = () => manager.post(`/work-requests/${one}/duplicate`, { of_id: second });
    expect(await written('work_requests', merge)).to.include(second);

    const { id: material_id } = (await manager.get('/materials?status=operational&per_page=1')).body.data[0];
    const [{ id: operator }] = (await manager.get('/maintenances/options/operator_ids')).body.data;
    const work = { name: 'Beside', material_id, operator_ids: [operator] };
    expect(await written('users', () => manager.post('/maintenances', work))).to.include(operator);

    const admin = await service.signedIn('admin@demo.test');
    const { id } = await service.database.knex('users').where({ email: 'technician@demo.test' }).first('id');
    const { id: role } = await service.database.knex('roles').where({ name: 'technician' }).first('id');
    const leave = () => admin.patch(`/roles/${role}`, { permissions: ['zone.view'] });
    expect(await written('users', leave), 'whoever loses a right').to.include(id);
  });
});

describe('a row whose rule judges what refers to it', () => {
  it('is written by what refers to it: each reference that a rule looks for says so', async () => {
    const loaded = await loadDefinitions(resourcesFolder);
    const judged = loaded.flatMap(({ definition: { path }, file }) => {
      const source = readFileSync(join(resourcesFolder, basename(file)), 'utf8');
      const looks = source.matchAll(/(?:rows\('([\w-]+)'\)|\w)\.has\(\{ (\w+): id\b/g);
      return [...looks].map(([, of = path, field = '']) => {
        const facts = loaded.find(({ definition }) => definition.path === of)?.definition.fields[field];
        const reference = facts && factsOf(facts);
        return { of, field, is: reference?.kind === 'reference' && reference.exclusive };
      });
    });
    // New materials of a zone must not wait for each other: the page names what two nodes can do there.
    const named = judged.filter(({ is }) => !is).map(({ of, field }) => `${of}.${field}`);
    expect(judged).to.have.length.above(named.length);
    expect(named).to.deep.equal(['materials.zone_id']);
  });
});
