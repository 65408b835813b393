/** Nodes that are killed while they record dates that are due: the node that continues makes the rows of an undisturbed run. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { Knex } from 'knex';
import { leaseTable } from '../../../../../engine/features/tasks/lease.ts';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../../../harness/database.ts';
import { type ServiceProcess, startProcess } from '../../../../harness/process.ts';
import { announceSeed, seed } from '../../../../harness/random/search.ts';
import { type Service, startService } from '../../../../harness/service.ts';
import { until } from '../../../../harness/until.ts';
import { brokenPlans } from '../../../../service/resources/plans/laws.ts';
import { PlanWorld } from '../../../../service/resources/plans/world.ts';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);
/** Far from the present one: nothing comes due while the test runs. */
const due_time = new Date(Date.now() + day / 2).toISOString().slice(11, 16);

/** A month in which the service stood still, in every manner. */
const shapes = [
  { frequency: 'day', when_open: 'stack' },
  { frequency: 'day', when_open: 'skip' },
  { frequency: 'day', when_open: 'stack', on_closed_day: 'skip' },
  { frequency: 'day', every: 2, when_open: 'stack', on_closed_day: 'after' },
  { frequency: 'week', weekdays: ['mon', 'tue', 'fri'], when_open: 'stack' },
  { frequency: 'day', when_open: 'stack', max_occurrences: 9 },
  { frequency: 'day', when_open: 'stack', season_from: '01-01', season_until: '06-30' },
  { schedule: 'floating', frequency: 'week' },
] as const;
const plansOfEach = 6;
const nodesAtOnce = databaseKind === 'mysql' ? 3 : 1;
const kills = 3;

describe('generation that is killed', () => {
  let database: TestDatabase;
  let undisturbed: TestDatabase;
  const nodes: ServiceProcess[] = [];

  before(async () => {
    announceSeed();
    [database, undisturbed] = await Promise.all([createTestDatabase('demo'), createTestDatabase('demo')]);
    for (const one of [database, undisturbed]) await standStill(one);
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await database?.drop();
    await undisturbed?.drop();
  });

  /** Plans whose dates of a month have come due, and nothing else that is due. */
  async function standStill(one: TestDatabase): Promise<void> {
    const service = await startService({ database: one });
    await one
      .knex('maintenance_plans')
      .update({ next_generation_at: null, next_due_at: null, active: false });
    await one.knex('plan_occurrences').where({ state: 'scheduled' }).delete();
    const world = await PlanWorld.at(service);
    for (let at = 0; at < plansOfEach; at += 1) {
      for (const shape of shapes) {
        await world.plan({ ...shape, starts_on: inDays(-30), due_time, lead_days: 0, catch_up: 'all' });
      }
    }
    await service.stop();
  }

  const madeOf = async ({ knex }: TestDatabase) => {
    const rows = knex('plan_occurrences as o')
      .join('maintenance_plans as p', 'p.id', 'o.maintenance_plan_id')
      .leftJoin('maintenances as m', 'm.id', 'o.maintenance_id')
      .where('p.due_time', due_time)
      .where('p.name', 'like', '% of a test');
    return rows
      .orderBy(['p.name', 'o.sequence'])
      .select('p.name', 'p.next_due_at', 'o.sequence', 'o.original_due_at', 'o.due_at', 'o.state')
      .select(
        'o.skip_reason',
        'o.generated_at',
        'o.window_from',
        'o.window_until',
        'o.rule_day',
        'o.rule_number',
      )
      .select('m.name as order', 'm.status', 'm.due_at as order_due_at', 'm.scheduled_at', 'm.created_by_id');
  };
  const countOf = async (knex: Knex) => {
    const [row] = await knex('plan_occurrences').whereNot({ state: 'scheduled' }).count({ count: '*' });
    return Number(row?.count);
  };
  const isDue = async () => {
    const now = new Date().toISOString().replace('T', ' ').slice(0, 23);
    return (await database.knex('maintenance_plans').where('next_generation_at', '<=', now)).length > 0;
  };
  const start = async () => {
    // A minute later: the lease of the killed node has ended.
    await database.knex(leaseTable).update({ due_at: 0, leased_until: null, holder: null });
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'error' };
    nodes.push(...(await Promise.all(Array.from({ length: nodesAtOnce }, () => startProcess({ env })))));
  };

  it('makes the same rows, however often', async () => {
    const { knex } = database;
    let service: Service = await startService({ database: undisturbed });
    const reference = await PlanWorld.at(service);
    const from = await countOf(undisturbed.knex);
    await reference.tick(new Date().toISOString());
    const all = (await countOf(undisturbed.knex)) - from;
    await service.stop();
    expect(all).to.be.above(500);
    const shares = fc.sample(fc.integer({ min: 1, max: 99 }), { seed, numRuns: kills }).sort((a, b) => a - b);
    let cut = 0;
    for (const [at, share] of shares.entries()) {
      await start();
      const wanted = from + (all * share) / 100;
      const isFar = async () => (await countOf(knex)) >= wanted || !(await isDue());
      // Often: they are to be killed in the middle.
      await until('some dates are recorded', isFar, { everyMs: 20 });
      if (await isDue()) cut += 1;
      // The last time they are told to end.
      await Promise.all(nodes.splice(0).map((node) => (at === kills - 1 ? node.stop() : node.kill())));
      const left = await brokenPlans(knex);
      expect(left, `after ${share} % of the dates`).to.deep.equal([]);
    }
    await start();
    await until('nothing is due', async () => !(await isDue()));
    service = await startService({ database });
    const world = await PlanWorld.at(service);
    const [plan] = await knex('maintenance_plans').where('name', 'like', '% of a test').select('id');
    const byHand = Array.from({ length: 50 }, (_, at) =>
      world.manager.post(`/maintenance-plans${at % 2 === 0 ? '' : `/${plan?.id}`}/generate`, {}),
    );
    const replies = await Promise.all([...byHand, world.tick(new Date().toISOString())]);
    for (const reply of replies)
      if (reply) expect(reply.body.data).to.deep.equal({ generated: 0, skipped: 0 });
    await service.stop();
    expect(await madeOf(database)).to.deep.equal(await madeOf(undisturbed));
    expect(await brokenPlans(knex)).to.deep.equal([]);
    console.log(`      killed in the middle ${cut} times of ${kills}, of ${all} dates`);
  });
});
