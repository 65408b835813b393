/** Values as people read them: addresses in texts, parts of nested values, the outline of a code. */
import { expect } from 'chai';
import { nameIn, partsOf } from '../../../console/kinds/nested.ts';
import { piecesOf } from '../../../console/parts/pieces.ts';
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
  it('is told by the names of rows in place of their numbers', () => {
    const site = { id: 1, name: 'North' };
    const value = { ...{ site_id: 1, site, role_ids: [2], roles: [{ id: 2 }] }, since: '2026', kept_id: 3 };
    expect(partsOf(value)).to.deep.equal([
      ['site', site],
      ['roles', [{ id: 2 }]],
      ['since', '2026'],
      ['kept_id', 3],
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
