/** What is told of a change in a history. */
import { expect } from 'chai';
import { changesOf, type Entry, wordsOf } from '../../../console/record/tabs/changes.ts';
import { listPath } from '../../../console/service/seen/hung.ts';
import { field, resource } from './described.ts';

const reference = {
  ...{ resource: 'places', display: 'name', options_url: null, embed: 'place', fields: [] },
  ...{ options_fields: [], options_parameters: [] },
};
const place = field('place_id', { type: 'reference', reference });
const places = field('place_ids', { type: 'references', reference });
const thing = resource({
  fields: [
    field('name'),
    place,
    places,
    field('status', { type: 'enum' }),
    field('key', { write_only: true }),
  ],
});

function entry(changes: Entry['changes'], labels: Entry['labels'] = {}): Entry {
  return { id: 1, action: 'update', created_at: '2026-01-01T00:00:00.000Z', changes, labels };
}

describe('an entry of a history', () => {
  it('tells changes in the order of the fields, those of fields that are gone last', () => {
    const changes = changesOf(thing, entry({ old: [1, 2], status: ['a', 'b'], name: ['x', 'y'] }));
    expect(changes.map(({ name }) => name)).to.deep.equal(['name', 'status', 'old']);
    expect(changes[2]?.field).to.equal(undefined);
  });

  it('leaves out what is secret, and what was and is nothing', () => {
    const changes = changesOf(thing, entry({ key: ['a', 'b'], name: [null, ''], place_ids: [null, []] }));
    expect(changes).to.deep.equal([]);
    expect(changesOf(thing, entry(null))).to.deep.equal([]);
  });

  it('calls rows by their names, and those that the reader may not see by their numbers', () => {
    const named = entry(
      { place_id: [1, 2], place_ids: [[1], [1, 2]] },
      { place_id: ['Hall', null], place_ids: [['Hall'], ['Hall', null]] },
    );
    const [one, several] = changesOf(thing, named);
    expect(one && [wordsOf(one.before, place), wordsOf(one.after, place)]).to.deep.equal(['Hall', '#2']);
    expect(several && wordsOf(several.after, places)).to.equal('Hall, #2');
  });

  it('calls words by their labels, and leaves values that speak for themselves', () => {
    expect(wordsOf({ value: 'open', label: 'Offen' }, undefined)).to.equal('Offen');
    expect(wordsOf({ value: ['a', 'b'], label: ['A', 'B'] }, undefined)).to.equal('A, B');
    expect(wordsOf({ value: 'x', label: null }, field('name'))).to.equal(null);
    expect(wordsOf({ value: null, label: null }, place)).to.equal(null);
  });

  it('is listed where the console lists it, too', () => {
    expect(listPath('https://host/base/api/v1/log?resource=thing&record_id=3')).to.equal(
      '/log?resource=thing&record_id=3',
    );
  });
});
