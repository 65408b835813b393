/** Pages that neither overlap nor miss a row, their numbers and links, `fields`, and parameters that do not exist. */
import { expect } from 'chai';
import { describe, it, itOnce } from '../../runner.ts';
import type { Body } from '../../specimens/rules.ts';
import type { Reply } from '../../world/client.ts';
import { allRows, idsOf } from '../../world/lists.ts';
import type { Subject } from '../../world/subject.ts';
import { expectRefusal, expectRefusals } from './filters.ts';

export function describePages(subject: Subject): void {
  const { resource } = subject;
  describe('pages', () => {
    const read = async (query: Readonly<Record<string, string | number>>) => {
      const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
      const reply = await subject.client.get(`${subject.path}?${text.join('&')}`);
      expect(reply.status, reply.text.slice(0, 300)).to.equal(200);
      return reply.body;
    };

    for (const perPage of [1, 2, 3]) {
      it(`of ${perPage} make the whole list, forwards and past the middle`, async () => {
        const sort = [...resource.sorts.keys()].at(-1) ?? 'id';
        const whole = idsOf(await allRows(subject.client, subject.path, `sort=${sort}`)).slice(0, 40);
        const found: number[] = [];
        const last = Math.ceil(whole.length / perPage);
        for (let page = 1; page <= last; page += 1) {
          const { data } = await read({ sort, page, per_page: perPage, fields: 'id' });
          found.push(...idsOf(data));
        }
        expect(found.slice(0, whole.length)).to.deep.equal(whole);
        const { meta } = await read({ sort, per_page: perPage, fields: 'id' });
        const { data } = await read({ sort, page: meta.last_page, per_page: perPage, fields: 'id' });
        const tail = idsOf(await allRows(subject.client, subject.path, `sort=${sort}`)).slice(
          (meta.last_page - 1) * perPage,
        );
        expect(idsOf(data)).to.deep.equal(tail);
      });
    }

    it('are of rows that all have an id, a name and their times', () => {
      expect(subject.rows.length).to.be.above(0);
      for (const row of subject.rows) {
        expect([typeof row.id, typeof row.name], JSON.stringify(row)).to.deep.equal(['number', 'string']);
        for (const at of [row.created_at, row.updated_at]) expect(String(at)).to.match(/^\d{4}-.*T.*Z$/);
      }
    });

    it('say their position, and keep every parameter in their links', async () => {
      const total = subject.rows.length;
      const last = Math.ceil(total / 2);
      const filter = 'created_at[gte]=2000-01-01T00:00:00Z';
      for (const page of [1, 2, last, last + 1, last + 7]) {
        const { data, meta, links } = await read({
          page,
          per_page: 2,
          [filter.split('=')[0] ?? '']: filter.split('=')[1] ?? '',
        });
        const from = (page - 1) * 2 + 1;
        expect(data).to.have.lengthOf(Math.max(0, Math.min(2, total - from + 1)));
        expect(meta).to.deep.equal({
          current_page: page,
          from: data.length > 0 ? from : 0,
          last_page: last,
          per_page: 2,
          to: data.length > 0 ? from + data.length - 1 : 0,
          total,
        });
        expect(links).to.have.all.keys('first', 'last', 'prev', 'next');
        const previous = page > 1 ? Math.min(page - 1, last) : null;
        expectLink(links.first, 1);
        expectLink(links.last, last);
        expectLink(links.prev, previous);
        expectLink(links.next, page < last ? page + 1 : null);
      }
      function expectLink(link: string | null, page: number | null): void {
        if (link === null || page === null) {
          expect([link, page]).to.deep.equal([null, null]);
          return;
        }
        const { origin, pathname, searchParams } = new URL(link);
        expect(`${origin}${pathname}`).to.equal(`${subject.world.service.url}/api/v1${subject.path}`);
        expect([...searchParams].sort()).to.deep.equal([
          ['created_at[gte]', '2000-01-01T00:00:00Z'],
          ['page', String(page)],
          ['per_page', '2'],
        ]);
      }
    });

    it('are followed by their links', async () => {
      const followed: number[] = [];
      const bound = subject.rows.length + 2;
      let next: string | null = `/api/v1${subject.path}?per_page=3&fields=id`;
      for (let count = 0; next !== null && count < bound; count += 1) {
        const { body }: Reply = await subject.client.get(next);
        followed.push(...idsOf(body.data));
        next = body.links.next?.replace(subject.world.service.url, '') ?? null;
      }
      expect(followed).to.deep.equal(idsOf(subject.rows));
    });

    it('have twenty rows by default, and none if nothing is found', async () => {
      const { data, meta } = await read({});
      expect(meta.per_page).to.equal(20);
      expect(data).to.deep.equal(subject.rows.slice(0, 20));
      const nothing = await read({ id: 2_147_483_640 });
      expect(nothing.data).to.deep.equal([]);
      expect(nothing.meta).to.deep.equal({
        current_page: 1,
        from: 0,
        last_page: 1,
        per_page: 20,
        to: 0,
        total: 0,
      });
      expect([nothing.links.prev, nothing.links.next]).to.deep.equal([null, null]);
    });

    itOnce('have bounds', async () => {
      const pages = ['0', '-1', 'abc', '1.5', '', '2147483648', '1e1'].map((page) => ['page', page] as const);
      const sizes = ['0', '101', 'abc', '-1', '1.5', ''].map((size) => ['per_page', size] as const);
      await expectRefusals(subject.client, subject.path, [...pages, ...sizes]);
      expect((await read({ per_page: 100 })).meta.per_page).to.equal(100);
    });

    it('show the requested fields, in the order of the whole answer', async () => {
      const keys = resource.listedKeys;
      for (const some of inThirds(keys)) {
        const { data } = await read({ fields: some.join(','), per_page: 3 });
        const wanted = subject.rows.slice(0, 3);
        expect(data).to.deep.equal(
          wanted.map((row) => Object.fromEntries(some.map((key) => [key, row[key]]))),
        );
      }
      const { data } = await read({ fields: [...keys].reverse().join(','), per_page: 2 });
      expect(data.map((row: Body) => Object.keys(row))).to.deep.equal([keys, keys].slice(0, data.length));
    });

    itOnce('refuse a field that does not exist', async () => {
      const strange = ['nonsense', 'ID', 'version', 'constructor'].filter(
        (name) => !subject.resource.fields.has(name),
      );
      for (const value of [...strange, 'id,nonsense', '']) {
        await expectRefusal(subject.client, subject.path, 'fields', value);
      }
    });

    itOnce('refuse parameters that do not exist, or come twice', async () => {
      const strange = ['nonsense', 'Page', 'constructor', '__proto__', 'page[gte]', 'nonsense[gte]'];
      await expectRefusals(
        subject.client,
        subject.path,
        strange.map((name) => [name, '1']),
      );
      for (const [name, value] of [
        ['page', '1'],
        ['per_page', '1'],
        ['created_at[gte]', '2026-01-01T00:00:00Z'],
      ]) {
        const reply = await subject.client.get(`${subject.path}?${name}=${value}&${name}=${value}`);
        expect(reply.status).to.equal(422);
        expect(Object.keys(reply.body.errors)).to.deep.equal([name]);
      }
      const both = await subject.client.get(`${subject.path}?page=0&sort=nonsense&nonsense=1`);
      expect(Object.keys(both.body.errors).sort(), 'all at once').to.deep.equal(['nonsense', 'page', 'sort']);
    });

    if (!subject.can('view')) return;

    it('have the rows as a view shows them', async () => {
      for (const row of subject.rows.slice(0, 2)) {
        const { data } = await subject.read(Number(row.id));
        const extra = Object.keys(data).filter((key) => !(key in row));
        expect(extra.every((key) => resource.singleKeys.includes(key))).to.equal(true);
        expect({ ...data, ...row }).to.deep.equal(data);
      }
    });

    it('of one row: a view takes `fields` and nothing else', async () => {
      const id = Number(subject.rows[0]?.id);
      const whole = await subject.read(id);
      for (const some of inThirds([...resource.singleKeys])) {
        const reply = await subject.client.get(`${subject.path}/${id}?fields=${some.join(',')}`);
        expect(reply.body).to.deep.equal({
          data: Object.fromEntries(some.map((key) => [key, whole.data[key]])),
        });
        expect(reply.headers.etag, 'the tag is that of the row').to.equal(whole.etag);
      }
      await expectRefusals(subject.client, `${subject.path}/${id}`, [
        ...['page', 'sort', 'search', 'id', 'nonsense'].map((name) => [name, '1'] as const),
        ['fields', 'nonsense'],
      ]);
    });
  });
}

/** One by itself, then each third of all: a mistake by one key shows in one of these. */
function inThirds(keys: readonly string[]): string[][] {
  return [keys.slice(0, 1), ...[0, 1, 2].map((rest) => keys.filter((_, at) => at % 3 === rest))].filter(
    (some) => some.length > 0,
  );
}
