/** People and tasks that change the same plans at the same moment: all rules of plans hold, whichever comes first. */
import { expect } from 'chai';
import fc from 'fast-check';
import { expectCounted } from '../../../../package/testing/laws/counters.ts';
import { expectReplayed } from '../../../../package/testing/laws/journal.ts';
import type { Client, Reply } from '../../../harness/client.ts';
import { announceSeed, seed } from '../../../harness/random/search.ts';
import { type Service, startService } from '../../../harness/service.ts';
import { brokenPlans } from '../../../service/resources/plans/laws.ts';
import { PlanWorld } from '../../../service/resources/plans/world.ts';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString().slice(0, 10);

/** How many runs, how many steps each has, and how many things happen at once. */
const runs = 3;
const steps = 10;
const atOnce = 12;

const acts = [
  'complete',
  'reopen',
  'cancel',
  'plan again',
  'delete order',
  'skip',
  'postpone',
  'generate',
  'generate all',
  'tick',
  'change rule',
  'change closed days',
  'pause',
  'resume',
  'delete plan',
  'close',
  'open',
  'decommission',
  'recommission',
  'read',
  'void',
] as const;
type Act = readonly [act: (typeof acts)[number], which: number, days: number];

const act = fc.tuple(fc.constantFrom(...acts), fc.nat({ max: 9999 }), fc.integer({ min: 1, max: 9 }));

