/** Dates as they are told, found and counted, and what people decide of them. */
import { expect } from 'chai';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant } from './plant.ts';

const weekly = { frequency: 'week', starts_on: '2027-03-01', lead_days: 3, when_open: 'stack' } as const;

describe('the occurrences of a plan', () => {
  const plant = openPlant();
  beforeEach(() => setClock('2027-02-01T12:00:00Z'));

  const act = (id: number, action: 'skip' | 'postpone', body: object, status = 200) =>
    plant.send('POST', `/plan-occurrences/${id}/${action}`, body, status);
  const note = 'As agreed.';

  it('tell of their plan, its material and their window', async () => {
    const plan = await plant.plan({ ...weekly, tolerance_days: 1 });
    const [only] = await plant.occurrences(plan);
    expect(only).to.deep.include({
      maintenance_plan_id: plan.id,
      maintenance_plan: { id: plan.id, name: plan.name },
      ...{ material_id: plant.material, site_id: plant.site, sequence: 1, status: 'scheduled' },
      ...{ due_at: '2027-03-01T08:00:00.000Z', original_due_at: '2027-03-01T08:00:00.000Z' },
      ...{ window_from: '2027-02-28T08:00:00.000Z', window_until: '2027-03-02T08:00:00.000Z' },
      ...{ skip_reason: null, note: null, maintenance_id: null, completed_at: null, punctuality: null },
    });
    expect(await plant.send('GET', `/plan-occurrences/${only?.id}`)).to.deep.equal(only);
  });

  const windows: readonly [body: object, from: string, until: string][] = [
    [{ frequency: 'day' }, '2027-03-01T05:36:00.000Z', '2027-03-01T10:24:00.000Z'],
    [{ frequency: 'month', schedule: 'floating' }, '2027-02-26T08:00:00.000Z', '2027-03-04T08:00:00.000Z'],
  ];
  for (const [body, window_from, window_until] of windows) {
    it(`have a window of ${JSON.stringify(body)}`, async () => {
      const plan = await plant.plan({ starts_on: '2027-03-01', ...body });
      expect(await plant.occurrence(plan, 1)).to.include({ window_from, window_until });
    });
  }

  for (const [at, punctuality] of [
    ['2027-03-02T08:00:00.000Z', 'on_time'],
    ['2027-03-02T08:00:00.001Z', 'late'],
  ] as const) {
    it(`are done ${punctuality} at ${at}, where a day is tolerated`, async () => {
      const plan = await plant.plan({ ...weekly, tolerance_days: 1 });
      await plant.come('2027-03-02T09:00:00Z');
      await plant.complete(plan, 1, at);
      expect(await plant.occurrence(plan, 1)).to.include({ status: 'done', punctuality, completed_at: at });
    });
  }

  it('are missed as soon as their window has passed, in answers, filters and counts', async () => {
    const plan = await plant.plan({ ...weekly, tolerance_days: 1 });
    await plant.come('2027-03-01T08:00:00Z');
    const own = `maintenance_plan_id=${plan.id}`;
    const told = async (at: string) => {
      setClock(at);
      const { open_count, missed_count } = await plant.read(plan);
      return {
        status: (await plant.occurrence(plan, 1)).status,
        counts: [open_count, missed_count],
        by: await plant.send('GET', `/plan-occurrences/counts?by=status&${own}`),
        open: (await plant.send('GET', `/plan-occurrences?${own}&status=open`)).length,
        missed: (await plant.send('GET', `/plan-occurrences?${own}&status=missed`)).length,
        both: (await plant.send('GET', `/plan-occurrences?${own}&status=open,missed`)).length,
      };
    };
    const scheduled = { value: 'scheduled', label: 'Scheduled', count: 1 };
    expect(await told('2027-03-02T07:59:58Z')).to.deep.equal({
      ...{ status: 'open', counts: [1, 0], open: 1, missed: 0, both: 1 },
      by: [scheduled, { value: 'open', label: 'Open', count: 1 }],
    });
    const late = await told('2027-03-02T08:00:01Z');
    expect(late).to.deep.include({ status: 'missed', counts: [0, 1], open: 0, missed: 1, both: 1 });
    expect(late.by).to.have.deep.members([scheduled, { value: 'missed', label: 'Missed', count: 1 }]);
    expect((await plant.order(plan, 1)).status).to.equal('planned');
  });

  it('are skipped with a note: a scheduled one makes room for the next', async () => {
    const plan = await plant.plan(weekly);
    const first = await plant.occurrence(plan, 1);
    expect(await act(first.id, 'skip', { note })).to.include({
      ...{ id: first.id, status: 'skipped', skip_reason: 'manual', note, maintenance_id: null },
    });
    expect(await plant.moments(plan)).to.deep.equal([
      ...['2027-03-01 08:00 skipped manual', '2027-03-08 08:00 scheduled'],
    ]);
    expect((await plant.read(plan)).next_due_at).to.equal('2027-03-08T08:00:00.000Z');
    await plant.come('2027-03-02T12:00:00Z');
    expect(await plant.states(plan)).to.deep.equal(['manual', 'scheduled']);
  });

  it('are skipped where they are open or missed, and their orders canceled, also those under way', async () => {
    const plan = await plant.plan(weekly);
    await plant.come('2027-03-05T12:00:00Z');
    await plant.changeOrder(plan, 1, { status: 'in_progress', operator_ids: [plant.operator] });
    for (const sequence of [1, 2]) {
      const { id } = await plant.occurrence(plan, sequence);
      await act(id, 'skip', { note });
      expect((await plant.order(plan, sequence)).status).to.equal('canceled');
    }
    expect(await plant.states(plan)).to.deep.equal(['manual', 'manual', 'scheduled']);
    await plant.changeOrder(plan, 2, { status: 'planned' });
    expect(await plant.occurrence(plan, 2)).to.include({ status: 'open', skip_reason: null, note });
  });

  it('are put off with a note, their windows and orders with them', async () => {
    const plan = await plant.plan({ ...weekly, tolerance_days: 1 });
    await plant.come('2027-03-05T12:00:00Z');
    const missed = await plant.occurrence(plan, 1);
    expect(missed.status).to.equal('missed');
    const due_at = '2027-03-06T10:00:00.000Z';
    const put = await act(missed.id, 'postpone', { due_at: '2027-03-06T11:00:00+01:00', note });
    expect(put).to.include({
      ...{ status: 'open', due_at, original_due_at: missed.original_due_at, note },
      ...{ window_from: '2027-03-05T10:00:00.000Z', window_until: '2027-03-07T10:00:00.000Z' },
    });
    expect(await plant.order(plan, 1)).to.include({ due_at, scheduled_at: due_at, overdue: false });
    const { data: told } = (
      await plant.manager.get(`/activities?resource=plan-occurrence&record_id=${missed.id}&sort=-id`)
    ).body;
    expect(told[0], 'one entry with all that it changed').to.deep.include({
      name: 'plan-occurrence.update',
      changes: {
        due_at: [missed.due_at, due_at],
        window_from: [missed.window_from, '2027-03-05T10:00:00.000Z'],
        window_until: [missed.window_until, '2027-03-07T10:00:00.000Z'],
        note: [null, note],
      },
    });
    await plant.complete(plan, 1, '2027-03-05T11:00:00Z');
    expect((await plant.occurrence(plan, 1)).punctuality, 'by the window of due_at').to.equal('on_time');
  });

  it('wait, once put off, for their new moment, and the plan waits with them', async () => {
    const plan = await plant.plan({ ...weekly, when_open: 'skip' });
    const { id } = await plant.occurrence(plan, 1);
    await act(id, 'postpone', { due_at: '2027-03-04T08:00:00Z', note });
    expect(await plant.read(plan)).to.include({
      ...{ next_due_at: '2027-03-04T08:00:00.000Z', next_generation_at: '2027-03-01T08:00:00.000Z' },
    });
    await plant.come('2027-02-27T12:00:00Z');
    expect(await plant.states(plan)).to.deep.equal(['scheduled']);
    await plant.come('2027-03-01T08:00:00Z');
    expect(await plant.moments(plan)).to.deep.equal(['2027-03-04 08:00 open', '2027-03-08 08:00 scheduled']);
  });

  it('are put off again, always to a later moment', async () => {
    const plan = await plant.plan(weekly);
    const { id } = await plant.occurrence(plan, 1);
    for (const due_at of ['2027-03-02T08:00:00.000Z', '2027-03-03T08:00:00.000Z'])
      expect(await act(id, 'postpone', { due_at, note })).to.include({ due_at });
    for (const due_at of [
      '2027-03-03T08:00:00Z',
      '2027-03-02T08:00:00Z',
      '9999-12-31T00:00:00Z',
      'soon',
      null,
    ]) {
      const reply = await plant.manager.post(`/plan-occurrences/${id}/postpone`, { due_at, note });
      expect([reply.status, Object.keys(reply.body.errors)], String(due_at)).to.deep.equal([422, ['due_at']]);
    }
  });

  it('are decided once', async () => {
    const plan = await plant.plan(weekly);
    await plant.come('2027-03-05T12:00:00Z');
    await plant.complete(plan, 1, '2027-03-01T09:00:00Z');
    const [done, open] = await plant.occurrences(plan);
    const due_at = '2027-04-01T08:00:00Z';
    const refused = async (id: number | undefined, action: string, body: object) => {
      const reply = await plant.manager.post(`/plan-occurrences/${id}/${action}`, body);
      expect(reply.status, reply.text).to.equal(422);
      return Object.keys(reply.body.errors);
    };
    await act(open?.id ?? 0, 'skip', { note });
    for (const one of [done, open])
      for (const [action, body] of [
        ['skip', { note }],
        ['postpone', { note, due_at }],
      ] as const)
        expect(await refused(one?.id, action, body)).to.deep.equal(['status']);
  });
});
