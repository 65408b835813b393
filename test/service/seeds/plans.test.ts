/** The demo's plans and their year: what the service itself would have made, and goes on from. */
import { expect } from 'chai';
import type { Knex } from 'knex';
import { serveDemo } from '../../harness/service.ts';
import { PlanWorld } from '../resources/plans/world.ts';
import { brokenPlans } from './plan-laws.ts';
import { type DateRow, readPlans, readSurroundings } from './plan-rows.ts';

const day = 86_400_000;
const dayAt = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const plants = ['Plant North', 'Plant South'];

describe('the demo plans', () => {
  const { service, manager } = serveDemo(['manager']);
  let knex: Knex;
  let siteIds: ReadonlyMap<string, number>;
  let today: string;

  before(async () => {
    knex = service.database.knex;
    const sites: { id: number; name: string }[] = await knex('sites').select('id', 'name');
    siteIds = new Map(sites.map(({ id, name }) => [name, id]));
    today = dayAt(Date.now());
  });

  const expectKept = async () =>
    expect(brokenPlans(await readPlans(knex, 'calendar'), await readSurroundings(knex))).to.deep.equal([]);

  it('have the dates, decisions and maintenances that the rules say', expectKept);

  it('are some thirty at each plant, of every sort', async () => {
    const { plans, dates, orders } = await readPlans(knex, 'calendar');
    for (const plant of plants) {
      const ofPlant = (row: { site_id: number }) => row.site_id === siteIds.get(plant);
      const own = plans.filter(ofPlant);
      expect(own.length, plant).to.be.within(25, 40);
      const sorts = {
        floating: own.filter(({ schedule }) => schedule === 'floating'),
        seasonal: own.filter(({ season_from }) => season_from !== null),
        inactive: own.filter(({ active }) => Number(active) === 0),
        ended: own.filter(({ active, next_due_at }) => Number(active) === 1 && next_due_at === null),
        stacked: own.filter(({ when_open }) => when_open === 'stack'),
      };
      for (const [sort, found] of Object.entries(sorts)) expect(found, `${plant}: ${sort}`).not.to.be.empty;
      expect(new Set(own.map(({ frequency }) => frequency)).size, 'frequencies').to.equal(4);
      expect(new Set(own.map(({ on_closed_day }) => on_closed_day)).size, 'closed days').to.equal(4);
      const ofDates = dates.filter(ofPlant);
      const reasons = new Set(ofDates.map(({ skip_reason, punctuality }) => skip_reason ?? punctuality));
      expect([...reasons]).to.include.members([
        ...['on_time', 'early', 'late', 'previous_open', 'closed_day', 'out_of_season', 'decommissioned'],
        ...['manual', 'canceled'],
      ]);
      expect(ofDates.some(({ due_at, original_due_at }) => due_at !== original_due_at)).to.equal(true);
      const states = new Set(orders.filter(ofPlant).map(({ status }) => status));
      expect([...states].sort()).to.deep.equal(['canceled', 'completed', 'in_progress', 'planned']);
    }
  });

  it('have work for today and for the week', async () => {
    for (const plant of plants) {
      await switchTo(plant);
      const until = (days: number) => `${dayAt(Date.parse(today) + days * day)}T00:00:00Z`;
      const due = (days: number) =>
        read(
          `/plan-occurrences?status=open,scheduled,missed&due_at[gte]=${until(0)}&due_at[lt]=${until(days)}`,
        );
      expect((await due(2)).meta.total, plant).to.be.greaterThan(0);
      expect((await due(7)).meta.total, plant).to.be.greaterThan(5);
      const missed = await read('/plan-occurrences?status=missed');
      expect(missed.data.length, plant).to.be.greaterThan(1);
    }
  });

  it('were done on time as a good plant does it', async () => {
    for (const plant of plants) {
      await switchTo(plant);
      const from = dayAt(Date.parse(today) - 366 * day);
      const { data } = await read(`/maintenance-plans/compliance?from=${from}&until=${today}`);
      expect(data.compliance, JSON.stringify(data)).to.be.within(0.7, 0.95);
      expect(data.compliance_as_agreed).to.be.within(data.compliance, 0.95);
      for (const count of ['early', 'late', 'missed', 'excused']) expect(data[count], count).to.be.above(0);
    }
  });

  it('count what is there', async () => {
    const { dates } = await readPlans(knex);
    for (const plant of plants) {
      await switchTo(plant);
      const now = new Date().toISOString().replace('T', ' ').slice(0, 23);
      for (const plan of (await read('/maintenance-plans?per_page=100')).data) {
        const own = dates.filter(({ maintenance_plan_id: id }) => id === plan.id);
        const count = (state: string) => own.filter((row) => row.state === state).length;
        const isMissed = ({ window_until: until }: DateRow) => until !== null && until < now;
        const missed = own.filter((row) => row.state === 'open' && isMissed(row)).length;
        expect(plan).to.include({
          ...{ done_count: count('done'), skipped_count: count('skipped') },
          ...{ missed_count: missed, open_count: count('open') - missed },
        });
      }
    }
  });

  it('by meter are two at each plant, and stand as the service has them', async () => {
    const counted = "state <> 'scheduled' and due_units is not null";
    for (const plant of plants) {
      await switchTo(plant);
      const own = knex('maintenance_plans')
        .where({ site_id: siteIds.get(plant) })
        .whereNot('basis', 'calendar');
      const ids: number[] = (await own.orderBy('basis').pluck('id')).map(Number);
      expect(ids, plant).to.have.lengthOf(2);
      const rows = () => knex('plan_occurrences').whereIn('maintenance_plan_id', ids).orderBy('id');
      const [plans, dates] = [await own.clone(), await rows()];
      const brought = await knex('plan_occurrences').whereIn('maintenance_plan_id', ids).whereRaw(counted);
      expect(brought.length, plant).to.be.above(4);
      for (const id of ids) {
        const made = await manager.post(`/maintenance-plans/${id}/generate`, {});
        expect(made.body.data, made.text).to.deep.equal({ generated: 0, skipped: 0 });
      }
      expect([await own.clone(), await rows()]).to.deep.equal([plans, dates]);
    }
  });

  it('go on from there: what has come due since is recorded, once, and nothing else changes', async () => {
    const world = await PlanWorld.at(service);
    const now = new Date().toISOString();
    const before = await readPlans(knex);
    await world.tick(now);
    const after = await readPlans(knex);
    await expectKept();
    const due = new Set(
      before.plans.flatMap(({ id, next_generation_at: at }) =>
        at !== null && at <= now.replace('T', ' ') ? [id] : [],
      ),
    );
    const kept = ({ plans, dates, orders }: typeof before) => ({
      plans: plans.filter(({ id }) => !due.has(id)),
      dates: dates.filter(({ maintenance_plan_id: id }) => !due.has(id)),
      orders: orders.filter(({ maintenance_plan_id: id }) => !due.has(id)),
    });
    expect(kept(after)).to.deep.equal(kept(before));
    const recorded = new Set(before.dates.flatMap(({ id, state }) => (state === 'scheduled' ? [] : [id])));
    const old = ({ dates }: typeof before) => dates.filter(({ id }) => recorded.has(id));
    expect(old(after)).to.deep.equal(old(before));
    await world.tick(now);
    expect(await readPlans(knex)).to.deep.equal(after);
  });

  it('go on for weeks by the same rules', async () => {
    const world = await PlanWorld.at(service);
    await world.tick(new Date(Date.now() + 40 * day).toISOString());
    await expectKept();
  });

  async function switchTo(plant: string): Promise<void> {
    const reply = await manager.patch('/user/site', { site_id: siteIds.get(plant) });
    expect(reply.status, reply.text).to.equal(200);
  }

  async function read(path: string) {
    const reply = await manager.get(path);
    expect(reply.status, reply.text).to.equal(200);
    return reply.body;
  }
});