describe('plans that many deal with at once', () => {
  let service: Service;
  let world: PlanWorld;
  let people: Client[];
  const statuses = new Map<string, number>();
  /** What has run by now, of all counters. */
  let hours = 0;

  before(async () => {
    announceSeed();
    service = await startService({ seed: 'demo' });
    world = await PlanWorld.at(service);
    people = [world.manager, await service.signedIn('manager@demo.test')];
  });
  after(() => {
    console.log(
      `      ${[...statuses]
        .sort()
        .map(([what, count]) => `${count} × ${what}`)
        .join(', ')}`,
    );
    return service?.stop();
  });

  const pick = async (table: string, which: number, where: object): Promise<number> => {
    const ids: number[] = await service.database.knex(table).where(where).orderBy('id').pluck('id');
    return ids[which % Math.max(1, ids.length)] ?? 0;
  };

  async function carryOut([what, which, days]: Act, materials: readonly number[]): Promise<Reply | null> {
    const { knex } = service.database;
    const client = people[which % people.length] ?? world.manager;
    const planId = () => pick('maintenance_plans', which, { material_id: materials[which % 2] ?? 0 });
    const orderId = async (status: string) =>
      pick('maintenances', which, { maintenance_plan_id: await planId(), status });
    const occurrenceId = async (state: string) =>
      pick('plan_occurrences', which, { maintenance_plan_id: await planId(), state });
    const meterId = () => pick('meters', which, { material_id: materials[which % 2] ?? 0 });
    const patch = async (path: string, id: Promise<number>, body: object) =>
      client.patch(`/${path}/${await id}`, body);
    switch (what) {
      case 'complete': {
        const body = { status: 'in_progress', operator_ids: [(await client.get('/user')).body.data.id] };
        const id = orderId('planned');
        await patch('maintenances', id, body);
        return patch('maintenances', id, { status: 'completed' });
      }
      case 'reopen':
        return patch('maintenances', orderId('completed'), { status: 'in_progress' });
      case 'cancel':
        return patch('maintenances', orderId('planned'), { status: 'canceled' });
      case 'plan again': {
        // One that was overtaken would be a second date, by the choice of a person.
        const where = { maintenance_plan_id: await planId(), skip_reason: 'canceled' };
        const id = knex('plan_occurrences').where(where).orderBy('id').first('maintenance_id');
        return patch(
          'maintenances',
          id.then((found) => found?.maintenance_id ?? 0),
          { status: 'planned' },
        );
      }
      case 'delete order':
        return client.delete(`/maintenances/${await orderId('planned')}`);
      case 'skip': {
        const id = await occurrenceId(which % 2 === 0 ? 'open' : 'scheduled');
        return client.post(`/plan-occurrences/${id}/skip`, { note: 'Not now.' });
      }
      case 'postpone': {
        const id = await occurrenceId(which % 2 === 0 ? 'open' : 'scheduled');
        const due_at = `${inDays(20 + days)}T10:00:00.000Z`;
        return client.post(`/plan-occurrences/${id}/postpone`, { due_at, note: 'Later.' });
      }
      case 'generate':
        return client.post(`/maintenance-plans/${await planId()}/generate`, { until: inDays(days) });
      case 'generate all':
        return client.post('/maintenance-plans/generate', { until: inDays(days) });
      case 'tick':
        return world.tick(new Date().toISOString()).then(() => null);
      case 'change rule':
        return patch('maintenance-plans', planId(), { every: (days % 3) + 1 });
      case 'change closed days': {
        const on_closed_day = (['keep', 'skip', 'before', 'after'] as const)[days % 4];
        return patch('maintenance-plans', planId(), { on_closed_day });
      }
      case 'pause':
        return patch('maintenance-plans', planId(), { active: false });
      case 'resume':
        return patch('maintenance-plans', planId(), { active: true });
      case 'delete plan':
        return client.delete(`/maintenance-plans/${await planId()}`);
      case 'close':
        return client.post('/closures', { day: inDays(days), name: 'Closed' });
      case 'open':
        return client.delete(`/closures/${await pick('closures', which, { name: 'Closed' })}`);
      case 'decommission':
      case 'recommission': {
        const status = what === 'decommission' ? 'decommissioned' : 'operational';
        return client.patch(`/materials/${materials[which % 2]}`, { status });
      }
      case 'read': {
        hours += days * 25;
        return client.post('/meter-readings', { meter_id: await meterId(), value: hours });
      }
      case 'void': {
        const where = { meter_id: await meterId(), voided: false };
        const id = await pick('meter_readings', which, where);
        return client.post(`/meter-readings/${id}/void`, { note: 'Misread.' });
      }
    }
  }

  const shapes = [
    { frequency: 'day', when_open: 'stack' },
    { frequency: 'day', when_open: 'skip', on_closed_day: 'skip' },
    { frequency: 'day', when_open: 'stack', on_closed_day: 'after' },
    { schedule: 'floating', frequency: 'day', every: 2 },
    { schedule: 'floating', frequency: 'day', on_closed_day: 'after' },
  ];

  for (let run = 0; run < runs; run += 1) {
    it(`keep their dates and maintenances together (${run + 1})`, async () => {
      const { knex } = service.database;
      const materials = [await world.newMaterial(), await world.newMaterial()];
      for (const shape of shapes)
        for (const material_id of materials)
          await world.plan({ ...shape, material_id, starts_on: inDays(1), lead_days: 1 });
      for (const material_id of materials) {
        const counter = { name: 'Hours', material_id, kind: 'counter', unit: 'h' };
        const { id: meter_id } = await world.send('POST', '/meters', counter, 201);
        await world.send('POST', '/meter-readings', { meter_id, value: hours }, 201);
        const rule = { material_id, meter_id, every_units: 100, lead_units: 10, starts_on: inDays(0) };
        await world.plan({ ...rule, basis: 'meter', frequency: null });
        await world.plan({ ...rule, basis: 'meter', frequency: null, schedule: 'floating' });
        await world.plan({ ...rule, basis: 'either', frequency: 'day', lead_days: 1 });
      }
      const sample = fc.sample(act, { seed: seed + run, numRuns: steps * atOnce });
      for (let step = 0; step < steps; step += 1) {
        const together = sample.slice(step * atOnce, (step + 1) * atOnce);
        const replies = await Promise.all(together.map((one) => carryOut(one, materials)));
        for (const [at, reply] of replies.entries()) {
          const what = `${together[at]?.[0]} ${reply?.status ?? ''}`;
          statuses.set(what, (statuses.get(what) ?? 0) + 1);
        }
        const told = together.map((one) => one.join(' ')).join('; ');
        expect(
          replies.filter((reply) => (reply?.status ?? 0) >= 500).map((reply) => reply?.text),
          told,
        ).to.deep.equal([]);
        expect(await brokenPlans(knex), `step ${step + 1}: ${told}`).to.deep.equal([]);
      }
    });
  }

  it('has told every change in the journal', async () => {
    expect(await expectReplayed(service.database.knex)).to.be.above(20);
  });

  it('were all counted', async () => {
    expect(await expectCounted(service.database.knex)).to.be.above(10);
  });
});
