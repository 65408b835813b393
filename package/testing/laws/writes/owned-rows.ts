/** Rows that belong to one row only, and are written with it as a list. */

import { expect } from 'chai';
import type { OwnedFacts } from '../../../../engine/kinds/facts.ts';
import { isOwned } from '../../../../engine/kinds/kind.ts';
import type { FieldModel } from '../../../../engine/model/resource.ts';
import { isRequired } from '../../../../engine/request/body.ts';
import { describe, it, itOnce } from '../../runner.ts';
import type { Body } from '../../specimens/rules.ts';
import { wrongValues } from '../../specimens/values.ts';
import { allRows } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';

export function describeOwnedRows(subject: Subject): void {
  for (const { facts, ...field } of subject.resource.fields.values()) {
    if (isOwned(facts) && !facts.readOnly && !facts.fixed) describeList(subject, { ...field, facts });
  }
}

function describeList(subject: Subject, field: FieldModel<OwnedFacts>): void {
  const { resource, path } = subject;
  const { name, facts, parts, schema } = field;
  const most = Number(schema.maxItems);

  /** Valid entries, in the given number. */
  const right = async (count: number): Promise<Body[]> => {
    const given = await subject.specimens.value(resource, field, subject.place, 1);
    const list: Body[] = Array.isArray(given) ? given : [];
    expect(list, `right entries of ${name}`).not.to.have.lengthOf(0);
    return Array.from({ length: count }, (_, at) => ({ ...list[at % list.length] }));
  };
  const makeWith = async (count: number) => subject.make({ pin: { [name]: await right(count) } });
  const patch = (id: number, list: unknown, headers = {}) =>
    subject.client.patch(`${path}/${id}`, { [name]: list }, headers);
  const stored = (id: number): Promise<{ id: number }[]> =>
    subject.world.service.database
      .knex(facts.table)
      .where({ [facts.own]: id })
      .orderBy(facts.order);
  const listed = ({ [name]: list }: Readonly<Body>): Body[] => (Array.isArray(list) ? list : []);
  const idsOf = (list: readonly (Body | undefined)[]) => list.map((one) => Number(one?.id));

  describe(`${name}: rows of its own`, () => {
    it('keep their ids if they are named, in the order of the list; others are new, or are deleted', async () => {
      const { id, data, etag } = await makeWith(3);
      const [first, second, third] = listed(data);
      expect(idsOf(await stored(id))).to.deep.equal(idsOf(listed(data)));
      const [fresh = {}] = await right(1);
      const reply = await patch(id, [fresh, third, first], { 'If-Match': etag });
      expect(reply.status, reply.text).to.equal(200);
      const [made, ...others] = listed(reply.body.data);
      expect(others).to.deep.equal([third, first]);
      expect(made).to.deep.include(fresh);
      expect(idsOf([first, second, third])).not.to.include(made?.id);
      expect(idsOf(await stored(id))).to.deep.equal(idsOf([made, ...others]));
      const { etag: after, data: view } = await subject.read(id);
      expect([after, view[name]]).to.deep.equal([reply.headers.etag, reply.body.data[name]]);
      expect(after.split('-')[0]).not.to.equal(etag.split('-')[0]);
      if (subject.registry.has('activities'))
        await expectOneEntry(subject, id, name, [data, reply.body.data]);
    });

    itOnce('stay the same if a row is sent back, and if the list is omitted', async () => {
      const { id, data, etag } = await makeWith(2);
      for (const body of [{ [name]: data[name] }, {}]) {
        const reply = await subject.client.patch(`${path}/${id}`, body);
        expect([reply.status, reply.headers.etag], reply.text).to.deep.equal([200, etag]);
      }
      const tried = await patch(id, listed(data).toReversed(), { Prefer: 'dry-run' });
      expect(idsOf(listed(tried.body.data)), tried.text).to.deep.equal(idsOf(listed(data)).toReversed());
      expect((await subject.read(id)).data).to.deep.equal(data);
    });

    it('bear no id of elsewhere, and none twice', async () => {
      const { id, data } = await makeWith(2);
      const [first, second] = listed(data);
      const other = await makeWith(2);
      const [taken, gone] = listed(other.data);
      const lost = await patch(other.id, [taken]);
      expect(lost.status, lost.text).to.equal(200);
      for (const strange of [taken?.id, gone?.id, 2_147_483_646, first?.id]) {
        const reply = await patch(id, [first, { ...second, id: strange }]);
        expect([reply.status, Object.keys(reply.body.errors ?? {})], reply.text).to.deep.equal([
          422,
          [`${name}.1.id`],
        ]);
      }
      const body = await subject.specimens.body(resource, subject.place, { pin: { [name]: data[name] } });
      const copy = await subject.specimens.writer(resource, subject.place).post(path, body);
      expect(Object.keys(copy.body.errors ?? {}), copy.text).to.deep.equal([`${name}.0.id`, `${name}.1.id`]);
      expect((await subject.read(id)).data).to.deep.equal(data);
      expect((await subject.read(other.id)).data[name]).to.deep.equal(lost.body.data[name]);
    });

    itOnce('are refused at their place in the list, each part by its name', async () => {
      const { id, data } = await makeWith(2);
      const [first, second] = listed(data);
      const refused = async (entry: unknown, part: string, what: string) => {
        const reply = await patch(id, [first, entry]);
        expect(reply.status, `${part}: ${what} ${reply.text}`).to.equal(422);
        const named = Object.keys(reply.body.errors).map((key) => key.split('.').slice(0, 3).join('.'));
        expect(named, `${part}: ${what}`).to.include(`${name}.1.${part}`);
        expect(
          named.every((key) => key.startsWith(`${name}.1.`)),
          reply.text,
        ).to.equal(true);
      };
      for (const part of parts.values()) {
        for (const { value, what } of wrongValues(part))
          await refused({ ...second, [part.name]: value }, part.name, what);
        const { [part.name]: _left, ...rest } = second ?? {};
        if (isRequired(part)) await refused(rest, part.name, 'left out');
      }
      await refused({ ...second, nonsense: 1 }, 'nonsense', 'unknown');
      expect((await subject.read(id)).data).to.deep.equal(data);
    });

    itOnce('are as many as the definition says, and no more', async () => {
      const whole = await makeWith(Math.min(most, 200));
      expect(whole.data[name]).to.have.lengthOf(Math.min(most, 200));
      const turned = listed(whole.data).toReversed();
      const reply = await patch(whole.id, turned);
      expect(reply.body.data?.[name], reply.text).to.deep.equal(turned);
      const more = await patch(whole.id, await right(most + 1));
      expect([more.status, Object.keys(more.body.errors)]).to.deep.equal([422, [name]]);
    });

    it('are in answers about their row, and in no list', async () => {
      const { id, data } = await makeWith(2);
      expect(data[name]).to.have.lengthOf(2);
      if (!subject.can('viewAny')) return;
      const { body } = await subject.client.get(`${path}?id=${id}`);
      expect(body.data).to.have.lengthOf(1);
      expect(body.data[0]).not.to.have.property(name);
    });

    if (!subject.can('delete') || resource.softDelete) return;
    it('go with their row', async () => {
      const { id } = await makeWith(2);
      expect(await stored(id)).to.have.lengthOf(2);
      const reply = await subject.client.delete(`${path}/${id}`);
      expect(reply.status, reply.text).to.equal(204);
      expect(await stored(id)).to.deep.equal([]);
    });
  });
}

/** One entry of the journal has the whole change. */
async function expectOneEntry(
  subject: Subject,
  id: number,
  name: string,
  states: readonly [before: Body, after: Body],
): Promise<void> {
  const entries = await allRows(
    subject.client,
    '/activities',
    `resource=${subject.resource.name}&record_id=${id}&sort=created_at`,
  );
  expect(entries.map(({ action }) => action)).to.deep.equal(['create', 'update']);
  const [created, updated] = entries.map(({ changes }) => changes);
  expect(created).to.deep.include({ [name]: [null, states[0][name]] });
  expect(updated).to.deep.include({ [name]: states.map((state) => state[name]) });
}
