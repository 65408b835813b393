/** What an update changes and what it does not, and the transitions of a state. */

import { expect } from 'chai';
import { isText } from '../../../../engine/kinds/kind.ts';
import type { FieldModel } from '../../../../engine/model/resource.ts';
import { searchText, sortKey } from '../../../../engine/values.ts';
import { describe, it } from '../../runner.ts';
import { isAsked } from '../../specimens/declared.ts';
import type { Body, Made } from '../../specimens/rules.ts';
import { asSent, bodyOf, cutToSent, settableFields } from '../../specimens/sent.ts';
import { stateFor } from '../../specimens/states.ts';
import { idsOf } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';
import { expectErrors } from './bodies.ts';

function versionOf(etag: string | undefined): number {
  return Number(/^"(\d+)-/.exec(etag ?? '')?.[1]);
}

export function describeUpdates(subject: Subject): void {
  const { resource, path } = subject;
  const state = resource.definition.states?.field;
  const unchangeable = subject.rules.unchangeable ?? [];
  const settable = settableFields(resource);
  const single = (resource.definition.atMostOne ?? []).map(({ field }): string => field);
  const kept = [state, ...single, ...unchangeable];
  const changeable = settable.filter(({ name, facts }) => !facts.fixed && !kept.includes(name));

  /** Sends a patch, and checks that it changed what it names and nothing else that a body can set. */
  const expectChange = async (made: Made, patch: Body, what: string) => {
    const before = await subject.read(made.id);
    const reply = await subject.client.patch(`${path}/${made.id}`, patch);
    expect(reply.status, `${what} ${JSON.stringify(patch)}: ${reply.text}`).to.equal(200);
    const wanted = { ...bodyOf(resource, subject.rules, before.data), ...patch };
    for (const { name, facts } of settable) if (facts.writeOnly) delete wanted[name];
    const changed = bodyOf(resource, subject.rules, reply.body.data);
    expect(cutToSent(resource, changed, patch), what).to.deep.equal(wanted);
    for (const key of ['id', 'site_id', 'created_by_id', 'created_at']) {
      expect(reply.body.data[key], key).to.deep.equal(before.data[key]);
    }
    expect(versionOf(reply.headers.etag)).to.equal(versionOf(before.etag) + 1);
    expect(reply.body.data.updated_at >= String(before.data.updated_at)).to.equal(true);
    const after = await subject.read(made.id);
    expect(after).to.deep.equal({ data: reply.body.data, etag: reply.headers.etag });
  };

  /** A new row that is in a state in which a field can be set. */
  const makeFor = (name: string): Promise<Made> => {
    const wanted = stateFor(resource, name);
    return subject.make({ whole: true, ...(state && wanted !== undefined && { pin: { [state]: wanted } }) });
  };

  /** A patch of one field, with the fields that it needs. */
  const patchFor = async ({ data }: Pick<Made, 'data'>, name: string, value: unknown): Promise<Body> => {
    const patch = await subject.specimens.patchFor(resource, subject.place, data, name, value);
    expect(patch, 'the new value is another').to.have.property(name);
    return patch;
  };

  /** A value that a row does not have yet. */
  const another = async (field: FieldModel, data: Readonly<Body>): Promise<unknown> => {
    const values = [1, 2].map((variant) => subject.specimens.value(resource, field, subject.place, variant));
    const present = JSON.stringify(asSent(subject.rules, field.name, data[field.name]));
    return (await Promise.all(values)).find((value) => JSON.stringify(value) !== present);
  };

  describe('update', () => {
    for (const field of changeable) {
      const { name, facts } = field;
      it(`${name}: changes, and nothing beside it`, async () => {
        const made = await makeFor(name);
        await expectChange(made, await patchFor(made, name, await another(field, made.data)), name);
        if (!facts.nullable) return;
        const { data } = await subject.read(made.id);
        const emptied = await patchFor({ data }, name, null);
        // It may be requested in every state that is open.
        if (isAsked(resource, { ...data, ...emptied }, name)) return;
        await expectChange(made, emptied, `${name}: null`);
      });
    }

    for (const field of settable.filter(({ facts }) => facts.fixed)) {
      it(`${field.name}: stays as it was made`, async () => {
        const { id, data, etag } = await subject.make();
        const other = await subject.specimens.value(resource, field, subject.place, 1);
        expect(other).not.to.deep.equal(data[field.name]);
        const refused = await subject.client.patch(`${path}/${id}`, { [field.name]: other });
        expectErrors(refused, [field.name], 'another value');
        const same = await subject.client.patch(`${path}/${id}`, { [field.name]: data[field.name] });
        expect([same.status, same.headers.etag], same.text).to.deep.equal([200, etag]);
      });
    }

    it('that sends back what was read changes nothing', async () => {
      const { body } = await subject.client.get(`${path}?per_page=100`);
      const ids = idsOf(body.data).slice(0, 10);
      expect(ids).not.to.have.lengthOf(0);
      for (const id of [...ids, (await subject.make({ whole: true })).id]) {
        const { data, etag } = await subject.read(id);
        const reply = await subject.client.patch(`${path}/${id}`, bodyOf(resource, subject.rules, data));
        expect(reply.status, reply.text).to.equal(200);
        expect({ data: reply.body.data, etag: reply.headers.etag }).to.deep.equal({ data, etag });
      }
    });

    it('that sends back the whole row as it was read changes nothing', async () => {
      const { knex } = subject.world.service.database;
      const entries = async () => (subject.registry.has('activities') ? knex('activities').count() : []);
      const { body } = await subject.client.get(`${path}?per_page=100`);
      for (const id of [...idsOf(body.data).slice(0, 5), (await subject.make({ whole: true })).id]) {
        const whole = await subject.client.get(`${path}/${id}?with=can,etag`);
        const written = await entries();
        const { data } = whole.body;
        const abroad = String(data.created_at).replace('Z', '+00:00');
        const reply = await subject.client.patch(`${path}/${id}`, { ...data, created_at: abroad });
        expect(reply.status, reply.text).to.equal(200);
        expect(reply.headers.etag).to.equal(data.etag);
        const { can: _can, etag: _etag, ...row } = data;
        expect(reply.body.data).to.deep.equal(row);
        expect(await entries(), 'nothing is written down').to.deep.equal(written);
      }
    });

    it('accepts what no body sets only with its present value', async () => {
      const { id, data, etag } = await subject.make({ whole: true });
      const settableNames = new Set(
        [...resource.fields.values()].filter(({ facts }) => !facts.readOnly).map(({ name }) => name),
      );
      const sent = { ...data, etag, can: {} };
      for (const name of Object.keys(sent).filter((one) => !settableNames.has(one))) {
        const other = name === 'created_at' ? '2001-01-01T00:00:00.000Z' : [['another']];
        expectErrors(await subject.client.patch(`${path}/${id}`, { [name]: other }), [name], name);
      }
      expect((await subject.read(id)).etag).to.equal(etag);
    });

    it('answers the keys of `with`, once for one Idempotency-Key', async () => {
      const { id, etag } = await subject.make();
      const address = `${path}/${id}?with=can,etag&fields=id`;
      const headers = { 'Idempotency-Key': `update of ${path}/${id}`, 'If-Match': etag };
      const first = await subject.client.patch(address, {}, headers);
      expect(first.status, first.text).to.equal(200);
      const { can } = (await subject.client.get(`${path}/${id}?with=can`)).body.data;
      expect(first.body.data).to.deep.equal({ id, can, etag: first.headers.etag });
      const again = await subject.client.patch(address, {}, headers);
      expect([again.status, again.body]).to.deep.equal([200, first.body]);
      const replayed = [first, again].map((reply) => reply.headers['idempotent-replayed']);
      expect(replayed).to.deep.equal([undefined, 'true']);
      const other = await subject.client.patch(address, { nonsense: 1 }, headers);
      expect(other.status, other.text).to.equal(422);
    });

    it('that names nothing changes nothing', async () => {
      const { id, data, etag } = await subject.make({ whole: true });
      for (const body of [{}, undefined]) {
        const reply = await subject.client.patch(`${path}/${id}`, body);
        expect(reply.status, reply.text).to.equal(200);
        expect({ data: reply.body.data, etag: reply.headers.etag }).to.deep.equal({ data, etag });
      }
      expect((await subject.read(id)).etag).to.equal(etag);
    });

    const texts = changeable.filter(
      ({ facts, schema, name }) =>
        isText(facts) && !facts.writeOnly && schema.format === undefined && !subject.rules.values?.[name],
    );
    if (texts.length > 0)
      it('updates the search texts and sort keys of the row', async () => {
        for (const { name } of texts) {
          const { id } = await makeFor(name);
          const reply = await subject.client.patch(`${path}/${id}`, {
            [name]: `${name} Élan ${id}`.slice(0, 20),
          });
          expect(reply.status, reply.text).to.equal(200);
          const row = await subject.world.service.database.knex(resource.table).where({ id }).first();
          expectFolded(subject, reply.body.data, row);
        }
      });

    it('answers the requested fields, with the tag of the whole row', async () => {
      const { id, etag } = await subject.make();
      const reply = await subject.client.patch(`${path}/${id}?fields=id`, {});
      expect(reply.body).to.deep.equal({ data: { id } });
      expect(reply.headers.etag).to.equal(etag);
    });
  });

  if (state) describeStates(subject, state);
}

/** The folded copies of a row's texts are those of the texts. */
function expectFolded({ resource }: Subject, data: Readonly<Body>, row: Readonly<Body>): void {
  for (const name of resource.keyed) {
    const text = data[name];
    expect(row[`${name}_key`], name).to.equal(typeof text === 'string' ? sortKey(text) : null);
  }
  if (!resource.search) return;
  const searched = resource.search.own.map((name) => data[name]);
  expect(row.search_text).to.equal(searchText(searched.filter((text) => typeof text === 'string')));
}

/** Every way from state to state, those that are open and those that are not. */
function describeStates(subject: Subject, field: string): void {
  const { resource, path } = subject;
  const transitions = resource.definition.states?.transitions ?? {};
  const states = Object.keys(transitions);
  describe(`${field} changes`, () => {
    for (const from of states) {
      it(`from ${from}`, async () => {
        for (const to of states) {
          const made = await subject.make({ pin: { [field]: from } });
          const open = transitions[from] ?? [];
          expect(made.data[`${field}_transitions`]).to.deep.equal(open);
          if (open.includes(to)) {
            const reply = await subject.client.patch(
              `${path}/${made.id}`,
              await subject.specimens.patchFor(resource, subject.place, made.data, field, to),
            );
            expect(reply.status, `${from} to ${to}: ${reply.text}`).to.equal(200);
            expect(reply.body.data[field]).to.equal(to);
            expect(reply.body.data[`${field}_transitions`]).to.deep.equal(transitions[to]);
            continue;
          }
          const reply = await subject.client.patch(`${path}/${made.id}`, { [field]: to });
          if (to === from) {
            expect([reply.status, reply.headers.etag], reply.text).to.deep.equal([200, made.etag]);
            continue;
          }
          expectErrors(reply, [field], `${from} to ${to}`);
          for (const one of open) expect(reply.body.message).to.include(one);
        }
      });
    }
  });
}
