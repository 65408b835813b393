/** The options of every field that refers to rows: just those that a create accepts. */

import { expect } from 'chai';
import { isReferences, isReferring, isTree } from '../../../../engine/kinds/kind.ts';
import { type Choice, choicesOf, wordsOffer } from '../../../../engine/model/choices.ts';
import { type FieldModel, refers, resourceAt } from '../../../../engine/model/resource.ts';
import { describe, it, itOnce } from '../../runner.ts';
import { valuesMeeting, valuesMissing } from '../../specimens/conditions.ts';
import { ruleFile } from '../../specimens/rule-book.ts';
import type { Body } from '../../specimens/rules.ts';
import { stateFor } from '../../specimens/states.ts';
import { allRows, idsOf, missingId } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';
import { expectOptionPages } from '../option-pages.ts';
import { expectRefusal } from '../reads/filters.ts';

/** How many accepted and refused rows are tried by creating something with them. */
const tries = 24;

export function describeOptions(subject: Subject): void {
  const { resource } = subject;
  const fields = [...resource.fields.values()].filter(refers);
  const choosable = fields.filter(({ facts }) => !facts.readOnly);
  if (!subject.can('create')) {
    describe('options', () => {
      itOnce('are none if nothing can be chosen', async () => {
        // A change chooses, too.
        const closed = subject.can('update') ? fields.filter(({ facts }) => facts.readOnly) : fields;
        for (const { name } of closed) {
          expect((await subject.client.get(`${subject.path}/options/${name}`)).status).to.equal(404);
        }
        expect(fields).not.to.have.lengthOf(0);
      });
    });
    return;
  }
  describe('options', () => {
    for (const field of choosable) {
      const address = `${subject.path}/options/${field.name}`;
      // A value that only a later state allows is chosen in an update.
      if (stateFor(resource, field.name) !== undefined) continue;

      it(`${field.name}: those that a create accepts, and no others`, async () => {
        const offered = new Set(idsOf(await allRows(subject.client, address)));
        const { table } = targetOf(subject, field);
        const all: number[] = await subject.world.service.database.knex(table).pluck('id');
        const refused = all.filter((id) => !offered.has(id));
        expect(offered.size, 'something can be chosen').to.be.greaterThan(0);
        const isJudged = subject.rules.judged?.includes(field.name) ?? false;
        for (const id of isJudged ? [] : some([...offered])) await expectTaken(subject, field, id);
        // The options can be fewer than the accepted values.
        const offersLess = 'offer' in field.facts && field.facts.offer !== undefined;
        for (const id of offersLess ? [] : some(refused)) await expectRefused(subject, field, id);
      });

      it(`${field.name}: no row that is not as declared, deleted, missing or another site's`, async () => {
        const messages = new Set<string>();
        for (const id of await strangersOf(subject, field)) {
          const { body } = await subject.client.get(`${address}?id=${id}`);
          expect(body.data).to.deep.equal([]);
          messages.add(await expectRefused(subject, field, id));
        }
        expect(messages, 'one and the same message').to.have.lengthOf(1);
      });

      it(`${field.name}: a page of ids and names, to be searched`, async () => {
        const rows = await allRows(subject.client, address);
        const target = targetOf(subject, field);
        for (const row of rows) expect(row).to.include.all.keys('id', 'name', target.display);
        await expectOptionPages(subject, address, rows, [
          'nonsense',
          'sort',
          'fields',
          'id[gte]',
          'search[lt]',
        ]);
        if (!target.search) return;
        expect(await allRows(subject.client, address, 'search=nothing-is-called-so')).to.deep.equal([]);
        const found = await allRows(subject.client, address, 'search=%25');
        expect(found.length, 'a wildcard is a plain character').to.be.lessThan(rows.length);
      });
    }

    for (const choice of choicesOf(subject.registry, resource)) describeForm(subject, choice);

    for (const name of resource.fields.keys()) if (wordsOffer(resource, name)) describeSet(subject, name);

    itOnce('are none for a field without a reference, or a field that no body sets', async () => {
      const others = [...resource.fields.values()].filter(
        ({ name, facts }) => (!isReferring(facts) || facts.readOnly) && !wordsOffer(resource, name),
      );
      const parts = others.map(({ name }) => `${name}.id`);
      for (const name of [...others.map((field) => field.name), ...parts, 'nonsense', 'constructor']) {
        expect((await subject.client.get(`${subject.path}/options/${name}`)).status, name).to.equal(404);
      }
    });
  });
}

