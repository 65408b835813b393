/** The numbers and links of a page, at every place where a list can be asked for one. */
import { expect } from 'chai';
import { pageLinks, pageMeta, pageOf } from '../../../../../engine/read/pages/page.ts';
import type { Query } from '../../../../../engine/request/query-string.ts';
import { createSchemaReader } from '../../../../../engine/request/schema-reader.ts';

const refused = ({ name, keyword }: { name: string; keyword: string }) => {
  throw new Error(`${name}: ${keyword}`);
};
const readMeta = createSchemaReader(pageMeta, refused);
const readLinks = createSchemaReader(pageLinks, refused);

describe('pages', () => {
  const url = 'http://x/things';
  const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index }));
  const numberIn = (link: string | null) => link && Number(new URL(link).searchParams.get('page'));

  type Place = [what: string, rows: number, total: number, page: number, perPage: number];
  type Numbers = [from: number, to: number, last: number, prev: number | null, next: number | null];
  const places: [Place, Numbers][] = [
    [
      ['nothing at all', 0, 0, 1, 20],
      [0, 0, 1, null, null],
    ],
    [
      ['nothing at all, asked for its second page', 0, 0, 2, 20],
      [0, 0, 1, 1, null],
    ],
    [
      ['one row', 1, 1, 1, 20],
      [1, 1, 1, null, null],
    ],
    [
      ['exactly one page', 20, 20, 1, 20],
      [1, 20, 1, null, null],
    ],
    [
      ['one row more than a page', 20, 21, 1, 20],
      [1, 20, 2, null, 2],
    ],
    [
      ['that row', 1, 21, 2, 20],
      [21, 21, 2, 1, null],
    ],
    [
      ['the middle', 3, 13, 2, 3],
      [4, 6, 5, 1, 3],
    ],
    [
      ['the last page, not full', 1, 13, 5, 3],
      [13, 13, 5, 4, null],
    ],
    [
      ['beyond the end', 0, 13, 90, 5],
      [0, 0, 3, 3, null],
    ],
    [
      ['pages of one row', 1, 3, 2, 1],
      [2, 2, 3, 1, 3],
    ],
    // Rows that came between the count and the page are shown all the same.
    [
      ['more rows than were counted', 3, 2, 1, 20],
      [1, 3, 1, null, null],
    ],
  ];
  for (const [[what, count, total, page, perPage], [from, to, last, prev, next]] of places) {
    it(`number ${what}`, () => {
      const { data, meta, links } = pageOf(rows(count), total, { page, perPage }, { url, query: {} });
      expect(data).to.have.length(count);
      expect(readMeta(meta), 'as documented').to.deep.equal({
        current_page: page,
        from,
        last_page: last,
        per_page: perPage,
        to,
        total,
      });
      expect(Object.entries(readLinks(links)).map(([name, link]) => [name, numberIn(link)])).to.deep.equal([
        ['first', 1],
        ['last', last],
        ['prev', prev],
        ['next', next],
      ]);
    });
  }

  const addresses: [string, Query, string][] = [
    ['no parameters', {}, 'http://x/things?page='],
    ['the page that was asked for', { page: '9' }, 'http://x/things?page='],
    [
      'parameters, encoded',
      { 'a[gte]': '1 &', sort: '-b' },
      'http://x/things?a%5Bgte%5D=1+%26&sort=-b&page=',
    ],
    ['a list in parts', { twice: ['1', '2'] }, 'http://x/things?twice=1&twice=2&page='],
    ['an empty one', { search: '', per_page: '1' }, 'http://x/things?search=&per_page=1&page='],
  ];
  for (const [what, query, expected] of addresses) {
    it(`link with ${what}`, () => {
      const { links } = pageOf(rows(1), 3, { page: 2, perPage: 1 }, { url, query });
      expect(links).to.deep.equal({
        first: `${expected}1`,
        last: `${expected}3`,
        prev: `${expected}1`,
        next: `${expected}3`,
      });
    });
  }
});
