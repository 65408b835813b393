/** Rows that belong to one person: they need no permission, and no other person sees them, at any site and with any permission. */
import { expect } from 'chai';
import { filterChoice } from '../../../engine/model/filter-target.ts';
import { describe, it } from '../runner.ts';
import { type Place, places } from '../specimens/rules.ts';
import { actionBody } from '../specimens/walks.ts';
import type { Client } from '../world/client.ts';
import { allRows, idsOf, missingId } from '../world/lists.ts';
import type { Subject } from '../world/subject.ts';
import { attemptsOf, isOnRow } from './attempts.ts';

export function describeOwn(subject: Subject): void {
  if (subject.resource.scope !== 'own') return;
  describe('own rows', () => {
    describeUnasked(subject);
    describeOthers(subject);
  });
}

/** People without permissions, with or without a site, have their own rows, too. */
function describeUnasked(subject: Subject): void {
  const { resource, path } = subject;
  for (const attempt of attemptsOf(subject)) {
    it(`${attempt.what}: needs no permission and no site`, async () => {
      const { world, place, specimens } = subject;
      const client = await world.limitedTo([], place);
      const bodyOf = () => specimens.body(resource, place);
      const make = async () =>
        subject.can('create') ? (await client.post(path, await bodyOf())).body?.data?.id : null;
      const expectDone = async (row: unknown) => {
        const { what, method, path: at, creates, input, statuses } = attempt;
        const given = input ? await actionBody(specimens, resource, { input }, place) : undefined;
        const sent = creates ? await bodyOf() : method === 'PATCH' ? {} : given;
        const reply = await client.send(method, `${path}${at.replace('ID', String(row))}`, sent);
        // A person may have none of the rows that no request creates, and an action need not be possible.
        const others = [...(row ? [] : [404]), ...(input ? [409, 422] : [])];
        expect([...statuses, ...others], `${what}: ${reply.text}`).to.include(reply.status);
      };
      await expectDone(await make());
      const row = await make();
      // Without a site, a new row has no site to belong to.
      if (attempt.creates && resource.fields.has('site_id')) return;
      await world.withoutSite(place, () => expectDone(row));
    });
  }

  it('is no name of a permission', async () => {
    const { body } = await subject.world.at('hq').get('/user');
    const names: string[] = body.data.permissions;
    expect(names.filter((name) => name.startsWith(`${resource.name}.`))).to.deep.equal([]);
  });
}

/** A user with all permissions, at the same site, at another one and at the headquarters. */
function describeOthers(subject: Subject): void {
  const { resource, path } = subject;
  const others = async (): Promise<readonly (readonly [string, Client])[]> => [
    ['at the same site', await subject.world.limitedTo(['*'], subject.place)],
    ...places
      .filter((place: Place) => place !== subject.place)
      .map((place) => [place, subject.world.at(place)] as const),
  ];
  const idOf = async () => (subject.can('create') ? (await subject.make()).id : subject.someId());

  for (const { what, method, path: at } of attemptsOf(subject).filter(isOnRow)) {
    it(`${what}: 404 for a row of another person, as if it did not exist`, async () => {
      const id = await idOf();
      const before = await subject.world.service.database.knex(resource.table).where({ id }).first();
      const sent = method === 'PATCH' ? {} : undefined;
      for (const [where, other] of await others()) {
        const ask = (row: number) => other.send(method, `${path}${at.replace('ID', String(row))}`, sent);
        const reply = await ask(id);
        expect([reply.status, reply.text], where).to.deep.equal([404, (await ask(missingId)).text]);
        if (method === 'GET') continue;
        const operation = {
          method,
          path: `${path}${at.replace('ID', String(id))}`,
          ...(sent && { body: sent }),
        };
        expect((await other.post('/batch', { operations: [operation] })).status, where).to.equal(404);
      }
      const after = await subject.world.service.database.knex(resource.table).where({ id }).first();
      expect(after).to.deep.equal(before);
    });
  }

  if (!subject.can('viewAny')) return;

  it('lists, counts, files, searches and filters show them to no other person', async () => {
    const ids = idsOf(await allRows(subject.client, path));
    expect(ids).not.to.have.lengthOf(0);
    const named = `id=${ids.slice(0, 20).join(',')}`;
    for (const [where, other] of await others()) {
      const theirs = idsOf(await allRows(other, path));
      expect(
        theirs.filter((id) => ids.includes(id)),
        where,
      ).to.deep.equal([]);
      expect((await other.get(`${path}?${named}`)).body.meta.total, where).to.equal(0);
      expect((await other.get(`${path}/counts?by=created_at.day&${named}`)).body.data, where).to.deep.equal(
        [],
      );
      const file = await other.get(`${path}?${named}`, { Accept: 'text/csv' });
      expect(file.text.trim().split('\r\n'), where).to.have.lengthOf(1);
      for (const name of resource.filters.keys()) {
        if (theirs.length > 0 || !filterChoice(subject.registry, resource, name)) continue;
        const { body } = await other.get(`${path}/options/filter.${name}`);
        expect(body.data, `${where} ${name}`).to.deep.equal([]);
      }
    }
  });

  it('nothing of them is in the journal', async () => {
    if (!subject.registry.has('activities')) return;
    const { knex } = subject.world.service.database;
    expect(await knex('activities').where({ resource: resource.name })).to.deep.equal([]);
  });
}
