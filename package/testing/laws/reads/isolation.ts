/** No answer shows rows of another site: not their ids, not their names, not their number. */
import { expect } from 'chai';
import { filterChoice } from '../../../../engine/model/filter-target.ts';
import { countChoices } from '../../../../engine/model/groups.ts';
import { describe, it } from '../../runner.ts';
import { type Body, marks, type Place, siteIds } from '../../specimens/rules.ts';

import type { Client } from '../../world/client.ts';
import { allRows, idsOf } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';
import type { Model } from './oracle.ts';

const plants = [
  ['north', 'south'],
  ['south', 'north'],
] as const;

export function describeIsolation(subject: Subject, model: () => Model): void {
  for (const [here, there] of plants) describePlant(subject, model, here, there);
  if (subject.isDivided && subject.resource.scope !== 'own') describeHeadquarters(subject);
}

function describePlant(subject: Subject, model: () => Model, here: Place, there: Place): void {
  const { resource, path } = subject;
  const reserved = resource.headquartersOnly.includes('viewAny');
  const client = (): Client => subject.world.at(here);
  /** Reads an address; nothing of the other site may be in the answer. */
  const read = async (address: string, headers = {}) => {
    const reply = await client().get(address, headers);
    expect(reply.status, `${address}: ${reply.text.slice(0, 300)}`).to.equal(200);
    expectNothingOf(there, `${address}: `, reply.text);
    return reply;
  };

  describe(`at ${here}`, () => {
    if (reserved) {
      it('is reserved to the headquarters', async () => {
        for (const address of [path, `${path}/1`, `${path}/counts?by=created_at.day`]) {
          expect((await client().get(address)).status, address).to.equal(403);
        }
      });
      return;
    }

    it('lists only rows of this site, also as CSV', async () => {
      const rows = await allRows(client(), path);
      expect(rows).not.to.have.lengthOf(0);
      expectNothingOf(there, path, JSON.stringify(rows));
      if (resource.scope === 'site') {
        expect(new Set(rows.map(({ site_id }) => site_id))).to.deep.equal(new Set([siteIds[here]]));
      }
      await read(path, { Accept: 'text/csv' });
      if (subject.isDivided) {
        const foreign = idsOf(await allRows(subject.world.at(there), path));
        expect(foreign).not.to.have.lengthOf(0);
        const shared = idsOf(rows).filter((id) => foreign.includes(id));
        expect(shared, 'rows of both').to.have.lengthOf(typeof resource.scope === 'object' ? 1 : 0);
      }
    });

    it('finds no row of the other site by any filter or search', async () => {
      const foreign = await allRows(subject.world.at(there), path);
      const own = new Set(idsOf(await allRows(client(), path)));
      for (const filter of resource.filters.values()) {
        const values = [...new Set(foreign.flatMap((row) => model().valuesOf(resource, filter, row)))];
        for (const value of values.slice(0, 2)) {
          const reply = await read(`${path}?${new URLSearchParams({ [filter.name]: String(value) })}`);
          const strange = idsOf(reply.body.data).filter((id) => !own.has(id));
          expect(strange, `${filter.name}=${value}`).to.deep.equal([]);
          expect(reply.body.meta.total).to.be.at.most(own.size);
        }
      }
      if (resource.filters.has('site_id')) {
        expect((await read(`${path}?site_id=${siteIds[there]}`)).body.meta.total).to.equal(0);
      }
      if (resource.search && subject.isDivided) {
        const { body } = await client().get(`${path}?search=${marks[there]}`);
        expect(body.meta.total).to.equal(0);
      }
    });

    it('offers for filters only what occurs here', async () => {
      const rows = await allRows(client(), path);
      for (const filter of resource.filters.values()) {
        if (!filterChoice(subject.registry, resource, filter.name)) continue;
        const address = `${path}/options/filter.${filter.name}?per_page=100`;
        const { body } = await read(address);
        const values = new Set(rows.flatMap((row) => model().valuesOf(resource, filter, row)));
        values.delete(null);
        expect(new Set(idsOf(body.data)), address).to.deep.equal(values);
      }
    });

    it('counts only rows of this site', async () => {
      const rows = await allRows(client(), path);
      const foreign = subject.isDivided ? idsOf(await allRows(subject.world.at(there), path)) : [];
      // Periods of a moment only differ in their names.
      for (const choice of countChoices(resource).filter((one) => !/\.(?:week|month|year)$/.test(one))) {
        const { body } = await read(`${path}/counts?by=${choice}`);
        const sum = body.data.reduce((total: number, { count }: { count: number }) => total + count, 0);
        const [name = ''] = choice.split('.');
        const filter = resource.filters.get(name);
        // A row that refers to several counts for each of them.
        const values = rows.flatMap((row) => (filter ? model().valuesOf(resource, filter, row) : []));
        expect(sum, choice).to.equal(values.length);
        if (choice === name) {
          for (const { value } of body.data) expect(values, choice).to.include(value);
        }
        if (foreign.length === 0) continue;
        const alien = await read(`${path}/counts?by=${choice}&id=${foreign.slice(0, 20).join(',')}`);
        const known = rows.filter(({ id }) => foreign.slice(0, 20).includes(Number(id)));
        expect(alien.body.data, choice).to.have.lengthOf(known.length);
      }
    });

    it('offers no row of the other site', async () => {
      // Rows that only the headquarters may create have no options here.
      if (resource.headquartersOnly.includes('create')) return;
      let offers = 0;
      for (const { name, facts } of resource.fields.values()) {
        if (facts.readOnly || !('to' in facts) || !resource.operations.includes('create')) continue;
        const address = `${path}/options/${name}`;
        const { body } = await read(`${address}?per_page=100`);
        offers += body.data.length;
        const target = model().targetOf(resource, name);
        if (target?.search && target.scope !== 'global')
          expect((await client().get(`${address}?search=${marks[there]}`)).body.data).to.deep.equal([]);
        const foreign = idsOf(await allRows(subject.world.at(there), address));
        const own = idsOf(await allRows(client(), address));
        const strange = foreign.filter((id) => !own.includes(id));
        if (strange.length === 0) continue;
        expect((await client().get(`${address}?id=${strange.join(',')}`)).body.data, name).to.deep.equal([]);
      }
      expect(offers > 0).to.equal(hasChoices(subject));
    });

    it('shows rows of this site without a word of the other', async () => {
      const rows: Body[] = await allRows(client(), path);
      for (const { id } of rows.slice(0, 12)) await read(`${path}/${id}`);
      expect(rows).not.to.have.lengthOf(0);
    });
  });
}

function hasChoices({ resource }: Subject): boolean {
  const some = [...resource.fields.values()].some(({ facts }) => 'to' in facts && !facts.readOnly);
  return some && resource.operations.includes('create');
}

/** Without it, the rest would prove nothing. */
function describeHeadquarters(subject: Subject): void {
  it('shows the rows of every site at the headquarters', async () => {
    const text = JSON.stringify(await allRows(subject.world.at('hq'), subject.path)).toLowerCase();
    for (const place of ['north', 'south'] as const) expect(text).to.include(marks[place].toLowerCase());
  });
}

function expectNothingOf(place: Place, where: string, text: string): void {
  const at = text.toLowerCase().indexOf(marks[place].toLowerCase());
  expect(
    at === -1 ? '' : text.slice(Math.max(0, at - 200), at + 50),
    `${where} shows the other site`,
  ).to.equal('');
}
