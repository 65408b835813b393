/** The table of kinds of values. */
import { expect } from 'chai';
import { inputOf } from '../../../console/kinds/inputs.tsx';
import { isId, kindOf } from '../../../console/kinds/kinds.tsx';

describe('a kind of value', () => {
  it('is no amount where it is an id, so that it has no separators', () => {
    expect(['id', 'record_id', 'identity', 'paid'].filter((name) => isId({ name }))).to.deep.equal([
      'id',
      'record_id',
    ]);
  });

  it('that a page does not know, since the service is newer, is taken for text', () => {
    const newer = JSON.parse('{ "type": "of_tomorrow" }');
    expect(kindOf(newer)).to.equal(kindOf({ type: 'text' }));
    expect(inputOf(newer)).to.equal(inputOf({ type: 'text' }));
  });
});
