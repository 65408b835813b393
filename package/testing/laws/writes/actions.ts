/** A definition's own actions: their input is validated like a body, and their rows are protected like others. */
import { expect } from 'chai';
import { type ActionModel, refers } from '../../../../engine/model/resource.ts';
import { describe, it } from '../../runner.ts';
import { wrongValues } from '../../specimens/values.ts';
import { actionBody, rowFor } from '../../specimens/walks.ts';
import type { Subject } from '../../world/subject.ts';
import { expectErrors } from './bodies.ts';
import { strangersOf } from './options.ts';

export function describeActions(subject: Subject): void {
  for (const [name, action] of subject.resource.actions) describeAction(subject, name, action);
}

function describeAction(subject: Subject, name: string, { definition, input, answer }: ActionModel): void {
  const { resource } = subject;
  const onRow = definition.on === 'row';

  const rowOf = () => rowFor(subject.specimens, resource, name, subject.place);
  const address = async (): Promise<string> =>
    [subject.path, ...(onRow ? [await rowOf()] : []), definition.path ?? name].join('/');
  const valid = () => actionBody(subject.specimens, resource, { input }, subject.place);

  describe(`action ${name}`, () => {
    it(`answers ${answer ? 'what it declares' : 'the row that it made or changed'}`, async () => {
      const reply = await subject.client.post(await address(), await valid());
      expect(reply.status, reply.text).to.be.oneOf(answer ? [200] : [200, 201]);
      if (answer) {
        expect(reply.body).to.have.all.keys('data');
        expect(Object.keys(reply.body.data)).to.deep.equal([...answer.keys()]);
        expect(reply.headers).not.to.have.any.keys('etag', 'location');
        return;
      }
      if (definition.creates === 'many') {
        expect(reply.status).to.equal(201);
        for (const row of reply.body.data) expect(row).to.deep.equal((await subject.read(row.id)).data);
        return;
      }
      const { data, etag } = await subject.read(reply.body.data.id);
      expect(reply.body.data).to.deep.equal(data);
      expect(reply.headers.etag).to.equal(etag);
      const link = `${subject.world.service.url}/api/v1${subject.path}/${reply.body.data.id}`;
      expect(reply.headers.location).to.equal(reply.status === 201 ? link : undefined);
    });

    it('takes exactly its input', async () => {
      const path = await address();
      const body = await valid();
      for (const strange of ['nonsense', 'id', 'constructor', 'toString']) {
        expectErrors(await subject.client.post(path, { ...body, [strange]: 1 }), [strange], strange);
      }
      for (const field of input.values()) {
        for (const { what, value } of wrongValues(field)) {
          const reply = await subject.client.post(path, { ...body, [field.name]: value });
          expectErrors(reply, [field.name], `${field.name}: ${what}`);
        }
        if (field.facts.nullable) continue;
        expectErrors(await subject.client.post(path, { ...body, [field.name]: null }), [field.name], 'null');
      }
      expect((await subject.client.post(path, [])).status).to.equal(422);
      expectErrors(await subject.client.post(`${path}?page=1`, body), ['page'], 'a parameter');
    });

    for (const field of [...input.values()].filter(refers)) {
      it(`${field.name}: refers to no row that a body could not refer to`, async () => {
        const path = await address();
        const body = await valid();
        for (const id of await strangersOf(subject, resource.fields.get(field.name) ?? field)) {
          const reply = await subject.client.post(path, { ...body, [field.name]: id });
          expectErrors(reply, [field.name], String(id));
        }
      });
    }

    if (!onRow) return;
    it('is 412 on a row that has changed since it was read, and does nothing', async () => {
      const path = await address();
      const { knex } = subject.world.service.database;
      const rows = await knex(resource.table).orderBy('id');
      const reply = await subject.client.post(path, await valid(), { 'If-Match': '"0-x"' });
      expect([reply.status, reply.body.code]).to.deep.equal([412, 'stale']);
      expect(await knex(resource.table).orderBy('id')).to.deep.equal(rows);
    });
  });
}
