/** What a delete removes, and which rows prevent it. */

import { expect } from 'chai';
import { isReferences } from '../../../../engine/kinds/kind.ts';
import { render, say, spokenLanguages } from '../../../../engine/message.ts';
import { type DeleteBlock, type Resource, resourceAt } from '../../../../engine/model/resource.ts';
import { describe, it } from '../../runner.ts';
import { valuesMeeting } from '../../specimens/conditions.ts';
import { ruleFile } from '../../specimens/rule-book.ts';
import { type Body, siteIds } from '../../specimens/rules.ts';
import { idsOf, missingId } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';

export function describeDeletes(subject: Subject): void {
  const { resource, path } = subject;
  describe('delete', () => {
    it('answers 204 with nothing, and the row is gone', async () => {
      const { id } = await subject.make({ whole: true });
      const reply = await subject.client.delete(`${path}/${id}`);
      expect([reply.status, reply.text], reply.text).to.deep.equal([204, '']);
      const missing = await subject.client.get(`${path}/${missingId}`);
      const methods = [...(subject.can('view') ? ['GET'] : []), ...(subject.can('update') ? ['PATCH'] : [])];
      for (const method of [...methods, 'DELETE']) {
        const again = await subject.client.send(method, `${path}/${id}`, method === 'PATCH' ? {} : undefined);
        expect([again.status, again.text], method).to.deep.equal([404, missing.text]);
      }
      const { body } = await subject.client.get(`${path}?id=${id}`);
      expect(idsOf(body.data)).to.deep.equal([]);
    });

    it('happens once for one Idempotency-Key', async () => {
      const { id } = await subject.make();
      const headers = { 'Idempotency-Key': `delete of ${path}/${id}` };
      for (const replayed of [undefined, 'true']) {
        const reply = await subject.client.delete(`${path}/${id}`, undefined, headers);
        expect([reply.status, reply.text], reply.text).to.deep.equal([204, '']);
        expect(reply.headers['idempotent-replayed']).to.equal(replayed);
      }
      expect((await subject.client.delete(`${path}/${id}`)).status, 'without the key').to.equal(404);
    });

    it('takes no parameters', async () => {
      const { id } = await subject.make();
      const reply = await subject.client.delete(`${path}/${id}?force=1`);
      expect([reply.status, Object.keys(reply.body.errors)]).to.deep.equal([422, ['force']]);
      expect((await subject.client.get(`${path}/${id}`)).status).to.equal(200);
    });

    for (const block of makeable(subject, resource.blocks)) {
      it(`is refused while ${block.table}.${block.column} points here`, () => expectBlocked(subject, block));
    }

    const unlinked = resource.released.filter(({ counted }) => counted === 'all');
    for (const block of makeable(subject, unlinked)) {
      it(`empties ${block.table}.${block.column}, which points here`, () => expectReleased(subject, block));
    }
  });
}

async function expectBlocked(subject: Subject, block: DeleteBlock): Promise<void> {
  const { resource, path, client } = subject;
  const { id } = await subject.make({ pin: referablePin(subject, block) });
  const release = await makeBlocker(subject, block, id);
  const reply = await client.delete(`${path}/${id}`);
  expect([reply.status, reply.body?.code], reply.text).to.deep.equal([409, 'conflict']);
  expect(reply.body.message).to.include(`1 ${block.one.en}`);
  const advice = resource.definition.deleteAdvice;
  if (advice) await expectAdvice(subject, `${path}/${id}`, advice);
  expect((await client.get(`${path}/${id}`)).status, 'it is still there').to.equal(200);
  if (!release) return;
  await release();
  const freed = await client.delete(`${path}/${id}`);
  expect(freed.status, freed.text).to.equal(204);
}

/** The refusal gives the advice in the language of the user. */
async function expectAdvice({ client }: Subject, path: string, advice: string): Promise<void> {
  const others = spokenLanguages().filter((language) => language !== 'en');
  for (const locale of [...others, 'en']) {
    expect((await client.patch('/user/locale', { locale })).status, locale).to.equal(200);
    const { status, body } = await client.delete(path);
    expect(status, locale).to.equal(409);
    expect(body.message, locale).to.include(render(say(advice), locale));
  }
}

