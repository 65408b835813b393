/** Every sort in both directions against a plain sort of the complete list; search; and refused sorts and searches. */

import { expect } from 'chai';
import { parseSort, sortNames } from '../../../../engine/sort.ts';
import { describe, it, itOnce } from '../../runner.ts';
import { allRows, idsOf } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';
import { expectRefusal } from './filters.ts';
import { type Model, sorted } from './oracle.ts';

export function describeSorting(subject: Subject, model: () => Model): void {
  const { resource } = subject;
  const fields = sortNames(resource);
  const pairs = fields.map((field, index) => `${field},-${fields[(index + 1) % fields.length]}`);
  describe('sort', () => {
    it('starts with the default', async () => {
      const { rows } = subject;
      expect(rows).to.have.length.above(1);
      expect(idsOf(rows)).to.deep.equal(idsOf(sorted(model(), resource, rows, resource.defaultSort)));
    });

    for (const sort of [...fields.flatMap((field) => [field, `-${field}`]), ...pairs]) {
      it(sort, async () => {
        const found = await allRows(subject.client, subject.path, `sort=${sort}&fields=id`);
        const [first, second] = parseSort(sort);
        const keys = [first, ...(second && second.field !== first?.field ? [second] : [])];
        const wanted = sorted(
          model(),
          resource,
          subject.rows,
          keys.filter((key) => key !== undefined),
        );
        expect(idsOf(found)).to.deep.equal(idsOf(wanted));
      });
    }

    it('is the same forwards, page by page and in a file, without an index', async () => {
      for (const sort of resource.furtherSorts.keys()) {
        const wanted = idsOf(await allRows(subject.client, subject.path, `sort=-${sort}&fields=id`));
        const last = Math.ceil(wanted.length / 7);
        for (const page of new Set([1, Math.ceil(last / 2), last])) {
          const query = `sort=-${sort}&fields=id&per_page=7&page=${page}`;
          const { body } = await subject.client.get(`${subject.path}?${query}`);
          expect(idsOf(body.data), query).to.deep.equal(wanted.slice(7 * (page - 1), 7 * page));
        }
        const file = await subject.client.get(`${subject.path}?sort=-${sort}&fields=id&format=csv`);
        expect(file.text.trim().split('\r\n').slice(1).map(Number), sort).to.deep.equal(wanted);
      }
    });

    itOnce('refuses a field that nothing sorts by', async () => {
      for (const value of ['nonsense', '', '-', 'name,nonsense', '--name', 'NAME', 'id;drop', 'by_site_id']) {
        await expectRefusal(subject.client, subject.path, 'sort', value);
      }
      await expectRefusal(subject.client, subject.path, 'sort[gte]', 'name');
    });
  });
}

export function describeSearch(subject: Subject, model: () => Model): void {
  const { resource } = subject;
  if (!resource.search) {
    describe('search', () => {
      itOnce('is no parameter', () => expectRefusal(subject.client, subject.path, 'search', 'text'));
    });
    return;
  }
  describe('search', () => {
    const expectFound = async (search: string): Promise<number> => {
      const query = new URLSearchParams({ search, fields: 'id' }).toString();
      const found = await allRows(subject.client, subject.path, query);
      const wanted = subject.rows.filter((row) => model().isFound(resource, row, search));
      expect(idsOf(found), search).to.deep.equal(idsOf(wanted));
      return found.length;
    };

    it('finds by any search field, in upper or lower case', async () => {
      const { search = [] } = resource.definition;
      const own = search.filter((name) => !name.includes('.'));
      // The name of a row without its own texts has the texts of rows that it refers to.
      const texts = (own.length > 0 ? own : [resource.display])
        .flatMap((name) => subject.rows.map((row) => row[name]))
        .filter((text) => typeof text === 'string')
        .map((text) => (own.length > 0 ? text : (text.split(' ')[0] ?? '')));
      let found = 0;
      for (const text of [...new Set(texts)].slice(0, 12)) {
        found += await expectFound(text);
        found += await expectFound(text.toUpperCase());
        found += await expectFound(text.slice(2, 9));
      }
      expect(found).to.be.greaterThan(0);
    });

    it('finds the row with a number before all others, in any order', async () => {
      const foundBy = (id: unknown) =>
        subject.rows.filter((one) => model().isFound(resource, one, String(id)));
      const row = subject.rows.find(({ id }) => foundBy(id).length > 1) ?? subject.rows.at(-1);
      const ids = async (query: string, form = 'application/json') => {
        const headers = { Accept: form };
        return subject.client.get(`${subject.path}?fields=id&${query}`, headers);
      };
      for (const search of [String(row?.id), `%23${row?.id}`]) {
        const { data, meta } = (await ids(`search=${search}`)).body;
        expect(data[0]?.id, search).to.equal(row?.id);
        for (const sort of ['id', '-id']) {
          const [first] = (await ids(`search=${search}&sort=${sort}`)).body.data;
          expect(first?.id, `${search} by ${sort}`).to.equal(row?.id);
        }
        const file = (await ids(`search=${search}`, 'text/csv')).text.trim().split('\r\n');
        expect([file[1], file.length - 1], `${search}, as a file`).to.deep.equal([
          String(row?.id),
          meta.total,
        ]);
        const [counted] = (await subject.client.get(`${subject.path}/counts?search=${search}`)).body.data;
        expect(counted.count, `${search}, counted`).to.equal(meta.total);
      }
    });

    it('takes %, _ and \\ for themselves, and knows words with and without accents', async () => {
      for (const search of ['%', '_', '\\', '50%', 'a_b', 'axb', 'back\\slash', "'", '"', '%%', '\\%']) {
        await expectFound(search);
      }
      for (const search of ['élan', 'elan', 'ÉLAN', 'STRASSE', 'straße', '日本', '😀', 'ноль', '--', '*']) {
        await expectFound(search);
      }
    });

    it('finds rows with all words, and all rows without a word', async () => {
      const [first, second] = subject.rows;
      const text = `${first?.name ?? ''} ${second?.name ?? ''}`;
      await expectFound(text.split(/\s+/u).slice(0, 4).join(' '));
      expect(await expectFound('nothing-is-called-so')).to.equal(0);
      for (const empty of ['', '   ']) expect(await expectFound(empty)).to.equal(subject.rows.length);
    });

    itOnce('bounds the number of words', () =>
      expectRefusal(subject.client, subject.path, 'search', 'a b c d e f g h i j k'),
    );
  });
}
