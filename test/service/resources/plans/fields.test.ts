/** The fields of a plan: what it has where nothing is said, what is refused and where that is told, in two languages. */
import { expect } from 'chai';
import { openPlant } from './plant.ts';

type Body = Readonly<Record<string, unknown>>;

describe('the fields of a plan', () => {
  const plant = openPlant();

  const usual = () => ({
    ...{ name: plant.name(), material_id: plant.material },
    ...{ frequency: 'day', starts_on: '2030-01-01' },
  });
  const refused = async (body: Body): Promise<Record<string, string[]>> => {
    const reply = await plant.manager.post('/maintenance-plans', { ...usual(), ...body });
    expect(reply.status, reply.text).to.equal(422);
    return reply.body.errors;
  };

  it('are these where nothing is said', async () => {
    const body = usual();
    const plan = await plant.send('POST', '/maintenance-plans', body, 201);
    expect(plan).to.deep.include({
      ...{ ...body, active: true, schedule: 'fixed', due_time: '08:00', every: 1, weekdays: null },
      ...{ month_day: null, nth: null, nth_weekday: null, ends_on: null, max_occurrences: null },
      ...{ on_closed_day: 'keep', season_from: null, season_until: null, lead_days: 7, tolerance_days: null },
      ...{ when_open: 'skip', catch_up: 'next', type: 'preventive', priority: 'medium' },
      ...{ realization: 'internal', operator_ids: [], company_ids: [], description: null },
      ...{ estimated_minutes: null, rrule: 'RRULE:FREQ=DAILY', next_due_at: '2030-01-01T08:00:00.000Z' },
      ...{ next_generation_at: '2029-12-25T08:00:00.000Z', last_completed_at: null, site_id: plant.site },
      ...{ open_count: 0, done_count: 0, skipped_count: 0, missed_count: 0 },
    });
    expect(plan.material).to.deep.equal({
      ...{ id: plant.material, name: 'Press', zone: { id: plant.zone, name: 'Hall' } },
    });
  });

  const sound: readonly [body: Body, rrule: string | null][] = [
    [
      { frequency: 'week', every: 2, weekdays: ['thu', 'mon'] },
      'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=MO',
    ],
    [{ frequency: 'month', nth: -1, nth_weekday: 'fri' }, 'RRULE:FREQ=MONTHLY;BYDAY=-1FR'],
    [{ season_from: '11-15', season_until: '02-29', on_closed_day: 'skip' }, 'RRULE:FREQ=DAILY'],
    [{ schedule: 'floating', frequency: 'year', every: 2 }, null],
  ];
  for (const [body, rrule] of sound) {
    it(`may be ${JSON.stringify(body)}`, async () => {
      const plan = await plant.send('POST', '/maintenance-plans', { ...usual(), ...body }, 201);
      expect(plan).to.include({ rrule });
      const known = Object.entries(body).filter(([name]) => name !== 'weekdays');
      expect(plan).to.deep.include(Object.fromEntries(known));
    });
  }

  const unsound: readonly [body: Body, ...fields: string[]][] = [
    [
      { name: undefined, material_id: undefined, frequency: undefined, starts_on: undefined },
      'name',
      'material_id',
      'frequency',
    ],
    [{ schedule: 'floating', starts_on: '9999-12-30', tolerance_days: 300 }, 'starts_on'],
    [{ frequency: 'month', nth: 1 }, 'nth_weekday'],
    [{ frequency: 'year', nth: 1, nth_weekday: 'mon' }, 'nth', 'nth_weekday'],
    [{ season_from: '02-30', season_until: '1-1' }, 'season_from', 'season_until'],
    [{ schedule: 'floating', frequency: 'month', nth: 1, nth_weekday: 'mon' }, 'nth', 'nth_weekday'],
  ];
  for (const [body, ...fields] of unsound) {
    const shown = JSON.stringify(body).slice(0, 80);
    it(`must not be ${shown === '{}' ? 'missing' : shown}`, async () => {
      expect(Object.keys(await refused(body))).to.have.members(fields);
    });
  }

  it('are judged together with those that are there', async () => {
    const plan = await plant.plan({ ...usual(), frequency: 'week', weekdays: ['mon'] });
    for (const [body, field] of [
      [{ frequency: 'month' }, 'weekdays'],
      [{ schedule: 'floating' }, 'weekdays'],
      [{ ends_on: '2029-12-31' }, 'ends_on'],
      [{ season_from: '01-01' }, 'season_until'],
      [{ weekdays: [] }, 'weekdays'],
    ] as const) {
      const reply = await plant.manager.patch(`/maintenance-plans/${plan.id}`, body);
      expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, [field]]);
    }
    expect(await plant.change(plan, { schedule: 'floating', weekdays: null })).to.include({ rrule: null });
    const moved = await plant.manager.patch(`/maintenance-plans/${plan.id}`, {
      material_id: await plant.newMaterial(),
    });
    expect([moved.status, Object.keys(moved.body.errors)]).to.deep.equal([422, ['material_id']]);
    expect(await plant.change(plan, { material_id: plant.material })).to.include({
      material_id: plant.material,
    });
  });

  it('are told in French, labels and messages', async () => {
    const { manager } = plant;
    await manager.patch('/user/locale', { locale: 'fr' });
    const table: readonly [body: Body, field: string, says: string][] = [
      [{ weekdays: ['mon'] }, 'weekdays', 'calendrier hebdomadaire'],
      [{ month_day: 1 }, 'month_day', 'mensuel ou annuel'],
      [{ season_from: '01-01' }, 'season_until', 'Une saison a un premier et un dernier jour'],
      [{ ends_on: '2029-01-01' }, 'ends_on', 'ne peut pas se terminer avant de commencer'],
      [{ schedule: 'floating', weekdays: ['mon'] }, 'weekdays', 'Un plan glissant est compté'],
      [{ every: 0 }, 'every', 'intervalle'],
    ];
    for (const [body, field, says] of table) expect((await refused(body))[field]?.join()).to.include(says);
    const plan = await plant.plan(usual());
    const { id } = await plant.occurrence(plan, 1);
    const french: readonly [path: string, body: Body, says: RegExp][] = [
      [
        `/plan-occurrences/${id}/postpone`,
        { due_at: '2029-01-01T00:00:00Z', note: 'x' },
        /après l’échéance actuelle/,
      ],
      [`/maintenance-plans/${plan.id}/generate`, { until: '2099-01-01' }, /jour/],
      [`/maintenance-plans/${plan.id}/duplicate`, { material_ids: [999_999] }, /équipement/],
    ];
    for (const [path, body, says] of french) {
      const reply = await manager.post(path, body);
      expect(reply.status, path).to.equal(422);
      expect(Object.values<string[]>(reply.body.errors).join())
        .to.match(says)
        .and.not.to.match(/\b(Must|There|The)\b/);
    }
    const [counted] = await plant.send(
      'GET',
      `/plan-occurrences/counts?by=status&maintenance_plan_id=${plan.id}`,
    );
    expect(counted.label).to.not.equal('Scheduled');
    await manager.patch('/user/locale', { locale: 'en' });
  });
});
