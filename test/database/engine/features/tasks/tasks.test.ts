/** Tasks of definitions: run when they are due, on one node at a time, as the service itself; and what becomes of those that fail. */

import { once } from 'node:events';
import { expect } from 'chai';
import Koa from 'koa';
import { pino } from 'pino';
import { createAuth } from '../../../../../auth/index.ts';
import { readSystemActor } from '../../../../../auth/rights/system-actor.ts';
import { buildEngine } from '../../../../../engine/features/index.ts';
import type { Every, Task, TaskContext } from '../../../../../engine/features/tasks/feature.ts';
import { leaseTable } from '../../../../../engine/features/tasks/lease.ts';
import type { TaskRun } from '../../../../../engine/features/tasks/run.ts';
import { createTaskRunner, type TaskRunner } from '../../../../../engine/features/tasks/runner.ts';
import { createMetrics } from '../../../../../service/http/observed/metrics.ts';
import { createMailer } from '../../../../../service/outbox/mail/mail.ts';
import { createRegistry } from '../../../../../service/project/registry.ts';
import type { Client } from '../../../../harness/client.ts';
import { lentServices } from '../../../../harness/lent.ts';
import { runEntry } from '../../../../harness/process.ts';
import { type Service, startService } from '../../../../harness/service.ts';
import { until } from '../../../../harness/until.ts';

const name = 'cleaning.probe';
const plant = 2;