/** Words that depend on the user: the metadata names their list, which is read like any other. */
function describeSet(subject: Subject, name: string): void {
  const { path, resource } = subject;
  const address = `${path}/options/${name}`;
  it(`${name}: a page of words, to be searched`, async () => {
    const { client } = subject;
    const { data } = (await client.get('/resources')).body;
    const { fields } = data.find((one: Body) => one.name === resource.name);
    const field = fields.find((one: Body) => one.name === name);
    expect(field).to.not.have.property('values');
    expect(new URL(field.options_url).pathname).to.equal(`/api/v1${address}`);
    const words = await allRows(client, address);
    expect(words).to.have.length.above(1);
    expect(new Set(words.map(({ value }) => value)).size, 'each word once').to.equal(words.length);
    for (const word of words) expect(word).to.include.all.keys('value', 'label');
    const { body } = await client.get(`${address}?per_page=1&page=2`);
    expect(body.data).to.deep.equal(words.slice(1, 2));
    expect(body.meta).to.include({ total: words.length, current_page: 2 });
    const last = words.at(-1);
    expect(await allRows(client, address, `search=${last?.value}`)).to.deep.include(last);
    expect(await allRows(client, address, 'search=nothing-is-called-so')).to.deep.equal([]);
    for (const strange of ['id', 'sort', 'nonsense']) await expectRefusal(client, address, strange, '1');
    await expectRefusal(client, address, 'per_page', '101');
  });
}

/** The values of a form that a list of choices needs. */
function describeForm(subject: Subject, choice: Choice): void {
  const { name, target, matching, ownRow } = choice;
  const address = `${subject.path}/options/${name}`;

  for (const other of matching) {
    it(`${name}: those that go with ${other}`, async () => {
      await expectRefusal(subject.client, address, other, '0');
      await expectRefusal(subject.client, address, other, '1,2');
      // The choices of the parts of a nested field are only known to its hooks.
      if (name.includes('.')) return;
      const offered = idsOf(await allRows(subject.client, address));
      const rows = await subject.world.service.database.knex(target.table).whereIn('id', offered);
      const values: number[] = [...new Set(rows.map((row) => Number(row[other])))];
      expect(values).to.have.length.above(1);
      for (const value of values) {
        const fitting = rows.filter((row) => row[other] === value).map(({ id }) => Number(id));
        const narrowed = idsOf(await allRows(subject.client, address, `${other}=${value}`));
        expect(narrowed.toSorted()).to.deep.equal(fitting.toSorted());
        // A value that is not sent follows from the chosen row.
        if (subject.resource.fields.get(other)?.facts.readOnly) continue;
        const foreign = offered.find((id) => !fitting.includes(id)) ?? missingId;
        const { specimens, resource, place } = subject;
        const body = await specimens.body(resource, place, { pin: { [name]: foreign, [other]: value } });
        const reply = await specimens
          .writer(resource, place)
          .post(await subject.createPath(), body, rehearsal);
        expect([reply.status, Object.keys(reply.body.errors)], reply.text).to.deep.equal([422, [name]]);
      }
    });
  }

  it(`${name}: ${ownRow ? 'what the row of the form can have' : 'whatever row it is for'}`, async () => {
    if (!ownRow) {
      await expectRefusal(subject.client, address, 'for', '1');
      return;
    }
    await expectRefusal(subject.client, address, 'for', '0');
    const { specimens, resource, place, path } = subject;
    const { id } = await specimens.make(resource, place);
    // In a tree those below are known only by way of each other.
    const { id: below } = await specimens.make(resource, place, {
      pin: isTree(resource.fields.get(name)?.facts) ? { [name]: id } : {},
    });
    const { id: deeper } = await specimens.make(resource, place, {
      pin: isTree(resource.fields.get(name)?.facts) ? { [name]: below } : {},
    });
    const offered = idsOf(await allRows(subject.client, address, `for=${id}`));
    const all = idsOf(await allRows(subject.client, address));
    expect(offered.length).to.be.above(0);
    for (const one of new Set([...some(all), id, below, deeper])) {
      const reply = await specimens
        .writer(resource, place)
        .patch(`${path}/${id}`, { [name]: one }, rehearsal);
      expect(reply.status, `${one}: ${reply.text}`).to.equal(offered.includes(one) ? 200 : 422);
    }
  });
}

