/** The table of kinds of values. */
import { expect } from 'chai';
import { inputOf } from '../../../console/kinds/inputs.tsx';
import { kindOf, typeOfSchema } from '../../../console/kinds/kinds.tsx';

describe('a kind of value', () => {
  it('that a page does not know, since the service is newer, is taken for text', () => {
    const newer = JSON.parse('{ "type": "of_tomorrow" }');
    expect(kindOf(newer)).to.equal(kindOf({ type: 'text' }));
    expect(inputOf(newer)).to.equal(inputOf({ type: 'text' }));
  });

  it('is found by the schema of a part', () => {
    const found = (schema: { readonly types: readonly unknown[]; readonly format?: string }) =>
      typeOfSchema(schema.types, schema.format);
    expect(found({ types: ['string'] })).to.equal('text');
    expect(found({ types: ['string', 'null'], format: 'date-time' })).to.equal('datetime');
    expect(found({ types: ['string'], format: 'email' })).to.equal('text');
    expect(found({ types: ['number', 'integer'] })).to.equal('integer');
    expect(found({ types: [undefined] })).to.equal(undefined);
    expect(found({ types: ['array'] })).to.equal(undefined);
  });
});