describe('tasks', () => {
  let service: Service;
  let manager: Client;
  const runners: TaskRunner[] = [];

  before(async () => {
    service = await startService({ seed: 'demo' });
    manager = await service.signedIn('manager@demo.test');
  });
  after(() => service?.stop());
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
    await service.database.knex(leaseTable).delete();
  });

  /** A node that has the definitions of the service, and a task beside them. */
  async function node(
    run: Task['run'],
    { every = '1 hour', leaseMs }: { every?: Every; leaseMs?: number } = {},
  ): Promise<{ runner: TaskRunner; runs: TaskRun[] }> {
    const db = service.database.knex;
    // Tasks of the service itself would stand among those that are looked at.
    const registry = new Map(
      [...(await createRegistry())].map(([path, resource]) => {
        const { tasks: _own, ...definition } = resource.definition;
        return [path, { ...resource, definition }];
      }),
    );
    const cleanings = registry.get('cleanings');
    if (!cleanings) throw new Error('There are no cleanings.');
    const definition = { ...cleanings.definition, tasks: { probe: { every, run } } };
    registry.set('cleanings', { ...cleanings, definition });
    const governed = [...registry.values()];
    const settings = service.database.config;
    const log = pino({ level: 'silent' });
    const mailer = createMailer(settings);
    const auth = createAuth({ database: db, settings, log, mailer, resources: () => governed });
    const services = lentServices(auth, settings, registry);
    const runs: TaskRun[] = [];
    const runner = createTaskRunner({
      db,
      parts: buildEngine({
        ...{
          db,
          registry,
          services,
          journalTable: 'activities',
          baseUrl: service.url,
          currency: null,
          locales: ['en', 'fr'],
        },
        report: () => {},
      }),
      systemActor: (trx, siteId) => readSystemActor(trx, siteId, governed, 'en'),
      report: (one) => runs.push(one),
      ...(leaseMs && { leaseMs }),
    });
    runners.push(runner);
    return { runner, runs };
  }

  const stateOf = async (runner: TaskRunner) => {
    const state = (await runner.states()).find((one) => one.name === name);
    if (!state) throw new Error('The task has no lease.');
    return state;
  };

  it('change rows as the service itself, with everything that is kept about a row', async () => {
    const before = (await manager.get('/materials?per_page=1')).body.data[0];
    const { runner } = await node(async ({ at }) => {
      await at(plant, async ({ rows, actor }) => {
        expect(actor.id).to.equal(null);
        expect(actor.site).to.include({ id: plant, is_headquarters: false });
        const materials = rows<{ id: number; site_id: number; model: string | null }>('materials');
        await materials.change(await materials.find({ id: before.id }, { lock: 'update' }), {
          model: 'by itself',
        });
      });
    });
    expect((await runner.once()).map(({ task, outcome }) => [task, outcome])).to.deep.equal([[name, 'done']]);
    const after = (await manager.get(`/materials/${before.id}`)).body.data;
    expect(after.model).to.equal('by itself');
    const journal = await manager.get(`/activities?resource=material&record_id=${before.id}&per_page=1`);
    expect(journal.body.data[0]).to.deep.include({ user_id: null, user: null, site_id: plant });
    expect(journal.body.data[0].changes).to.have.keys('model');
  });

  it('leave nothing behind of a transaction that fails, and are counted until one ends well', async () => {
    let fails = true;
    const before = (await manager.get('/materials?per_page=1')).body.data[0];
    const { runner, runs } = await node(async ({ at }) => {
      await at(plant, async ({ rows }) => {
        const materials = rows<{ id: number; site_id: number; model: string | null }>('materials');
        await materials.change(await materials.find({ id: before.id }), { model: 'half' });
        if (fails) throw new Error('in the middle');
      });
    });
    await runner.once();
    await runner.once();
    expect(runs.map(({ outcome }) => outcome)).to.deep.equal(['failed', 'failed']);
    expect(String(runs[0]?.error)).to.include('in the middle');
    expect(await stateOf(runner)).to.include({ failures: 2, succeededAt: null, leasedUntil: null });
    expect((await manager.get(`/materials/${before.id}`)).body.data.model).to.equal(before.model);
    fails = false;
    await runner.once();
    const state = await stateOf(runner);
    expect(state.failures).to.equal(0);
    expect(state.succeededAt).to.be.at.most(state.now);
  });

  it('are told the field where they set what it cannot be', async () => {
    const { runner, runs } = await node(async ({ at }) => {
      await at(plant, async ({ rows }) => {
        await rows('materials').change(await rows('materials').find({}, { limit: 1 }), {
          name: 'x'.repeat(256),
        });
      });
    });
    await runner.once();
    expect(String(runs[0]?.error)).to.match(
      /resources\/materials.ts: code sets materials.name .* 255 characters/,
    );
  });

  it('do nothing at a site that is gone', async () => {
    const answers: unknown[] = [];
    const { runner } = await node(async ({ at }) => {
      answers.push(await at(999, async () => 'there'), await at(plant, async () => 'there'));
    });
    await runner.once();
    expect(answers).to.deep.equal([null, 'there']);
  });

  it('run one at a time however many nodes there are, again and again', async () => {
    let inside = 0;
    let most = 0;
    let times = 0;
    const run = async ({ db }: TaskContext) => {
      inside += 1;
      most = Math.max(most, inside);
      for (let step = 0; step < 5; step += 1) await db.raw('select 1');
      times += 1;
      inside -= 1;
    };
    const nodes = await Promise.all([1, 2, 3].map(() => node(run, { every: '1 second' })));
    for (const { runner } of nodes) runner.start();
    await until('the task has run four times', () => times >= 4);
    expect(most).to.equal(1);
    expect(nodes.flatMap(({ runs }) => runs).filter(({ outcome }) => outcome !== 'done')).to.deep.equal([]);
  });

  it('are left alone while another node runs them, and taken over once its lease has run out', async () => {
    const { runner } = await node(async () => {});
    await runner.once();
    const hold = (column: string) =>
      service.database.knex(leaseTable).where({ name }).update({ holder: 'somebody', leased_until: column });
    await hold(String(Date.now() + 3_600_000));
    expect(await runner.once()).to.deep.equal([]);
    await hold(String(Date.now() - 3_600_000));
    expect(await runner.once()).to.have.lengthOf(1);
  });

  it('keep their lease while they run, and are told when it is lost', async () => {
    let told: unknown;
    const { runner } = await node(
      async ({ signal, db }) => {
        const first = (await db(leaseTable).where({ name }).first()).leased_until;
        await until('the lease is renewed', async () => {
          return (await db(leaseTable).where({ name }).first()).leased_until > first;
        });
        await db(leaseTable).where({ name }).update({ holder: 'another node' });
        await until('the loss is noticed', () => {
          try {
            signal.throwIfAborted();
          } catch (error) {
            told = error;
          }
          return told !== undefined;
        });
        throw told;
      },
      { leaseMs: 300 },
    );
    const [run] = await runner.once();
    expect(String(told)).to.include('has gone to another node');
    expect(run?.outcome).to.equal('failed');
    const [row] = await service.database.knex(leaseTable).where({ name });
    expect(row.holder, 'the other node’s lease is its own').to.equal('another node');
  });

  it('stop between two steps when the service ends, undo the one they are in, and are due at once', async () => {
    let begun = false;
    const before = (await manager.get('/materials?per_page=1')).body.data[0];
    const { runner, runs } = await node(async ({ at }) => {
      await at(plant, async ({ rows, db }) => {
        const materials = rows<{ id: number; site_id: number; model: string | null }>('materials');
        await materials.change(await materials.find({ id: before.id }), { model: 'too late' });
        begun = true;
        for (;;) await db.raw('select 1');
      });
    });
    runner.start();
    await until('the task is in the middle', () => begun);
    await runner.stop();
    expect(runs.map(({ outcome }) => outcome)).to.deep.equal(['stopped']);
    expect(await stateOf(runner)).to.include({ dueAt: 0, leasedUntil: null, failures: 0 });
    expect((await manager.get(`/materials/${before.id}`)).body.data.model).to.equal(before.model);
  });

  it('stand aside between two steps for as long as one took, so that others get through', async () => {
    const steps: { from: number; until: number }[] = [];
    const { runner } = await node(async ({ at }) => {
      for (let step = 0; step < 3; step += 1) {
        await at(plant, async ({ db }) => {
          const from = performance.now();
          while (performance.now() - from < 30) await db.raw('select 1');
          steps.push({ from, until: performance.now() });
        });
      }
    });
    await runner.once();
    for (const [at, { from, until: end }] of steps.entries()) {
      const next = steps[at + 1];
      // Timers of Node.js fire a millisecond early.
      if (next) expect(next.from - end).to.be.above(Math.min(end - from, 250) - 2);
    }
    expect(steps).to.have.length(3);
  });

  it('are told in the metrics', async () => {
    let fails = false;
    const { runner } = await node(async () => {
      if (fails) throw new Error('for once');
    });
    await runner.once();
    fails = true;
    await runner.once();
    let [reads, answers] = [0, true];
    const states = async () => {
      reads += 1;
      if (!answers) throw new Error('The database is away.');
      return runner.states();
    };
    const { middleware } = createMetrics({
      database: service.database.knex,
      token: null,
      taskStates: states,
      waiting: async () => ({}),
      registry: new Map(),
      prefix: '',
    });
    const server = new Koa().use(middleware).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const text = await scrape();
      expect(text).to.match(/^task_last_success_age_seconds\{task="cleaning\.probe"\} \d+(?:\.\d+)?$/m);
      expect(text).to.include('task_failures{task="cleaning.probe"} 1');
      expect(reads, 'all figures of a scrape are of one reading').to.equal(1);
      answers = false;
      expect(await scrape(), 'nothing is told that is no longer known').not.to.include('{task=');
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

describe('npm run tasks -- --once', () => {
  it('runs every task, of definitions and of the service', async () => {
    const service = await startService();
    try {
      const env = { DATABASE_URL: service.database.url, APP_KEY: Buffer.alloc(32, 7).toString('base64') };
      const { code, stdout, stderr } = await runEntry(['commands/tasks.ts', '--once'], { env });
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(stdout).to.match(/^maintenance-plan\.generate: done \(\d+ ms\)$/m);
      expect(stdout).to.match(/^files\.sweep: done \(\d+ ms\)$/m);
    } finally {
      await service.stop();
    }
  });
});
