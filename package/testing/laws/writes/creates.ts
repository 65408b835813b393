/** The answer of a create, and the row that it makes. */

import { expect } from 'chai';
import { isStored, isText, kindName, scalarOf } from '../../../../engine/kinds/kind.ts';
import { namesOnce } from '../../../../engine/kinds/told-once.ts';
import { describe, it } from '../../runner.ts';
import { type Body, siteIds } from '../../specimens/rules.ts';
import { asSent, createForm, cutToSent, isFirst, settableFields } from '../../specimens/sent.ts';
import { allRows } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';
import { expectErrors } from './bodies.ts';
import { describeUnique } from './unique.ts';

const day = /^\d{4}-\d\d-\d\d$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export function describeCreates(subject: Subject): void {
  const { resource, path } = subject;
  const writer = () => subject.specimens.writer(resource, subject.place);
  const form = (body: Body) => createForm(resource, body);

  describe('create', () => {
    it('answers 201 with a Location that leads to the row', async () => {
      const made = await subject.make();
      expect(made.location).to.equal(`${subject.world.service.url}/api/v1${path}/${made.id}`);
      const reply = await subject.client.get(made.location.replace(subject.world.service.url, ''));
      expect(reply.body).to.deep.equal({ data: made.data });
      expect(reply.headers.etag).to.equal(made.etag);
      expect(Object.keys(made.data)).to.deep.equal(resource.singleKeys);
    });

    it('fills in what the body omits', async () => {
      const { data, sent } = await subject.make();
      for (const { name, facts } of settableFields(resource)) {
        if (name in sent || facts.optional || facts.writeOnly) continue;
        if (facts.default !== undefined && scalarOf(facts)?.atRequest)
          expect(data[name], name).to.match(facts.default === 'now' ? instant : day);
        else if (facts.default !== undefined) expect(data[name], name).to.deep.equal(facts.default);
        else if (facts.nullable) expect(data[name], name).to.equal(null);
      }
      const { body } = await writer().get('/user');
      expect(data.created_by_id).to.equal(body.data.id);
      expect(data.created_at).to.match(instant);
      expect(data.updated_at).to.equal(data.created_at);
      if (resource.scope === 'site') expect(data.site_id).to.equal(siteIds[subject.place]);
    });

    it('keeps every value as it was sent', async () => {
      for (let variant = 0; variant < 4; variant += 1) {
        const { data: whole, sent } = await subject.make({ variant, whole: true });
        const data = cutToSent(resource, whole, sent);
        for (const [name, value] of Object.entries(sent)) {
          if (resource.fields.get(name)?.facts.writeOnly) expect(data).not.to.have.property(name);
          else expect(asSent(subject.rules, name, data[name]), name).to.deep.equal(value);
        }
      }
    });

    it('embeds the rows that it refers to, by id and name', async () => {
      const { data } = await subject.make({ whole: true });
      for (const { key, field, part } of resource.outputs.values()) {
        const { facts } = field;
        if (part !== 'embed' || !('to' in facts)) continue;
        const ids = listOf<number>(data[field.name]);
        const embedded = listOf<Body>(data[key]);
        expect(
          embedded.map((one) => one.id),
          key,
        ).to.deep.equal(ids);
        const display = subject.registry.get(facts.to)?.display ?? 'name';
        for (const one of embedded) {
          expect(one[display], key).to.be.a('string');
          expect(Object.keys(one), key).to.include.members(['id', display, ...facts.include]);
        }
      }
    });

    const settable = settableFields(resource).filter((field) => isFirst(resource, field));
    const moments = settable.filter(({ facts }) => kindName(facts) === 'datetime');
    if (moments.length > 0) {
      it('takes any offset, and answers UTC with milliseconds', async () => {
        const forms = [
          ['2025-06-15T13:30:00+05:30', '2025-06-15T08:00:00.000Z'],
          ['2025-06-15t04:00:00.5-04:00', '2025-06-15T08:00:00.500Z'],
        ] as const;
        for (const { name } of moments) {
          for (const [sent, kept] of forms) {
            const body = await subject.specimens.body(resource, subject.place, { pin: { [name]: kept } });
            const reply = await writer().post(
              await subject.createPath(),
              { ...body, [name]: sent },
              { Prefer: 'dry-run' },
            );
            expect(reply.status, reply.text).to.equal(201);
            expect(reply.body.data[name]).to.equal(kept);
          }
        }
      });
    }

    it('happens once for one Idempotency-Key', async () => {
      const body = await subject.specimens.body(resource, subject.place);
      const headers = { 'Idempotency-Key': `conformance ${resource.path}` };
      // A form is refused for a strange part before anything else.
      const another = resource.definition.hung?.files ? { name: 'Another.txt' } : { nonsense: 1 };
      const first = await writer().post(await subject.createPath(), form(body), headers);
      const second = await writer().post(await subject.createPath(), form(body), headers);
      expect([first.status, second.status]).to.deep.equal([201, 201]);
      // A value that is only shown once is not stored for a later answer.
      for (const name of namesOnce(resource.fields)) {
        expect(first.body.data[name], name).to.be.a('string');
        delete first.body.data[name];
      }
      expect(second.body).to.deep.equal(first.body);
      expect(second.headers.location).to.equal(first.headers.location);
      const replayed = [first, second].map(({ headers }) => headers['idempotent-replayed']);
      expect(replayed).to.deep.equal([undefined, 'true']);
      const other = await writer().post(await subject.createPath(), form({ ...body, ...another }), headers);
      expectErrors(other, ['Idempotency-Key'], 'another body');
    });

    it('answers the keys of `with`, as a view does', async () => {
      const body = await subject.specimens.body(resource, subject.place);
      const reply = await writer().post(`${await subject.createPath()}?with=can,etag&fields=id`, form(body));
      expect(reply.status, reply.text).to.equal(201);
      const { id, can, etag } = reply.body.data;
      expect(reply.body.data).to.have.all.keys('id', 'can', 'etag', ...namesOnce(resource.fields));
      expect(etag).to.equal(reply.headers.etag);
      if (!subject.can('view')) return;
      const view = await writer().get(`${path}/${id}?with=can,etag`);
      expect([view.body.data.can, view.body.data.etag]).to.deep.equal([can, etag]);
    });

    it('leaves nothing behind after a dry run', async () => {
      const body = await subject.specimens.body(resource, subject.place);
      const rows = await subject.world.service.database.knex(resource.table).orderBy('id');
      const reply = await writer().post(await subject.createPath(), form(body), { Prefer: 'dry-run' });
      expect(reply.status).to.equal(201);
      expect(reply.headers['preference-applied']).to.equal('dry-run');
      expect(reply.headers).not.to.have.property('location');
      expect(await subject.world.service.database.knex(resource.table).orderBy('id')).to.deep.equal(rows);
    });

    for (const rule of resource.unique) describeUnique(subject, rule);
    if (subject.registry.has('activities') && resource.scope !== 'own' && !resource.hung)
      describeJournal(subject);
  });
}

