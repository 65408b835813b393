/** Times of the day: what is one, and what the engine makes of a field that holds one. */

import { expect } from 'chai';
import { factsOf } from '../../../../engine/kinds/field.ts';
import { show, store } from '../../../../engine/kinds/scalars/scalar.ts';
import { TimeOfDay, time } from '../../../../engine/kinds/scalars/time.ts';
import { columnFilter, parseFilterValue } from '../../../../engine/model/filter.ts';

describe('a time of the day', () => {
  for (const text of ['00:00', '08:05', '19:30', '23:59']) {
    it(`can be ${text}, which stays as it is`, () => {
      expect(time.query.parse(text, undefined) === text).to.equal(true);
      expect(show(time, store(time, text))).to.equal(text);
    });
  }
  for (const text of ['24:00', '8:00', '08:60', '08:00:00', '08.00', ' 08:00', '08:00\n', '', '٠٨:٠٠']) {
    it(`cannot be ${JSON.stringify(text)}`, () =>
      expect(time.query.parse(text, undefined) === text).to.equal(false));
  }

  it('is filtered by, also by ranges', () => {
    const filter = columnFilter({ name: 'due_time', scalar: time }, 'due_time');
    expect(filter.ordered).to.equal(true);
    expect(parseFilterValue(filter, '08:00')).to.equal('08:00');
    expect(parseFilterValue(filter, '8:00')).to.equal(undefined);
  });

  it('is a field with a default', () => {
    const field = TimeOfDay({ default: '08:00' });
    expect(factsOf(field)).to.deep.include({ scalar: time, default: '08:00' });
    expect(field).to.include({ type: 'string', format: 'time-of-day', default: '08:00' });
  });
});
