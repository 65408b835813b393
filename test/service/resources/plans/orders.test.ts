/** What becomes of a date as its maintenance is completed, reopened, canceled and deleted; and what maintenances tell. */
import { expect } from 'chai';
import { setClock } from '../../../harness/set-clock.ts';
import { openPlant } from './plant.ts';

const weekly = { frequency: 'week', starts_on: '2027-03-01', lead_days: 3, when_open: 'stack' } as const;

describe('the maintenances of a plan', () => {
  const plant = openPlant();
  beforeEach(() => setClock('2027-02-01T12:00:00Z'));

  /** A plan with two dates open, and a third one to come. */
  const opened = async () => {
    const plan = await plant.plan(weekly);
    await plant.come('2027-03-05T12:00:00Z');
    expect(await plant.states(plan)).to.deep.equal(['missed', 'open', 'scheduled']);
    return plan;
  };
  const remove = async (plan: { id: number }, sequence: number) => {
    const { maintenance_id } = await plant.occurrence(plan, sequence);
    await plant.send('DELETE', `/maintenances/${maintenance_id}`, undefined, 204);
  };
  const counts = async (plan: { id: number }) => {
    const { open_count, done_count, skipped_count, missed_count } = await plant.read(plan);
    return { open_count, done_count, skipped_count, missed_count };
  };

  it('make it done by being completed, and open again by being reopened', async () => {
    const plan = await opened();
    await plant.complete(plan, 2, '2027-03-05T11:00:00Z');
    expect(await plant.occurrence(plan, 2)).to.include({
      ...{
        status: 'done',
        completed_at: '2027-03-05T11:00:00.000Z',
        punctuality: 'early',
        skip_reason: null,
      },
    });
    expect(await counts(plan)).to.deep.equal({
      ...{ open_count: 0, done_count: 1, skipped_count: 0, missed_count: 1 },
    });
    expect((await plant.read(plan)).last_completed_at).to.equal('2027-03-05T11:00:00.000Z');
    await plant.changeOrder(plan, 2, { status: 'in_progress' });
    expect(await plant.occurrence(plan, 2)).to.include({
      status: 'open',
      completed_at: null,
      punctuality: null,
    });
    expect((await plant.read(plan)).last_completed_at).to.equal(null);
    await plant.changeOrder(plan, 2, { status: 'planned' });
    expect((await plant.occurrence(plan, 2)).status).to.equal('open');
  });

  it('skip it by being canceled, and open it again by being planned', async () => {
    const plan = await opened();
    await plant.changeOrder(plan, 1, { status: 'canceled' });
    expect(await plant.states(plan)).to.deep.equal(['canceled', 'open', 'scheduled']);
    expect(await counts(plan)).to.include({ skipped_count: 1, missed_count: 0 });
    await plant.changeOrder(plan, 1, { status: 'planned' });
    expect(await plant.states(plan)).to.deep.equal(['missed', 'open', 'scheduled']);
  });

  it('skip it by being deleted, and it does not come back', async () => {
    const plan = await opened();
    await remove(plan, 2);
    expect(await plant.occurrence(plan, 2)).to.include({
      ...{ status: 'skipped', skip_reason: 'manual', maintenance_id: null, completed_at: null },
    });
    await plant.come('2027-03-05T13:00:00Z');
    await plant.send('POST', `/maintenance-plans/${plan.id}/generate`, { until: '2027-03-08' });
    expect(await plant.states(plan)).to.deep.equal(['missed', 'manual', 'scheduled']);
  });

  it('skip it when they are deleted, in any status: a completed one counts as not done', async () => {
    const plan = await opened();
    await plant.complete(plan, 1, '2027-03-01T09:00:00Z');
    await remove(plan, 1);
    expect(await plant.occurrence(plan, 1)).to.include({
      ...{ status: 'skipped', skip_reason: 'manual', completed_at: null, punctuality: null },
    });
    expect((await plant.read(plan)).last_completed_at).to.equal(null);
  });

  it('leave the reason for which it was skipped before they are deleted', async () => {
    const plan = await opened();
    await plant.changeOrder(plan, 1, { status: 'canceled' });
    await remove(plan, 1);
    await plant.send('POST', `/maintenance-plans/${plan.id}/generate`, { until: '2027-03-22' });
    await plant.change(plan, { ends_on: '2027-03-15' });
    await remove(plan, 4);
    expect(await plant.states(plan)).to.deep.equal(['canceled', 'open', 'open', 'overtaken']);
    expect(await plant.occurrence(plan, 4)).to.include({ maintenance_id: null });
  });

  it('are due when their date is, and that is changed by postponing alone', async () => {
    const plan = await opened();
    const order = await plant.order(plan, 2);
    expect(order).to.include({
      due_at: '2027-03-08T08:00:00.000Z',
      scheduled_at: '2027-03-08T08:00:00.000Z',
    });
    for (const due_at of ['2027-03-09T08:00:00Z', null]) {
      const reply = await plant.manager.patch(`/maintenances/${order.id}`, { due_at });
      expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['due_at']]);
    }
    const same = { due_at: '2027-03-08T09:00:00+01:00', scheduled_at: '2027-03-09T10:00:00Z' };
    expect(await plant.changeOrder(plan, 2, same)).to.include({ scheduled_at: '2027-03-09T10:00:00.000Z' });
    const { id } = await plant.occurrence(plan, 2);
    const due_at = '2027-03-12T08:00:00.000Z';
    await plant.send('POST', `/plan-occurrences/${id}/postpone`, { due_at, note: 'Later.' });
    expect(await plant.order(plan, 2), 'who has set another time keeps it').to.include({
      ...{ due_at, scheduled_at: '2027-03-09T10:00:00.000Z' },
    });
  });

  it('are overdue by when they are scheduled, else by when they are due', async () => {
    setClock('2027-03-10T12:00:00Z');
    const made: number[] = [];
    const table = [
      [{ scheduled_at: '2027-03-09T12:00:00Z', due_at: '2027-03-12T12:00:00Z' }, true],
      [{ scheduled_at: '2027-03-12T12:00:00Z', due_at: '2027-03-09T12:00:00Z' }, false],
      [{ scheduled_at: null, due_at: '2027-03-09T12:00:00Z' }, true],
      [{ scheduled_at: null, due_at: '2027-03-12T12:00:00Z' }, false],
      [{ scheduled_at: null, due_at: null }, false],
      [{ due_at: '2027-03-09T12:00:00Z', status: 'canceled' }, false],
    ] as const;
    for (const [body, overdue] of table) {
      const sent = { name: plant.name(), material_id: plant.material, ...body };
      const order = await plant.send('POST', '/maintenances', sent, 201);
      expect(order, JSON.stringify(body)).to.include({ overdue, maintenance_plan_id: null });
      made.push(order.id);
    }
    const found = await plant.send('GET', `/maintenances?id=${made.join()}&overdue=true&sort=created_at`);
    expect(found.map(({ id }: { id: number }) => id)).to.deep.equal([made[0], made[2]]);
  });

  it('are overdue after the window of their date: in rows, filters, counts and the backlog', async () => {
    const plan = await plant.plan({ ...weekly, tolerance_days: 5 });
    await plant.come('2027-03-01T12:00:00Z');
    const own = `maintenance_plan_id=${plan.id}`;
    const late = async () => ({
      row: (await plant.order(plan, 1)).overdue,
      found: (await plant.send('GET', `/maintenances?${own}&overdue=true`)).length,
      counted: (await plant.send('GET', `/maintenances/counts?${own}&by=overdue`)).map(
        ({ value }: { value: boolean }) => value,
      ),
      backlog: (await plant.send('GET', `/maintenances/backlog?${own}`))[0].overdue,
      missed: (await plant.occurrence(plan, 1)).status === 'missed',
    });
    const inTime = { row: false, found: 0, counted: [false], backlog: 0, missed: false };
    setClock('2027-03-06T07:59:00Z');
    expect(await late(), 'its time has passed, its window has not').to.deep.equal(inTime);
    // Whoever plans it for another time moves no window.
    await plant.changeOrder(plan, 1, { scheduled_at: '2027-03-03T08:00:00Z' });
    expect(await late()).to.deep.equal(inTime);
    setClock('2027-03-06T08:01:00Z');
    const over = { row: true, found: 1, counted: [true], backlog: 1, missed: true };
    expect(await late()).to.deep.equal(over);
    const { id } = await plant.occurrence(plan, 1);
    const due_at = '2027-03-04T08:00:00.000Z';
    await plant.send('POST', `/plan-occurrences/${id}/postpone`, { due_at, note: 'Later.' });
    expect((await plant.order(plan, 1)).overdue_at).to.equal('2027-03-09T08:00:00.000Z');
    expect(await late()).to.deep.equal(inTime);
  });

  it('come without a procedure that is no longer in use, and their plan says so', async () => {
    const steps = [{ title: 'Belt', kind: 'check' }];
    const procedure = await plant.send('POST', '/procedures', { name: plant.name(), steps }, 201);
    const plan = await plant.plan({ ...weekly, procedure_id: procedure.id });
    await plant.come('2027-03-01T12:00:00Z');
    expect(await plant.order(plan, 1)).to.include({ procedure_id: procedure.id, step_count: 1 });
    expect((await plant.read(plan)).procedure_note).to.equal(null);
    await plant.send('PATCH', `/procedures/${procedure.id}`, { active: false });
    await plant.come('2027-03-08T12:00:00Z');
    expect(await plant.order(plan, 2)).to.include({ procedure_id: null, step_count: 0 });
    expect(await plant.order(plan, 1)).to.include({ step_count: 1 });
    expect(await plant.read(plan)).to.include({
      ...{
        procedure_id: procedure.id,
        procedure_note: 'Its procedure is inactive: work is made without it.',
      },
    });
    await plant.send('PATCH', `/procedures/${procedure.id}`, { active: true });
    await plant.come('2027-03-15T12:00:00Z');
    expect(await plant.order(plan, 3)).to.include({ procedure_id: procedure.id, step_count: 1 });
  });

  it('name their plan, their duplicates none', async () => {
    const plan = await opened();
    const { id } = await plant.order(plan, 1);
    const copy = await plant.send('POST', `/maintenances/${id}/duplicate`, {}, 201);
    expect(copy).to.include({ maintenance_plan_id: null, due_at: null, scheduled_at: null });
    expect((await plant.occurrences(plan)).map(({ maintenance_id }) => maintenance_id)).not.to.include(
      copy.id,
    );
  });
});