/** Blocks of which a row can be made. */
function makeable({ registry, rules }: Subject, blocks: readonly DeleteBlock[]): DeleteBlock[] {
  return blocks.filter(({ table, owner, cleared }) => {
    const by = [...registry.values()].find((one) => one.table === (owner?.table ?? table));
    return !cleared && (rules.blockers?.[table] !== undefined || by?.operations.includes('create') === true);
  });
}

async function expectReleased(subject: Subject, block: DeleteBlock): Promise<void> {
  const { table, column, owner } = block;
  const { id } = await subject.make({ pin: referablePin(subject, block) });
  await makeBlocker(subject, block, id);
  const freed = await subject.client.delete(`${subject.path}/${id}`);
  expect(freed.status, freed.text).to.equal(204);
  const { knex } = subject.world.service.database;
  expect(await knex(table).where({ [column]: id }), owner ? 'pairs' : 'rows').to.deep.equal([]);
}

type Release = (() => Promise<void>) | null;

/** Makes a row in the way. @returns how to take it away again; null if no one can */
async function makeBlocker(subject: Subject, { table, column }: DeleteBlock, id: number): Promise<Release> {
  const { knex } = subject.world.service.database;
  const special = subject.rules.blockers?.[table];
  if (special) {
    await knex(table).insert(special(id));
    return async () => {
      await knex(table)
        .where({ [column]: id })
        .delete();
    };
  }
  // Rows of a site that no one belongs to yet must be moved there.
  if (subject.resource.scope === 'self') return moveBlocker(subject, table, id);
  const [by, field] = blockingField(subject, table, column);
  const value = isReferences(by.fields.get(field)?.facts) ? [id] : id;
  const isKept = by.fields.get(field)?.facts.readOnly === true;
  const place = by.headquartersOnly.includes('delete')
    ? 'hq'
    : subject.place === 'hq'
      ? 'north'
      : subject.place;
  const made = await subject.specimens.make(by, place, {
    pin: isKept ? {} : { [field]: value },
  });
  if (isKept)
    await knex(table)
      .where({ id: made.id })
      .update({ [column]: id });
  if (!by.operations.includes('delete')) return null;
  return async () => {
    const reply = await subject.world.at(place).delete(`/${by.path}/${made.id}`);
    expect(reply.status, reply.text).to.equal(204);
  };
}

async function moveBlocker(subject: Subject, table: string, siteId: number): Promise<Release> {
  const { knex } = subject.world.service.database;
  const by = [...subject.registry.values()].find((one) => one.table === table);
  if (!by) throw new Error(`${ruleFile(subject.resource)} must define a blocker in ${table}.`);
  const { id } = await subject.specimens.make(by, 'north');
  await knex(table).where({ id }).update({ site_id: siteId });
  return async () => {
    await knex(table).where({ id }).update({ site_id: siteIds.north });
  };
}

/** The resource and its field whose rows are in a table, or are linked by it. */
function blockingField(subject: Subject, table: string, column: string): [Resource, string] {
  for (const resource of subject.registry.values()) {
    if (resource.table === table && resource.fields.has(column)) return [resource, column];
    for (const { name, facts } of resource.fields.values()) {
      if (isReferences(facts) && facts.table === table && facts.column === column) {
        return [resource, name];
      }
    }
  }
  throw new Error(`${ruleFile(subject.resource)} must define a blocker in ${table}, by ${column}.`);
}

/** The values that a row needs for that reference to accept it. */
function referablePin(subject: Subject, { table, column }: DeleteBlock): Body {
  if (subject.rules.blockers?.[table] || subject.resource.scope === 'self') return {};
  const [by, name] = blockingField(subject, table, column);
  const facts = by.fields.get(name)?.facts;
  if (!facts || !('to' in facts)) return {};
  return valuesMeeting(resourceAt(subject.registry, facts.to), facts.where);
}
