/** Bodies that must be refused, field by field: the answer names just the field that is wrong, and writes nothing. */

import { expect } from 'chai';
import { isColumn, isText, kindName } from '../../../../engine/kinds/kind.ts';
import type { FieldModel } from '../../../../engine/model/resource.ts';
import { isRequired } from '../../../../engine/request/body.ts';
import { describe, it, itOnce } from '../../runner.ts';
import { ruleFile } from '../../specimens/rule-book.ts';
import type { Body } from '../../specimens/rules.ts';
import { isFirst } from '../../specimens/sent.ts';
import { wrongValues } from '../../specimens/values.ts';
import type { Reply } from '../../world/client.ts';
import type { Subject } from '../../world/subject.ts';

/** The answer is a 422 with errors on these fields, or inside them, and on no other. */
export function expectErrors(reply: Reply, names: readonly string[], what: string): void {
  expect(reply.status, `${what}: ${reply.text.slice(0, 400)}`).to.equal(422);
  expect(reply.body.code).to.equal('validation_failed');
  const named = Object.keys(reply.body.errors ?? {}).map((key) => key.split('.')[0]);
  expect([...new Set(named)].sort(), `${what}: ${reply.text}`).to.deep.equal([...names].sort());
  const messages: unknown[] = Object.values<unknown[]>(reply.body.errors).flat();
  for (const message of messages) expect(message).to.match(/^\P{Ll}.*[.]$/su);
  expect(messages).to.include(reply.body.message);
}

export function describeBodies(subject: Subject): void {
  const { resource } = subject;
  const settable = [...resource.fields.values()].filter(({ facts }) => !facts.readOnly);
  const when = resource.definition.alternative?.when;

  const valid = (field?: FieldModel): Promise<Body> =>
    field && field.name === when ? Promise.resolve({}) : subject.specimens.body(resource, subject.place);
  const post = async (body: unknown, headers = {}) =>
    subject.specimens.writer(resource, subject.place).post(await subject.createPath(), body, headers);
  const rehearse = (body: unknown) => post(body, { Prefer: 'dry-run' });
  const fitted = (pin: Body) => subject.specimens.body(resource, subject.place, { pin });

  describe('bodies of a create', () => {
    let count: unknown;
    const countRows = () => subject.world.service.database.knex(resource.table).count();

    itOnce('refuse a value of another type, form or range, and name each field that has one', async () => {
      count = await countRows();
      // A value that means all others is given alone.
      for (const fields of [
        settable.filter(({ name }) => name !== when),
        settable.filter(({ name }) => name === when),
      ]) {
        const [first] = fields;
        if (!first) continue;
        const body = await valid(first);
        for (const [round, wrong] of roundsOf(fields).entries()) {
          expectErrors(await post({ ...body, ...wrong }), Object.keys(wrong), `round ${round}`);
        }
      }
      expect(await countRows()).to.deep.equal(count);
    });

    for (const field of settable) {
      const { name, facts, schema } = field;
      const begins = isFirst(resource, field);
      // Known values of it are not just any text.
      if (isText(facts) && begins && !subject.rules.values?.[name]) {
        it(`${name}: white space around it is none of it, and nothing but white space is nothing`, async () => {
          const body = await valid(field);
          for (const empty of ['', '   ', '\t\n']) {
            const reply = await rehearse({ ...body, [name]: empty });
            if (facts.nullable) expect(reply.body.data?.[name], reply.text).to.equal(null);
            else expectErrors(reply, [name], `${name}: ${JSON.stringify(empty)}`);
          }
          if (facts.writeOnly) return;
          const text = String(await subject.specimens.value(resource, field, subject.place, 0));
          const reply = await rehearse({ ...body, [name]: `  ${text} \n` });
          expect(reply.body.data?.[name], reply.text).to.equal(text);
        });

        if (!facts.writeOnly) {
          itOnce(
            `${name}: texts that look alike are one text, and lines are those that it may have`,
            async () => {
              const text = String(await subject.specimens.value(resource, field, subject.place, 0));
              const alike = await rehearse(
                await fitted({ [name]: facts.multiline ? text.normalize('NFD') : lookAlike(text) }),
              );
              expect(alike.body.data?.[name], alike.text).to.equal(text);
              const lines = `${text.slice(0, 1)}\n${text.slice(1)}`;
              const broken = await rehearse(await fitted({ [name]: lines }));
              if (!facts.multiline) expectErrors(broken, [name], 'two lines');
              else expect(broken.body.data?.[name], broken.text).to.equal(lines);
            },
          );
        }

        if (schema.format === undefined) {
          it(`${name}: as long as it may be`, async () => {
            for (const letter of ['x', '😀', 'ế', 'é']) {
              const text = letter.repeat(Number(schema.maxLength));
              const reply = await rehearse(await fitted({ [name]: text }));
              expect(reply.body.data?.[name], reply.text.slice(0, 300)).to.equal(text);
            }
          });
        }
      }

      const isNumber = isColumn(facts) && facts.scalar.scale !== undefined;
      if (isNumber && begins && !subject.rules.narrower?.includes(name)) {
        it(`${name}: from the least to the most`, async () => {
          for (const value of [Number(schema.minimum), Number(schema.maximum)]) {
            const reply = await rehearse(await fitted({ [name]: value }));
            const hint = `${ruleFile(resource)} can tell that ${name} has \`narrower\` bounds`;
            expect(reply.body.data?.[name], `${reply.text.slice(0, 300)} (${hint})`).to.equal(value);
          }
        });
      }
    }

    itOnce('name everything that is required at once', async () => {
      const asked = subject.rules.required ?? [];
      const required = [...settable.filter(isRequired).map(({ name }) => name), ...asked];
      expectErrors(await post({}), required, 'an empty body');
      expectErrors(await post(undefined), required, 'no body');
    });

    itOnce('refuse a field that is unknown or read-only', async () => {
      const body = await valid();
      const names = strangeNames(subject);
      const strange = Object.fromEntries(names.map((name) => [name, 1]));
      expectErrors(await post({ ...body, ...strange }), names, 'strange names');
    });

    itOnce('are JSON objects', async () => {
      const { client } = subject;
      const path = await subject.createPath();
      const writer = subject.specimens.writer(resource, subject.place);
      expect((await writer.post(path, [])).status).to.equal(422);
      const raw = async (text: string, type: string | undefined) => {
        const headers = {
          Cookie: writer.cookieHeader(),
          Origin: subject.world.service.database.config.frontendUrl,
          'X-XSRF-TOKEN': decodeURIComponent(writer.cookies.get('XSRF-TOKEN') ?? ''),
          ...(type && { 'Content-Type': type }),
        };
        return (await client.raw('POST', `/api/v1${path}`, { headers, body: text })).status;
      };
      for (const text of ['{', '{"name":}', 'null,', "{'name': 1}"]) {
        expect(await raw(text, 'application/json'), text).to.equal(400);
      }
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', undefined]) {
        expect(await raw('{}', type), type).to.equal(415);
      }
      expect(await raw(`{"name":"${'x'.repeat(1_100_000)}"}`, 'application/json')).to.equal(413);
    });
  });

  if (!subject.can('update')) return;

  describe('bodies of an update', () => {
    itOnce('name every field that is wrong at once, and change nothing', async () => {
      const { id, etag } = await subject.make();
      for (const [round, wrong] of roundsOf(settable).entries()) {
        const reply = await subject.client.patch(`${subject.path}/${id}`, wrong);
        expectErrors(reply, Object.keys(wrong), `round ${round}`);
      }
      expect((await subject.read(id)).etag).to.equal(etag);
    });

    itOnce('refuse null and an empty value if a value is required', async () => {
      const { id } = await subject.make();
      const firm = settable.filter(({ facts }) => !facts.nullable);
      const nulls = Object.fromEntries(firm.map(({ name }) => [name, null]));
      expectErrors(
        await subject.client.patch(`${subject.path}/${id}`, nulls),
        firm.map(({ name }) => name),
        'null',
      );
      const texts = firm.filter(({ facts }) => ['text', 'time'].includes(kindName(facts)));
      if (texts.length === 0) return;
      const empty = Object.fromEntries(texts.map(({ name }) => [name, ' ']));
      expectErrors(
        await subject.client.patch(`${subject.path}/${id}`, empty),
        texts.map(({ name }) => name),
        'empty',
      );
    });

    itOnce('refuse a field that is unknown or read-only', async () => {
      const { id, etag } = await subject.make();
      const names = strangeNames(subject);
      // Not a key of a row: keys that only answers have may be sent back.
      const body = Object.fromEntries(names.map((name) => [name, [['strange']]]));
      expectErrors(await subject.client.patch(`${subject.path}/${id}`, body), names, 'strange names');
      expect((await subject.read(id)).etag).to.equal(etag);
    });
  });
}

