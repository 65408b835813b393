/** Where facts and lists stand on a page about one row, and which state is next. */
import { expect } from 'chai';
import {
  factsOf,
  fittingTabs,
  headlineOf,
  nextOf,
  openTab,
  quickQuery,
  relatedTabs,
  withParent,
} from '../../../console/record/layout.ts';
import { field, resource } from './described.ts';

const related = [
  { resource: 'parts', filter: 'thing_id', count_field: 'part_count', label: 'Parts' },
  { resource: 'notes', filter: 'thing_id', label: 'Notes' },
  { resource: 'notes', filter: 'other_id', label: 'Other notes' },
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
      field('code_url'),
    ],
    states: { field: 'status', initial: [], transitions: {} },
    related,
    view: {
      leads: 'code_url',
      sections: [
        { title: 'Look', fields: ['color', 'size', 'code_url'] },
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
    ...{
      created_at: 'now',
      place_id: 7,
      place: { id: 7, name: 'Hall' },
      owner: null,
      secret: 'x',
      code_url: 'https://x',
    },
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

  it('has no fact that another of its values rules out, not even as one that is not filled in', () => {
    const only = { status: ['done'] };
    const fields = [field('status', { type: 'enum' }), field('lead', { only }), field('note', { only })];
    const plan = resource({ fields });
    const namesOf = (status: string) =>
      factsOf(plan, { id: 1, status, lead: 0, note: null }).flatMap(({ filled, empty }) =>
        [...filled, ...empty].map(({ name }) => name),
      );
    expect(namesOf('done')).to.deep.equal(['status', 'lead', 'note']);
    expect(namesOf('open')).to.deep.equal(['status']);
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
    const reference = {
      ...{ resource: 'things', embed: 'thing', fields: ['id', 'name'], display: 'name' },
      ...{ options_url: null, options_fields: [], options_parameters: [], not: { color: ['red'] } },
    };
    const unoffered = resource({ fields: [field('thing_id', { reference })] });
    expect(withParent(unoffered, parts, row), 'a row that the form does not offer').to.equal(null);
    expect(withParent(unoffered, parts, { ...row, color: 'blue' })).to.deep.equal({ 'with.thing_id': '3' });
    expect(withParent(note, { ...parts, filter: 'made_of_id' }, row)).to.equal(null);
    expect(withParent(note, { ...parts, filter: 'elsewhere_id' }, row)).to.equal(null);
    const given = { thing_id: 'id', text: 'color', price: 'price', place: 'place' };
    expect(quickQuery({ with: given, set: { kind: 'out' } }, row)).to.deep.equal({
      'with.kind': 'out',
      'with.thing_id': '3',
      'with.text': 'red',
    });
  });

  it('says in its head what the view names and the row has, and not once more below', () => {
    const headed = { ...thing, view: { ...thing.view, headline: ['price', 'color'] } };
    const there = { ...row, price: 5, color: null };
    expect(headlineOf(headed, there).map(({ name }) => name)).to.deep.equal(['price']);
    const below = factsOf(headed, there).flatMap(({ filled, empty }) => [...filled, ...empty]);
    expect(below.map(({ name }) => name))
      .to.include('color')
      .and.not.to.include('price');
  });

  it('has a unit with its number alone', () => {
    const fields = [field('every', { type: 'integer', unit_field: 'unit' }), field('unit')];
    const told = (every: number | null) =>
      factsOf(resource({ fields }), { id: 1, every, unit: 'week' }).flatMap(({ filled }) => filled);
    expect(told(3).map(({ name }) => name)).to.deep.equal(['every']);
    expect(told(null).map(({ name }) => name)).to.deep.equal(['unit']);
  });

  it('has as many tabs side by side as there is room for, the open one among them', () => {
    const tabs = ['Parts', 'Notes', 'Visits', 'History'].map((label) => ({ key: label, label, count: null }));
    const told = (at: number, room: number) => {
      const open = tabs[at];
      if (!open) return undefined;
      const { shown, behind } = fittingTabs(tabs, open, room);
      return [shown, behind].map((some) => some.map(({ label }) => label).join(' '));
    };
    expect(told(0, 100)).to.deep.equal(['Parts Notes Visits History', '']);
    expect(told(0, 23)).to.deep.equal(['Parts Notes', 'Visits History']);
    expect(told(3, 25)).to.deep.equal(['Parts History', 'Notes Visits']);
    expect(told(3, 1)).to.deep.equal(['History', 'Parts Notes Visits']);
  });

  it('leads to one next state, the good one if there is one, and from a good one to none', () => {
    const tones = { open: 'warn', running: 'info', done: 'good', closed: 'good', void: 'mute' } as const;
    const values = Object.entries(tones).map(([value, tone]) => ({ value, label: value, tone }));
    const status = field('status', { type: 'enum', values });
    const next = (from: string, ways: readonly string[]) => nextOf(status, ways, { id: 1, status: from });
    expect(next('open', ['void', 'running', 'done'])).to.equal('done');
    expect(next('open', ['void', 'running'])).to.equal('running');
    expect(next('open', ['void'])).to.equal(undefined);
    expect(next('done', ['running', 'closed'])).to.equal(undefined);
  });
});
