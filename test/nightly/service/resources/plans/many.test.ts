/** Thousands of plans at one site: what is not due costs nothing, and what is goes in short steps that others get between. */
import { expect } from 'chai';
import { recordDue } from '../../../../../resources/plan-work/due.ts';
import type { Statement } from '../../../../ci/database/engine/read/query-plans/cost.ts';
import { wholeTableOf } from '../../../../ci/database/engine/read/query-plans/rules.ts';
import { serveDemo } from '../../../../harness/service.ts';
import { brokenPlans } from '../../../../service/resources/plans/laws.ts';
import { PlanWorld } from '../../../../service/resources/plans/world.ts';

const many = 5000;
const moment = '2027-02-23T00:00:00.000Z';

describe('thousands of plans', () => {
  const { service } = serveDemo([]);
  let world: PlanWorld;

  before(async () => {
    world = await PlanWorld.at(service);
    // The plans of the demo would come due with those that are looked at.
    const { knex } = service.database;
    const far = await world.plan({ starts_on: '2090-01-02', on_closed_day: 'after' });
    await knex('closures').delete();
    await knex('working_hours').delete();
    await knex('plan_occurrences').whereNot({ maintenance_plan_id: far.id }).delete();
    await knex('maintenances').update({ maintenance_plan_id: null });
    await knex('maintenance_plans').whereNot({ id: far.id }).delete();
    const plan = await knex('maintenance_plans').where({ id: far.id }).first();
    const occurrence = await knex('plan_occurrences').where({ maintenance_plan_id: far.id }).first();
    const numbers = Array.from({ length: many }, (_, at) => Number(far.id) + 1 + at);
    for (let at = 0; at < many; at += 500) {
      const ids = numbers.slice(at, at + 500);
      await knex('maintenance_plans').insert(ids.map((id) => ({ ...plan, id })));
      const { id: _own, ...dated } = occurrence;
      await knex('plan_occurrences').insert(ids.map((id) => ({ ...dated, maintenance_plan_id: id })));
    }
  });

  /** The statements that something sends, in order. */
  async function sentBy(work: () => Promise<unknown>): Promise<Statement[]> {
    const { knex } = service.database;
    const sent: Statement[] = [];
    const listen = (statement: Statement) => sent.push(statement);
    knex.on('query', listen);
    try {
      await work();
    } finally {
      knex.removeListener('query', listen);
    }
    return sent;
  }

  /** How many statements the longest transaction has. */
  function longest(sent: readonly Statement[]): number {
    let [most, own] = [0, 0];
    for (const { sql } of sent) {
      own = /^begin/i.test(sql) ? 0 : own + 1;
      most = Math.max(most, own);
    }
    return most;
  }

  it('cost a look at an index where none is due', async () => {
    const sent = await sentBy(() => world.tick('2027-01-01T00:00:00.000Z'));
    const asked = sent.filter(({ sql }) => sql.includes('maintenance_plans'));
    expect(asked).to.have.length(1);
    for (const one of asked) expect(await wholeTableOf(service.database.knex, one), one.sql).to.equal(null);
    const task = await world.task();
    expect(await sentBy(() => recordDue(task, '2027-01-01T00:00:00.000Z'))).to.have.length.at.most(2);
    const begun = process.cpuUsage();
    for (let times = 0; times < 100; times += 1) await recordDue(task, '2027-01-01T00:00:00.000Z');
    const { user, system } = process.cpuUsage(begun);
    console.log(`      a tick with nothing due took ${(user + system) / 100_000} ms of CPU`);
  });

  it('are moved by a closure with a few statements for hundreds, however many it moves', async () => {
    const close = async (on: string) => {
      const closure = { day: on, name: 'Closed' };
      const sent = await sentBy(() => world.send('POST', '/closures', closure, 201));
      // Counts are folded beside it, in steps of their own.
      return sent.filter(({ sql }) => !sql.includes('`tallies`') && !/^(?:begin|commit)/i.test(sql)).length;
    };
    const none = await close('2050-01-01');
    const nearlyAll = await close('2090-01-02');
    console.log(`      a closure at ${many} plans took ${none} statements, one that moves them ${nearlyAll}`);
    expect(none).to.be.below(many / 50);
    expect(nearlyAll).to.be.below(many / 25);
    expect(await brokenPlans(service.database.knex)).to.deep.equal([]);
  });

  /** Lets some of the plans come due at `moment`. @returns their ids */
  async function makeDue(count: number): Promise<number[]> {
    const { knex } = service.database;
    const far = knex('maintenance_plans').where('next_due_at', '>', '2080-01-01 00:00:00.000');
    const ids: number[] = await far.orderBy('id', 'desc').limit(count).pluck('id');
    const due_at = '2027-03-01 08:00:00.000';
    await knex('maintenance_plans')
      .whereIn('id', ids)
      .update({
        ...{ starts_on: '2027-03-01', next_due_at: due_at, next_generation_at: '2027-02-22 08:00:00.000' },
      });
    const window = { window_from: '2027-02-26 08:00:00.000', window_until: '2027-03-04 08:00:00.000' };
    const dates = { rule_day: '2027-03-01', original_due_at: due_at, due_at, ...window };
    await knex('plan_occurrences').whereIn('maintenance_plan_id', ids).update(dates);
    return ids;
  }

  it('that are due together are recorded in short transactions, and cost as much each as few do', async () => {
    const { knex } = service.database;
    const measure = async (count: number) => {
      const ids = await makeDue(count);
      const sent = await sentBy(() => world.tick(moment));
      expect(await knex('maintenances').whereIn('maintenance_plan_id', ids)).to.have.length(count);
      return { each: sent.length / count, longest: longest(sent) };
    };
    const [few, more] = [await measure(50), await measure(300)];
    console.log(
      `      ${few.each.toFixed(1)} and ${more.each.toFixed(1)} statements each, ${more.longest} in the longest transaction`,
    );
    expect(more.each / few.each).to.be.below(1.1);
    expect(more.longest).to.be.below(500);
    expect(await brokenPlans(knex)).to.deep.equal([]);
  });

  it('are left between two steps when the service ends, and go on with the next run', async () => {
    const { knex } = service.database;
    await makeDue(300);
    const left = async () => {
      const where = knex('maintenance_plans').where('next_due_at', '2027-03-01 08:00:00.000');
      return Number((await where.count({ count: '*' }).first())?.count);
    };
    let asked = 0;
    const signal = {
      throwIfAborted: () => {
        asked += 1;
        if (asked > 5) throw new Error('The service ends.');
      },
    };
    const ended = await recordDue({ ...(await world.task()), signal }, moment).catch(String);
    expect(ended).to.equal('Error: The service ends.');
    expect(await left()).to.be.within(1, 299);
    expect(await brokenPlans(knex)).to.deep.equal([]);
    await world.tick(moment);
    expect(await left()).to.equal(0);
    expect(await brokenPlans(knex)).to.deep.equal([]);
  });
});