/** A text that looks like another one: with its accents apart, and blanks that do not break. */
export const lookAlike = (text: string): string => text.normalize('NFD').replaceAll(' ', '\u00a0');

/** Bodies in each of which every field has one of its wrong values: together all of them, and null if a value is required. */
function roundsOf(fields: readonly FieldModel[]): Body[] {
  const wrong = fields.map((field) => {
    const values = wrongValues(field).map(({ value }) => value);
    return [field.name, field.facts.nullable ? values : [...values, null]] as const;
  });
  for (const [name, values] of wrong) expect(values, name).not.to.have.lengthOf(0);
  const most = Math.max(...wrong.map(([, values]) => values.length));
  return Array.from({ length: most }, (_, round) =>
    Object.fromEntries(wrong.map(([name, values]) => [name, values[round % values.length]])),
  );
}

/** Keys that no body may have: of answers only, of the table only, of every JavaScript object, and invented ones. */
function strangeNames({ resource }: Subject): string[] {
  const settable = [...resource.fields.values()]
    .filter(({ facts }) => !facts.readOnly)
    .map(({ name }) => name);
  const names = [
    ...resource.fields.keys(),
    ...resource.singleKeys,
    ...[...resource.keyed].map((name) => `${name}_key`),
    ...[
      'version',
      'search_text',
      'live',
      'site_id',
      'nonsense',
      '',
      'constructor',
      'toString',
      'Name',
      'a/b',
    ],
  ];
  return [...new Set(names)].filter((name) => !settable.includes(name));
}
