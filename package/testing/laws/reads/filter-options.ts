/** The options of filters that take references: exactly the rows that occur in the list. */
import { expect } from 'chai';
import { filterChoice } from '../../../../engine/model/filter-target.ts';
import { describe, it } from '../../runner.ts';
import { allRows, idsOf } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';
import { expectOptionPages } from '../option-pages.ts';
import type { Model } from './oracle.ts';

export function describeFilterOptions(subject: Subject, model: () => Model): void {
  const { resource, registry } = subject;
  const filters = [...resource.filters.values()];
  const choices = filters.flatMap((filter) => {
    const choice = filterChoice(registry, resource, filter.name);
    return choice ? [{ filter, choice }] : [];
  });
  const addressOf = (name: string) => `${subject.path}/options/filter.${name}`;

  describe('options of filters', () => {
    for (const { filter, choice } of choices) {
      const address = addressOf(filter.name);

      it(`${filter.name}: the rows that occur in the list`, async () => {
        const values = new Set(subject.rows.flatMap((row) => model().valuesOf(resource, filter, row)));
        values.delete(null);
        const offered = await allRows(subject.client, address);
        expect(idsOf(offered))
          .to.have.members([...values])
          .and.not.to.have.lengthOf(0);
        const shown = ['id', 'name', choice.target.display, ...choice.include];
        for (const row of offered) expect(row).to.have.all.keys(...new Set(shown));
        for (const { id } of offered.slice(0, 5)) {
          const found = await subject.client.get(`${subject.path}?${filter.name}=${id}&fields=id`);
          expect(found.body.meta.total, `${filter.name}=${id}`).to.be.above(0);
        }
      });

      it(`${filter.name}: a page, to be searched`, async () => {
        const rows = await allRows(subject.client, address);
        const strange = ['nonsense', 'sort', 'fields', 'for', 'id[gte]', 'search[lt]'];
        await expectOptionPages(subject, address, rows, strange);
        expect(await allRows(subject.client, address, 'search=nothing-is-called-so')).to.deep.equal([]);
        for (const { id, name } of rows.slice(0, 3)) {
          const words = new URLSearchParams({ search: String(name) }).toString();
          expect(idsOf(await allRows(subject.client, address, words)), words).to.include(id);
        }
      });

      // Another person has rows of their own.
      if (resource.scope === 'own') continue;

      it(`${filter.name}: found by what is shown, if the user may not list ${choice.target.path}`, async () => {
        const holders = resource.hangOn().map((one) => `${one.name}.view`);
        const needed = resource.hung ? holders : [`${resource.name}.viewAny`];
        const person = await subject.world.limitedTo(needed, subject.place);
        const rows = await allRows(person, address);
        expect(rows).not.to.have.lengthOf(0);
        for (const { id, name } of rows.slice(0, 3)) {
          const words = new URLSearchParams({ search: String(name) }).toString();
          expect(idsOf(await allRows(person, address, words)), words).to.include(id);
        }
      });
    }

    it('are none for a filter that takes no reference', async () => {
      const others = filters.filter(({ name }) => !choices.some(({ filter }) => filter.name === name));
      for (const name of ['nonsense', 'constructor', '', ...others.map((filter) => filter.name)]) {
        expect((await subject.client.get(addressOf(name))).status, name).to.equal(404);
      }
    });
  });
}
