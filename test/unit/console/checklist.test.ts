/** What a checklist says of a row, from what the metadata says of its resource. */
import { expect } from 'chai';
import { bodyOf, statusOf, toldBounds, wayToAnswer } from '../../../console/record/checklist/told.ts';
import { speak } from '../../../console/words/words.ts';
import { field, resource } from './described.ts';

const checklist = {
  ...{
    kind: 'asks',
    answers: { tick: 'right', judge: 'right', measure: 'size', say: 'words', pick: 'words' },
  },
  ...{
    ticks: ['tick'],
    status: 'state',
    open: 'open',
    choices: 'ways',
    bounds: ['least', 'most'],
    none: 'off',
  },
};
const things = resource({
  fields: [
    field('right', { type: 'boolean' }),
    field('size', { type: 'decimal' }),
    field('words'),
    field('state', {
      values: [
        { value: 'open', label: 'Open' },
        { value: 'bad', label: 'Failed', tone: 'bad' },
      ],
    }),
  ],
});

describe('a checklist', () => {
  before(async () => {
    Object.assign(globalThis, { document: { documentElement: {} } });
    await speak('en');
  });
  after(() => Reflect.deleteProperty(globalThis, 'document'));

  it('answers a row by the type of its field, by what it offers, or by files', () => {
    const by = (asks: string, ways: unknown = null) =>
      wayToAnswer(things, checklist, { id: 1, asks, ways }).by;
    expect(['tick', 'judge', 'measure', 'say', 'photo'].map((asks) => by(asks))).to.deep.equal([
      ...['tick', 'judgement', 'figure', 'writing', 'files'],
    ]);
    expect(by('pick', ['a', 'b'])).to.equal('pick');
  });

  it('has what is answered apply', () => {
    expect(bodyOf(checklist, { id: 1, off: false }, field('right'), true)).to.deep.equal({ right: true });
    expect(bodyOf(checklist, { id: 1, off: true }, field('right'), true)).to.deep.equal({
      ...{ right: true, off: false },
    });
    expect(bodyOf(checklist, { id: 1, off: true }, field('right'), null)).to.deep.equal({ right: null });
  });

  it('tells of bounds, and of a status with a mark', () => {
    const told = (least: number | null, most: number | null) => toldBounds(checklist, { id: 1, least, most });
    expect([told(0.5, 2), told(0, null), told(null, 80), told(null, null)]).to.deep.equal([
      ...['from 0.5 to 2', 'at least 0', 'at most 80', ''],
    ]);
    expect(statusOf(things, checklist, { id: 1, state: 'bad' })?.label).to.equal('✗ Failed');
    expect(statusOf(things, checklist, { id: 1, state: 'open' })?.label).to.equal('Open');
  });
});
