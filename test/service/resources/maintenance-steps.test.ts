/**
 * Steps of maintenances: copied from their procedure, answered while the work goes on, each with its own version; what fails makes an incident. On
 * MariaDB two server processes are on one database, so that what comes at once comes on two nodes.
 */
import { expect } from 'chai';
import { Form } from '../../../package/testing/world/form.ts';
import type { Client, Reply } from '../../harness/client.ts';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../harness/database.ts';
import { type ServiceProcess, startProcess } from '../../harness/process.ts';

type Json = Readonly<Record<string, unknown>>;

const oil = { title: 'Oil level', kind: 'check' };
const heat = {
  ...{ title: 'Temperature', kind: 'number', unit: '°C', maximum: 80, on_fail: 'incident', severity: 'high' },
};
const leak = { title: 'No leak', kind: 'pass_fail', on_fail: 'note' };
const state = {
  ...{
    title: 'State',
    kind: 'choice',
    choices: ['good', 'worn'],
    failing_choices: ['worn'],
    required: false,
  },
};
const remarks = { title: 'Remarks', kind: 'text', required: false };
const steps = [oil, heat, leak, state, remarks];

describe('steps of maintenances', () => {
  let database: TestDatabase;
  let nodes: ServiceProcess[] = [];
  let manager: Client;
  let technician: Client;
  /** The technician, signed in on the other node where there are two. */
  let colleague: Client;
  let material = { id: 0, name: '' };
  let operator = 0;
  let names = 0;

  before(async () => {
    database = await createTestDatabase('demo');
    const env = { DATABASE_URL: database.url, LOG_LEVEL: 'error' };
    const count = databaseKind === 'mysql' ? 2 : 1;
    nodes = await Promise.all(Array.from({ length: count }, () => startProcess({ env })));
    const signedIn = async (email: string, node: number) => {
      const client = nodes[node % count]?.client();
      if (!client) throw new Error('No node has been started.');
      expect((await client.login(email)).status).to.equal(200);
      return client;
    };
    manager = await signedIn('manager@demo.test', 0);
    technician = await signedIn('technician@demo.test', 0);
    colleague = await signedIn('technician@demo.test', 1);
    [material] = (await manager.get('/materials?status=operational&per_page=1')).body.data;
    operator = (await technician.get('/user')).body.data.id;
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await database?.drop();
  });

  const right = async (reply: Promise<Reply>, status = 200): Promise<Reply['body']> => {
    const { status: got, text, body } = await reply;
    expect(got, text).to.equal(status);
    return body?.data;
  };
  const procedure = async (parts: readonly Json[] = steps): Promise<number> => {
    names += 1;
    const body = { name: `Procedure ${names} of a test`, steps: parts };
    return (await right(manager.post('/procedures', body), 201)).id;
  };
  /** Work in progress with a new procedure's steps. */
  const work = async (parts: readonly Json[] = steps, body: Json = {}): Promise<number> => {
    const given = { name: 'Work of a test', material_id: material.id, operator_ids: [operator] };
    const status = { procedure_id: await procedure(parts), status: 'in_progress', ...body };
    return (await right(manager.post('/maintenances', { ...given, ...status }), 201)).id;
  };
  const list = async (id: number): Promise<Reply['body'][]> =>
    right(manager.get(`/maintenance-steps?maintenance_id=${id}&per_page=100`));
  const stepAt = async (id: number, place: number): Promise<Reply['body']> => (await list(id))[place];
  const answer = (id: number, body: Json, by = technician) => by.patch(`/maintenance-steps/${id}`, body);
  const change = (id: number, body: Json) => manager.patch(`/maintenances/${id}`, body);
  const row = (id: number): Promise<Reply['body']> => right(manager.get(`/maintenances/${id}`));
  const incidentsOf = (id: number): Promise<Reply['body'][]> =>
    right(manager.get(`/incidents?maintenance_id=${id}`));

  it('are those of the procedure at that moment, in their order', async () => {
    const id = await work();
    const { procedure_id } = await row(id);
    await right(manager.patch(`/procedures/${procedure_id}`, { steps: [remarks] }));
    const copied = await list(id);
    expect(copied.map(({ title, position, status }) => [title, position, status])).to.deep.equal(
      steps.map(({ title }, position) => [title, position, 'open']),
    );
    expect(copied[1]).to.deep.include({
      ...{ ...heat, minimum: null, required: true, procedure_id, procedure_version: 1 },
      ...{ passed: null, number: null, not_applicable: false, answered_at: null, incident_id: null },
    });
    expect(await row(id)).to.include({ step_count: 5, open_step_count: 5, failed_step_count: 0 });
    const { id: again } = await right(manager.post(`/maintenances/${id}/duplicate`), 201);
    expect((await list(again)).map(({ title, procedure_version: v }) => [title, v])).to.deep.equal([
      ['Remarks', 2],
    ]);
  });

  it('come with a procedure that is in use, and are left out of a duplicate where it no longer is', async () => {
    const id = await work();
    const { procedure_id } = await row(id);
    await right(manager.patch(`/procedures/${procedure_id}`, { active: false }));
    const copy = await right(manager.post(`/maintenances/${id}/duplicate`), 201);
    expect([copy.procedure_id, copy.step_count]).to.deep.equal([null, 0]);
    const refused = await change(copy.id, { procedure_id });
    expect([refused.status, Object.keys(refused.body.errors)]).to.deep.equal([422, ['procedure_id']]);
    // One that it has is sent back by any form.
    await right(change(id, { procedure_id, description: 'As before.' }));
  });

  it('are others with another procedure, as long as none is answered', async () => {
    const id = await work();
    await right(change(id, { procedure_id: await procedure([oil]) }));
    expect((await list(id)).map(({ title }) => title)).to.deep.equal(['Oil level']);
    const { id: step } = await stepAt(id, 0);
    await right(answer(step, { passed: true }));
    for (const procedure_id of [null, await procedure([leak])]) {
      const refused = await change(id, { procedure_id });
      expect([refused.status, Object.keys(refused.body.errors)]).to.deep.equal([422, ['procedure_id']]);
    }
    await right(answer(step, { passed: null }));
    await right(change(id, { procedure_id: null }));
    expect(await list(id)).to.deep.equal([]);
  });

  it('go with their maintenance', async () => {
    const id = await work();
    const { id: step } = await stepAt(id, 1);
    await right(answer(step, { number: 90 }));
    const [incident] = await incidentsOf(id);
    await right(manager.delete(`/maintenances/${id}`), 204);
    await right(manager.get(`/maintenance-steps/${step}`), 404);
    expect((await right(manager.get(`/incidents/${incident.id}`))).maintenance_step_id).to.equal(null);
  });

  for (const [what, place, body, fields] of [
    ['a number of a check', 0, { number: 1 }, ['number']],
    ['a check that is false', 0, { passed: false }, ['passed']],
    ['a mark and a text of a number', 1, { passed: true, text: 'x' }, ['passed', 'text']],
    ['five decimals', 1, { number: 1.00001 }, ['number']],
    ['a choice of a pass or fail', 2, { choice: 'good' }, ['choice']],
    ['a failure without the note', 2, { passed: false }, ['note']],
    ['what is no choice', 3, { choice: 'bad' }, ['choice']],
    ['what does not apply without a note', 4, { not_applicable: true }, ['note']],
    ['a time to come', 4, { text: 'x', answered_at: '2099-01-01T00:00:00Z' }, ['answered_at']],
    ['a time without an answer', 4, { answered_at: '2024-01-01T00:00:00Z' }, ['answered_at']],
  ] as const) {
    it(`refuse ${what}`, async () => {
      const { id } = await stepAt(await work(), place);
      const reply = await answer(id, body);
      expect([reply.status, Object.keys(reply.body.errors ?? {})], reply.text).to.deep.equal([422, fields]);
    });
  }

  it('show who has answered and when, and count the open and the failed ones', async () => {
    const id = await work();
    const [first, , third, fourth] = await list(id);
    const at = '2026-01-31T08:00:00.000Z';
    const told = await right(answer(first.id, { passed: true, answered_at: at }));
    expect(told).to.include({ status: 'done', answered_at: at, answered_by_id: operator });
    expect(await right(answer(third.id, { passed: false, note: 'It drips.' }))).to.include({
      status: 'failed',
    });
    await right(answer(fourth.id, { not_applicable: true, note: 'It is new.' }));
    expect(await row(id)).to.include({ step_count: 5, open_step_count: 2, failed_step_count: 1 });
    const failed = await right(manager.get(`/maintenance-steps?maintenance_id=${id}&status=failed`));
    expect(failed.map((one: Json) => one.title)).to.deep.equal(['No leak']);
    const back = await right(answer(first.id, { passed: null }));
    expect(back).to.include({ status: 'open', answered_at: null, answered_by_id: null });
  });

  it('are answered while the maintenance is in progress, by users who may', async () => {
    const id = await work(steps, { status: 'planned' });
    const { id: step } = await stepAt(id, 0);
    const early = await answer(step, { passed: true });
    expect([early.status, early.body.message]).to.deep.equal([409, 'The maintenance is not in progress.']);
    expect((await technician.get(`/maintenance-steps/${step}?with=can`)).body.data.can.update).to.equal(
      false,
    );
    await right(change(id, { status: 'in_progress' }));
    expect((await technician.get(`/maintenance-steps/${step}?with=can`)).body.data.can.update).to.equal(true);
    await right(answer(step, { passed: true }));
    const viewer = nodes[0]?.client();
    if (!viewer) throw new Error('No node has been started.');
    await viewer.login('viewer@demo.test');
    expect((await answer(step, { passed: null }, viewer)).status).to.be.oneOf([403, 404]);
  });

  it('keep work from being completed while required ones are open: the first three are named', async () => {
    const many = ['A', 'B', 'C', 'D', 'E'].map((title) => ({ title, kind: 'check' }));
    const id = await work([...many, remarks]);
    const complete = () => change(id, { status: 'completed' });
    const refused = await complete();
    expect(refused.body.errors).to.deep.equal({ status: ['5 required steps are open: A, B, C and 2 more.'] });
    const open = await list(id);
    for (const { id: step } of open.slice(0, 3)) await right(answer(step, { passed: true }));
    expect((await complete()).body.errors).to.deep.equal({ status: ['2 required steps are open: D, E.'] });
    for (const { id: step } of open.slice(3, 5)) {
      await right(answer(step, { not_applicable: true, note: 'It has none.' }));
    }
    await right(complete());
    // Of what is completed nothing is answered, and no procedure brings open steps.
    expect((await answer(open[5].id, { text: 'x' })).status).to.equal(409);
  });

  it('let work be completed that has failed, and begin none that is completed', async () => {
    const id = await work([leak]);
    const { id: step } = await stepAt(id, 0);
    await right(answer(step, { passed: false, note: 'It drips.' }));
    await right(change(id, { status: 'completed' }));
    const done = { name: 'Done', material_id: material.id, operator_ids: [operator], status: 'completed' };
    const body = { ...done, procedure_id: await procedure([oil]) };
    const refused = await manager.post('/maintenances', body);
    expect(refused.body.errors).to.deep.equal({ status: ['1 required step is open: Oil level.'] });
    const made = await right(manager.post('/maintenances', done), 201);
    expect(
      Object.keys((await change(made.id, { procedure_id: body.procedure_id })).body.errors),
    ).to.deep.equal(['procedure_id']);
  });

  describe('that fail', () => {
    const failing = async () => {
      const id = await work();
      const { id: step } = await stepAt(id, 1);
      await right(answer(step, { number: 90.5, note: 'It smells.' }));
      const [incident] = await incidentsOf(id);
      return { id, step, incident };
    };

    it('make an incident', async () => {
      const { id, step, incident } = await failing();
      expect(incident).to.deep.include({
        ...{ name: `Temperature: ${material.name}`, severity: 'high', status: 'open' },
        ...{ material_id: material.id, maintenance_id: id, maintenance_step_id: step },
      });
      const { description } = await right(manager.get(`/incidents/${incident.id}`));
      expect(description).to.equal('90.5 °C\nIt smells.');
      expect((await stepAt(id, 1)).incident_id).to.equal(incident.id);
    });

    it('make no other one while they fail', async () => {
      const { id, step } = await failing();
      await right(answer(step, { number: 90.5 }));
      await right(answer(step, { number: 95 }));
      expect(await incidentsOf(id)).to.have.length(1);
    });

    it('tell it what is answered and noted later, as long as nobody has changed it', async () => {
      const { id, step, incident } = await failing();
      const text = async () => (await right(manager.get(`/incidents/${incident.id}`))).description;
      await right(answer(step, { number: 95 }));
      expect(await text()).to.equal('95 °C\nIt smells.');
      await right(answer(step, { note: 'It burns.' }));
      expect(await text()).to.equal('95 °C\nIt burns.');
      // What the service has told makes it nobody's.
      await right(answer(step, { number: 70 }));
      await right(manager.get(`/incidents/${incident.id}`), 404);
      await right(answer(step, { number: 90 }));
      const [second] = await incidentsOf(id);
      await right(answer(step, { number: 91 }));
      await right(manager.patch(`/incidents/${second.id}`, { description: 'Look at it.' }));
      await right(answer(step, { note: 'It glows.' }));
      expect(await right(manager.get(`/incidents/${second.id}`))).to.include({ description: 'Look at it.' });
      expect(await right(answer(step, { number: 70 }))).to.include({ incident_id: second.id });
    });

    it('lose it with a better answer, and make another one later', async () => {
      const { id, step, incident } = await failing();
      const better = await right(answer(step, { number: 70 }));
      expect(better).to.include({ status: 'done', incident_id: null });
      await right(manager.get(`/incidents/${incident.id}`), 404);
      await right(answer(step, { number: 90 }));
      expect(await incidentsOf(id)).to.have.length(1);
    });

    for (const [what, use] of [
      ['changed', (id: number) => manager.patch(`/incidents/${id}`, { description: 'Look at it.' })],
      ['begun', (id: number) => manager.patch(`/incidents/${id}`, { status: 'in_progress' })],
      ['spoken of', (id: number) => manager.post(`/incidents/${id}/comments`, { body: 'I know.' })],
      [
        'pictured',
        (id: number) =>
          manager.post(
            `/incidents/${id}/attachments`,
            new Form([{ name: 'file', filename: 'a.txt', value: 'It drips.' }]),
          ),
      ],
    ] as const) {
      it(`keep one that a person has ${what}, and make no second`, async () => {
        const { id, step, incident } = await failing();
        expect((await use(incident.id)).status).to.be.oneOf([200, 201]);
        expect(await right(answer(step, { number: 70 }))).to.include({ incident_id: incident.id });
        await right(answer(step, { number: 90 }));
        expect((await incidentsOf(id)).map((one) => one.id)).to.deep.equal([incident.id]);
      });
    }

    it('make another one after a person has deleted it, but only when the step fails again', async () => {
      const { id, step, incident } = await failing();
      await right(manager.delete(`/incidents/${incident.id}`), 204);
      await right(answer(step, { number: 91 }));
      expect(await incidentsOf(id)).to.have.length(0);
      await right(answer(step, { number: 70 }));
      await right(answer(step, { number: 91 }));
      expect(await incidentsOf(id)).to.have.length(1);
    });

    it('make one, however often it is sent at once', async () => {
      const id = await work();
      const { id: step } = await stepAt(id, 1);
      const sent = Array.from({ length: 12 }, (_, at) =>
        answer(step, { number: 90 + (at % 2) }, at % 3 === 0 ? colleague : technician),
      );
      for (const reply of await Promise.all(sent)) expect(reply.status, reply.text).to.equal(200);
      expect(await incidentsOf(id)).to.have.length(1);
    });

    it('have it deleted by a person and taken back at once', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { id, step, incident } = await failing();
        const replies = await Promise.all([
          answer(step, { number: 70 }, colleague),
          manager.delete(`/incidents/${incident.id}`),
        ]);
        expect(replies[0].status, replies[0].text).to.equal(200);
        expect(replies[1].status, replies[1].text).to.be.oneOf([204, 404]);
        expect(await incidentsOf(id)).to.have.length(0);
      }
    });
  });

  it('are filled in by two people at once, and nothing is lost', async () => {
    const many = Array.from({ length: 16 }, (_, at) => ({ ...heat, title: `Bearing ${at}` }));
    const id = await work(many);
    const replies = await Promise.all(
      (await list(id)).map((step, at) =>
        answer(step.id, { number: at % 4 === 0 ? 90 : 70 }, at % 2 === 0 ? technician : colleague),
      ),
    );
    for (const reply of replies) expect(reply.status, reply.text).to.equal(200);
    expect(await row(id)).to.include({ open_step_count: 0, failed_step_count: 4 });
    expect(await incidentsOf(id)).to.have.length(4);
    const [first] = await list(id);
    const { headers } = await technician.get(`/maintenance-steps/${first.id}`);
    const seen = { 'If-Match': String(headers.etag) };
    const answers = [70, 71].map((number) =>
      technician.patch(`/maintenance-steps/${first.id}`, { number }, seen),
    );
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).to.deep.equal([200, 412]);
  });

  it('are never open in completed work, whatever requests arrive at once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await work([oil]);
      const { id: step } = await stepAt(id, 0);
      await right(answer(step, { passed: true }));
      const replies = await Promise.all([
        change(id, { status: 'completed' }),
        answer(step, { passed: null }, colleague),
      ]);
      const won = replies.map(({ status }) => status);
      expect(won).to.be.deep.oneOf([
        [200, 409],
        [422, 200],
      ]);
      const { status, open_step_count } = await row(id);
      expect([status, open_step_count]).to.deep.equal(won[0] === 200 ? ['completed', 0] : ['in_progress', 1]);
    }
  });

  it('are done with a photo while the work goes on, and open without one; their version stays', async () => {
    const id = await work([{ title: 'Picture of the seal', kind: 'photo' }, remarks]);
    const { id: step } = await stepAt(id, 0);
    const photo = () =>
      new Form([{ name: 'file', filename: 'seal.txt', value: 'A picture in words.', type: 'text/plain' }]);
    const send = (by = technician) => by.post(`/maintenance-steps/${step}/attachments`, photo());
    const seen = (await technician.get(`/maintenance-steps/${step}`)).headers.etag;
    const [first, second] = await Promise.all([send(), send(colleague)]);
    for (const sent of [first, second]) expect(sent?.status, sent?.text).to.equal(201);
    const done = await technician.get(`/maintenance-steps/${step}`);
    expect(done.body.data).to.include({ status: 'done', answered_by_id: operator, attachment_count: 2 });
    expect(done.body.data.answered_at).to.be.a('string');
    expect((await change(id, { procedure_id: null })).status).to.equal(422);
    const path = `/maintenance-steps/${step}`;
    await right(technician.patch(path, { note: 'From the left.' }, { 'If-Match': String(seen) }));
    expect((await stepAt(id, 0)).status).to.equal('done');
    const remove = (file: number) => technician.delete(`/attachments/${file}`);
    await right(remove(first?.body.data.id), 204);
    expect((await stepAt(id, 0)).status).to.equal('done');
    await right(remove(second?.body.data.id), 204);
    expect(await stepAt(id, 0)).to.include({ status: 'open', answered_at: null, answered_by_id: null });
    const last = await right(send(), 201);
    await right(change(id, { status: 'completed' }));
    for (const refused of [await send(), await remove(last.id)]) {
      expect([refused.status, refused.body.message]).to.deep.equal([
        409,
        'The maintenance is not in progress.',
      ]);
    }
    await right(manager.delete(`/maintenances/${id}`), 204);
    await right(manager.get(`/attachments/${last.id}`), 404);
  });

  it('are never open in completed work, if the last photo goes at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await work([{ title: 'Picture', kind: 'photo' }]);
      const { id: step } = await stepAt(id, 0);
      const file = new Form([{ name: 'file', filename: 'a.txt', value: 'A picture.' }]);
      const sent = await right(technician.post(`/maintenance-steps/${step}/attachments`, file), 201);
      const replies = await Promise.all([
        change(id, { status: 'completed' }),
        colleague.delete(`/attachments/${sent.id}`),
      ]);
      expect(replies.map(({ status }) => status)).to.be.deep.oneOf([
        [200, 409],
        [422, 204],
      ]);
    }
  });

  it('hold a procedure in place, which no longer goes', async () => {
    const { procedure_id } = await row(await work());
    const { status, body } = await manager.delete(`/procedures/${procedure_id}`);
    expect([status, body.message]).to.deep.equal([
      409,
      'It cannot be deleted while these depend on it: 1 maintenance. Make it inactive instead: it is then no longer offered.',
    ]);
  });
});
