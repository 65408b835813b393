/** Forms of new rows that take several of a reference: which, how many of each, and what of it is sent. */
import { expect } from 'chai';
import {
  bodiesOf,
  errorsOfOne,
  severalOf,
  withAmount,
  withSeveral,
} from '../../../console/form/values/several.ts';
import { field, resource } from './described.ts';

const fields = [
  field('part_id', { type: 'reference', required: true, nullable: false }),
  field('pieces', { type: 'integer', required: true, nullable: false, default: 1 }),
  field('note'),
];
const counted = resource({ fields, view: { several: { of: 'part_id', amount: 'pieces' } } });

describe('a form of several', () => {
  const several = severalOf(counted, {});
  if (!several) throw new Error('It takes several.');

  it('is of one where nothing is declared, and where the address says which', () => {
    expect(severalOf(resource({ fields }), {})).to.equal(null);
    expect(severalOf(counted, { part_id: 3 })).to.equal(null);
  });

  it('asks for ids, and for an amount by each', () => {
    expect(withSeveral(fields, several).map(({ type }) => type)).to.deep.equal([
      'references',
      'json',
      'text',
    ]);
    expect(withSeveral(fields, null)).to.deep.equal(fields);
  });

  it('chooses what is counted, and takes out what there is none of', () => {
    const one = withAmount(several, {}, 7, 1);
    expect(one).to.deep.equal({ part_id: [7], pieces: { 7: 1 } });
    const two = withAmount(several, one, 3, 2);
    expect(withAmount(several, two, 7, 5)).to.deep.equal({ part_id: [7, 3], pieces: { 7: 5, 3: 2 } });
    expect(withAmount(several, two, 7, null)).to.deep.equal({ part_id: [3], pieces: { 3: 2 } });
  });

  it('sends a body for each, with what they have in common', () => {
    const values = { part_id: [7, 3], pieces: { 7: 5 }, note: 'N' };
    const [part, , note] = withSeveral(fields, several);
    if (!part || !note) throw new Error('There are three.');
    expect(bodiesOf(several, [part, note], values)).to.deep.equal([
      { note: 'N', part_id: 7, pieces: 5 },
      { note: 'N', part_id: 3, pieces: 1 },
    ]);
    expect(bodiesOf(several, [part, note], { part_id: [], note: 'N' })).to.deep.equal([{ note: 'N' }]);
    // Where another way to fill it in is chosen, it is not shown.
    expect(bodiesOf(several, [note], values)).to.deep.equal([{ note: 'N' }]);
    expect(bodiesOf(null, fields.slice(2), values)).to.deep.equal([{ note: 'N' }]);
  });

  it('tells which of them is wrong', () => {
    const errors = { pieces: ['Only 3 are there.'], note: ['Too long.'] };
    const nameOf = (id: number) => (id === 3 ? 'Nut' : 'Bolt');
    const at = (index: number | null, ids = [7, 3]) => errorsOfOne(several, { errors, index }, ids, nameOf);
    expect(at(1)).to.deep.equal({ note: ['Too long.'], 'part_id.3': ['Nut: Only 3 are there.'] });
    expect(at(null)).to.deep.equal({ note: ['Too long.'], 'part_id.7': ['Bolt: Only 3 are there.'] });
    expect(at(null, [])).to.deep.equal({ note: ['Too long.'], part_id: ['Only 3 are there.'] });
    const others = { note: ['Too long.'] };
    expect(errorsOfOne(several, { errors: others, index: 1 }, [7, 3], nameOf)).to.equal(others);
  });
});
