/** Values as people read them: addresses in texts, parts of nested values, the outline of a code. */
import { expect } from 'chai';
import { nameIn, partsOf } from '../../../console/parts/nested.ts';
import { piecesOf } from '../../../console/parts/text.ts';
import { codeAddress, outlineOf } from '../../../console/record/qr.ts';

describe('a text', () => {
  it('has addresses that can be followed, without what ends a sentence', () => {
    expect(piecesOf('See https://example.com/a?b=1, or (http://x.test/).')).to.deep.equal([
      { text: 'See ', isLink: false },
      { text: 'https://example.com/a?b=1', isLink: true },
      { text: ', or (', isLink: false },
      { text: 'http://x.test/', isLink: true },
      { text: ').', isLink: false },
    ]);
  });

  it('has none of another kind', () => {
    for (const text of [
      'javascript:alert(1)',
      'data:text/html,x',
      '<img src=x onerror=alert(1)>',
      'https://',
    ]) {
      expect(piecesOf(text)).to.deep.equal([{ text, isLink: false }]);
    }
    expect(piecesOf('')).to.deep.equal([]);
  });
});

describe('a value with parts', () => {
  const choice = { ...{ options_url: null, options_fields: [], options_parameters: [] }, display: 'name' };
  const described = {
    schema: {
      type: 'array',
      items: {
        properties: {
          site_id: { type: 'integer', title: 'Site' },
          role_ids: { type: 'array', title: 'Roles' },
          since: { type: 'string', title: 'Since' },
        },
      },
    },
    choices: [
      { name: 'site_id', resource: 'sites', ...choice },
      { name: 'role_ids', resource: 'roles', ...choice },
    ],
  };

  it('is told with its titles, by the names of rows in place of their numbers', () => {
    const value = {
      ...{ site_id: 1, site: { id: 1, name: 'North' }, role_ids: [2], roles: [{ id: 2, name: 'Boss' }] },
      ...{ since: '2026', more: true },
    };
    expect(partsOf(value, described)).to.deep.equal([
      { key: 'site', title: 'Site', value: value.site, rows: [{ id: 1, name: 'North', resource: 'sites' }] },
      {
        key: 'roles',
        title: 'Roles',
        value: value.roles,
        rows: [{ id: 2, name: 'Boss', resource: 'roles' }],
      },
      { key: 'since', title: 'Since', value: '2026', rows: null },
      { key: 'more', title: 'more', value: true, rows: null },
    ]);
  });

  it('keeps numbers beside which no row stands', () => {
    expect(partsOf({ site_id: 1 }, described)).to.deep.equal([
      { key: 'site_id', title: 'Site', value: 1, rows: null },
    ]);
  });

  it('is its name where it has nothing else', () => {
    expect(nameIn({ id: 1, name: 'North' })).to.equal('North');
    expect(nameIn({ id: 1, name: 'North', size: 2 })).to.equal(null);
    expect(nameIn({ name: 'North' })).to.equal(null);
  });
});

describe('a code', () => {
  it('is drawn in pieces as long as they are', () => {
    expect(outlineOf([[true, true, false], [false, true, true], []])).to.equal('M0 0h2v1h-2zM1 1h2v1h-2z');
  });

  it('leads to the row, and names its site', () => {
    expect(codeAddress('https://host/console', { path: 'things' }, { id: 3, site_id: 2 })).to.equal(
      'https://host/console/things/3?site=2',
    );
    expect(codeAddress('https://host/console', { path: 'things' }, { id: 3 })).to.equal(
      'https://host/console/things/3',
    );
  });
});
