/** The table of kinds of values. */
import { expect } from 'chai';
import { inputOf } from '../../../console/kinds/inputs.tsx';
import { kindOf } from '../../../console/kinds/kinds.tsx';

describe('a kind of value', () => {
  it('that a page does not know, since the service is newer, is taken for text', () => {
    const newer = JSON.parse('{ "type": "of_tomorrow" }');
    expect(kindOf(newer)).to.equal(kindOf({ type: 'text' }));
    expect(inputOf(newer)).to.equal(inputOf({ type: 'text' }));
  });
});
