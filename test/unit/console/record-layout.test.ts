/** Where facts and lists stand on a page about one row. */
import { expect } from 'chai';
import { factsOf, openTab, quickQuery, relatedTabs, withParent } from '../../../console/record/layout.ts';
import { field, resource } from './described.ts';

const related = [
  { resource: 'parts', filter: 'thing_id', count_field: 'part_count', label: 'Parts' },
  { resource: 'notes', filter: 'thing_id', count_field: null, label: 'Notes' },
  { resource: 'notes', filter: 'other_id', count_field: null, label: 'Other notes' },
];

describe('the page about one row', () => {
  const thing = resource({
    fields: [
      field('name'),
      field('status', { type: 'enum' }),
      field('size'),
      field('secret', { write_only: true }),
      field('part_count', { type: 'integer' }),
      field('color'),
      field('price'),
      field('place_id', { type: 'integer' }),
      field('place', { type: 'nested' }),
      field('site_id'),
      field('created_at'),
      field('owner', { null_label: 'Nobody' }),
    ],
    states: { field: 'status', initial: [], transitions: {} },
    related,
    view: {
      sections: [
        { title: 'Look', fields: ['color', 'size'] },
        { title: 'Purchase', fields: ['price', 'name'], folded: true },
      ],
    },
  });
  const row = {
    ...{
      id: 3,
      name: 'Pump',
      status: 'open',
      size: '',
      color: 'red',
      price: null,
      part_count: 0,
      site_id: 1,
    },
    ...{ created_at: 'now', place_id: 7, place: { id: 7, name: 'Hall' }, owner: null, secret: 'x' },
  };

  it('has the facts in the sections of the view, and those that none names behind them', () => {
    const groups = factsOf(thing, row).map(({ title, folded, filled, empty }) => ({
      ...{ title, folded },
      ...{ filled: filled.map(({ name }) => name), empty: empty.map(({ name }) => name) },
    }));
    expect(groups).to.deep.equal([
      { title: 'Look', folded: false, filled: ['color'], empty: ['size'] },
      { title: 'Purchase', folded: true, filled: [], empty: ['price'] },
      { title: null, folded: false, filled: ['place', 'owner'], empty: [] },
    ]);
  });

  it('has a tab for each list, and says how many it holds where that is known', () => {
    const tabs = relatedTabs(thing, row);
    expect(tabs.map(({ key, count }) => [key, count])).to.deep.equal([
      ['parts', 0],
      ['notes', null],
      ['notes.other_id', null],
    ]);
    expect(openTab(tabs, null)?.key).to.equal('notes');
    expect(openTab(tabs, 'parts')?.key).to.equal('parts');
    expect(openTab(tabs, 'what is not there')?.key).to.equal('notes');
    expect(openTab([], null)).to.equal(undefined);
  });

  it('begins what belongs to it with its own values', () => {
    const note = resource({ fields: [field('thing_id'), field('made_of_id', { read_only: true })] });
    const [parts] = related;
    if (!parts) throw new Error('There is a first list.');
    expect(withParent(note, parts, row)).to.deep.equal({ 'with.thing_id': '3' });
    expect(withParent(note, { ...parts, filter: 'made_of_id' }, row)).to.equal(null);
    expect(withParent(note, { ...parts, filter: 'elsewhere_id' }, row)).to.equal(null);
    const given = { thing_id: 'id', text: 'color', price: 'price', place: 'place' };
    expect(quickQuery({ with: given, set: { kind: 'out' } }, row)).to.deep.equal({
      'with.kind': 'out',
      'with.thing_id': '3',
      'with.text': 'red',
    });
  });
});
