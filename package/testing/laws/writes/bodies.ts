/** Bodies that must be refused, field by field: the answer names just the field that is wrong, and writes nothing. */

import { expect } from 'chai';
import { isColumn, isText, kindName } from '../../../../engine/kinds/kind.ts';
import type { FieldModel } from '../../../../engine/model/resource.ts';
import { isRequired } from '../../../../engine/request/body.ts';
import { describe, it } from '../../runner.ts';
import { ruleFile } from '../../specimens/rule-book.ts';
import type { Body } from '../../specimens/rules.ts';
import { isFirst } from '../../specimens/sent.ts';
import { wrongValues } from '../../specimens/values.ts';
import type { Reply } from '../../world/client.ts';
import type { Subject } from '../../world/subject.ts';

/** The answer is a 422 whose errors stand on these fields, or inside them, and on no other. */
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
  const post = (body: unknown, headers = {}) =>
    subject.specimens.writer(resource, subject.place).post(subject.path, body, headers);
  const rehearse = (body: unknown) => post(body, { Prefer: 'dry-run' });
  const fitted = (pin: Body) => subject.specimens.body(resource, subject.place, { pin });

  describe('bodies of a create', () => {
    let count: unknown;
    const countRows = () => subject.world.service.database.knex(resource.table).count();

    for (const field of settable) {
      const { name, facts, schema } = field;
      const begins = isFirst(resource, field);
      it(`${name}: no other type, form or range`, async () => {
        const body = await valid(field);
        count = await countRows();
        const wrong = wrongValues(field);
        expect(wrong).not.to.have.lengthOf(0);
        for (const { what, value } of wrong) {
          expectErrors(await post({ ...body, [name]: value }), [name], `${name}: ${what}`);
        }
        if (!facts.nullable) expectErrors(await post({ ...body, [name]: null }), [name], `${name}: null`);
        if (isRequired(field)) {
          const { [name]: _left, ...rest } = body;
          expectErrors(await post(rest), [name], `${name} is missing`);
        }
        expect(await countRows()).to.deep.equal(count);
      });

      // What is known to be right of it is not just any text.
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

    it('name everything that is required at once', async () => {
      const asked = subject.rules.required ?? [];
      const required = [...settable.filter(isRequired).map(({ name }) => name), ...asked];
      expectErrors(await post({}), required, 'an empty body');
      expectErrors(await post(undefined), required, 'no body');
    });

    it('hold no field that is unknown or read-only', async () => {
      const body = await valid();
      for (const name of strangeNames(subject)) {
        expectErrors(await post({ ...body, [name]: 1 }), [name], name);
      }
    });

    it('are JSON objects', async () => {
      const { client, path } = subject;
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
    it('name every field that is wrong at once, and change nothing', async () => {
      const { id, etag } = await subject.make();
      const rounds = Math.max(...settable.map((field) => wrongValues(field).length));
      for (let round = 0; round < rounds; round += 1) {
        const wrong = settable.flatMap((field): [string, unknown][] => {
          const values = wrongValues(field);
          return [[field.name, values[round % values.length]?.value]];
        });
        const reply = await subject.client.patch(`${subject.path}/${id}`, Object.fromEntries(wrong));
        expectErrors(
          reply,
          wrong.map(([name]) => name),
          `round ${round}`,
        );
      }
      expect((await subject.read(id)).etag).to.equal(etag);
    });

    it('hold no null and no emptiness where there must be a value', async () => {
      const { id } = await subject.make();
      const firm = settable.filter(({ facts }) => !facts.nullable);
      const nulls = Object.fromEntries(firm.map(({ name }) => [name, null]));
      expectErrors(
        await subject.client.patch(`${subject.path}/${id}`, nulls),
        firm.map(({ name }) => name),
        'null',
      );
      const texts = firm.filter(({ facts }) => ['text', 'time'].includes(kindName(facts)));
      const empty = Object.fromEntries(texts.map(({ name }) => [name, ' ']));
      expectErrors(
        await subject.client.patch(`${subject.path}/${id}`, empty),
        texts.map(({ name }) => name),
        'empty',
      );
    });

    it('hold no field that is unknown or read-only', async () => {
      const { id, etag } = await subject.make();
      const names = strangeNames(subject);
      // Nothing that a row has: what only answers have may be sent back.
      const body = Object.fromEntries(names.map((name) => [name, [['strange']]]));
      expectErrors(await subject.client.patch(`${subject.path}/${id}`, body), names, 'strange names');
      expect((await subject.read(id)).etag).to.equal(etag);
    });
  });
}

/** Keys that no body may have: of answers alone, of the table alone, of every JavaScript object, and invented ones. */
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