/** One or several values as a list; none for null. */
function listOf<T>(value: unknown): T[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value as T];
}

/** Every write makes an entry, without secrets. */
function describeJournal(subject: Subject): void {
  const { resource, path } = subject;
  it('is written down with every later change, without secrets', async () => {
    const { id, data, sent } = await subject.make();
    const texts = settableFields(resource).filter(({ facts }) => ['text', 'time'].includes(kindName(facts)));
    const field = texts.find(({ facts }) => isText(facts)) ?? texts[0];
    const name = field?.name ?? '';
    if (subject.can('update') && field) {
      const value = await subject.specimens.value(resource, field, subject.place, 1);
      expect((await subject.client.patch(`${path}/${id}`, { [name]: value })).status).to.equal(200);
    }
    if (subject.can('delete')) await subject.client.delete(`${path}/${id}`);
    const entries = await allRows(
      subject.client,
      '/activities',
      `resource=${resource.name}&record_id=${id}&sort=created_at`,
    );
    const wanted = [
      'create',
      ...['update', 'delete'].filter((one) => resource.operations.includes(one as 'update')),
    ];
    expect(entries.map(({ action }) => action)).to.deep.equal(wanted);
    const secrets = Object.entries(sent).filter(([key]) => resource.fields.get(key)?.facts.writeOnly);
    for (const [, value] of secrets) expect(JSON.stringify(entries)).not.to.include(String(value));
    // A composed name is in no column.
    if (isStored(resource.fields.get(resource.display)?.facts))
      expect(JSON.stringify(entries[0]?.changes)).to.include(JSON.stringify(data.name));
  });
}