function targetOf(subject: Subject, { facts }: FieldModel) {
  if (!('to' in facts)) throw new Error('Only a reference has a target.');
  return resourceAt(subject.registry, facts.to);
}

/** Some of them, evenly spread, with the first and the last: rows differ along a list. */
function some<T>(list: readonly T[]): T[] {
  const step = Math.max(1, (list.length - 1) / (tries - 1));
  const places = Array.from({ length: Math.min(tries, list.length) }, (_, at) => Math.round(at * step));
  return places.flatMap((at) => list.slice(at, at + 1));
}

const rehearsal = { Prefer: 'dry-run' };

async function expectTaken(subject: Subject, field: FieldModel, id: number): Promise<void> {
  const value = isReferences(field.facts) ? [id] : id;
  const { specimens, resource, place } = subject;
  const body = await specimens.body(resource, place, { pin: { [field.name]: value } });
  const reply = await specimens.writer(resource, place).post(await subject.createPath(), body, rehearsal);
  const hint = `${ruleFile(resource)} can tell with \`judged\` that a hook judges ${field.name} by other rows`;
  expect(reply.status, `${field.name} ${id} is offered: ${reply.text} (${hint})`).to.equal(201);
}

/** Rows that a field may not refer to, for each reason. */
export async function strangersOf(subject: Subject, { facts }: Pick<FieldModel, 'facts'>): Promise<number[]> {
  const { specimens, place, registry } = subject;
  if (!isReferring(facts)) return [];
  const target = resourceAt(registry, facts.to);
  const at = target.scope === 'global' ? 'hq' : place;
  const ids = [missingId];
  if (facts.where) {
    ids.push((await specimens.make(target, at, { pin: valuesMissing(target, facts.where) })).id);
  }
  if (target.operations.includes('delete')) {
    const { id } = await specimens.make(target, at, { pin: valuesMeeting(target, facts.where) });
    const deleter = target.headquartersOnly.includes('delete') ? 'hq' : at;
    expect((await subject.world.at(deleter).delete(`/${target.path}/${id}`)).status).to.equal(204);
    ids.push(id);
  }
  if (target.scope !== 'global') {
    ids.push((await specimens.make(target, 'south', { pin: valuesMeeting(target, facts.where) })).id);
  }
  return ids;
}

/** @returns the message */
async function expectRefused(subject: Subject, field: FieldModel, id: number): Promise<string> {
  const { specimens, resource, place } = subject;
  const value = isReferences(field.facts) ? [id] : id;
  const isAlternative = resource.definition.alternative?.when === field.name;
  const valid = isAlternative ? {} : await specimens.body(resource, place);
  const reply = await specimens
    .writer(resource, place)
    .post(await subject.createPath(), { ...valid, [field.name]: value }, rehearsal);
  expect(reply.status, `${field.name} ${id} is not offered: ${reply.text}`).to.equal(422);
  expect(Object.keys(reply.body.errors)).to.deep.equal([field.name]);
  return reply.body.message;
}
