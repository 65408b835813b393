/** Which answers are requested again after a change. */
import { expect } from 'chai';

describe('pages that follow changes', () => {
  before(() => {
    Object.assign(globalThis, { addEventListener: () => {}, localStorage: undefined });
  });

  it('request again what shows rows of a resource', async () => {
    const { changedPaths, shows } = await import('../../../console/parts/live.ts');
    expect(changedPaths({ a: '1', b: '1' }, { a: '1', b: '2', c: '1' })).to.deep.equal(['b', 'c']);
    const changed = ['items', 'item-movements'];
    for (const path of [
      '/items',
      '/items?page=2',
      '/items/3?with=can',
      '/overview',
      'lists /zones?a=1 /items?b=2',
    ]) {
      expect(shows(path, changed), path).to.equal(true);
    }
    for (const path of ['/zones?item=items', '/item', '/user/sessions', null, 3]) {
      expect(shows(path, changed), String(path)).to.equal(false);
    }
    expect(shows('https://a.test/api/v1/items/options/x', changed)).to.equal(true);
  });
});
