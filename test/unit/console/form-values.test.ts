/** What a form begins with, and what of it is sent. */
import { expect } from 'chai';
import {
  bodyOfChange,
  bodyOfNew,
  firstValues,
  isSame,
  storedValue,
  valuesOfAddress,
} from '../../../console/form/values/values.ts';
import type { Field } from '../../../console/service/metadata.ts';

const fieldOf = (name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  ...{ name, type, label: name, limits: {} },
  ...{ required: false, nullable: false, read_only: false, write_only: false, fixed: false },
  ...more,
});

const title = fieldOf('title', 'text', { required: true });
const note = fieldOf('note', 'text', { nullable: true });
const unit = fieldOf('unit', 'text', { default: 'piece' });
const lead = fieldOf('lead', 'integer', { nullable: true, default: 7 });
const at = fieldOf('at', 'datetime', { default: 'now' });
const done = fieldOf('done', 'boolean');
const tags = fieldOf('tags', 'words', { default: [] });
const days = fieldOf('days', 'words', { nullable: true, limits: { min_items: 1 } });
const fields = [title, note, unit, lead, at, done, tags, days];

describe('the values of a form', () => {
  it('begin with what a create takes by itself; the moment of the request is not known', () => {
    expect(firstValues(fields, null)).to.deep.equal({
      ...{ title: null, note: null, unit: 'piece', lead: 7, at: null, done: null, tags: [], days: null },
    });
  });

  it('begin with what the row holds, without its secrets', () => {
    const secret = fieldOf('secret', 'text', { write_only: true });
    const row = { id: 1, title: 'A', secret: 'x' };
    expect(firstValues([title, note, secret], row)).to.deep.equal({ title: 'A', note: null, secret: null });
  });

  it('have of a nested value the parts that it takes', () => {
    const nested = fieldOf('places', 'nested', {
      parts: [fieldOf('zone_id', 'integer'), fieldOf('names', 'words')],
    });
    const row = { id: 1, places: [{ zone_id: 3, zone: { id: 3 }, names: ['a'] }] };
    expect(storedValue(nested, row)).to.deep.equal([{ zone_id: 3, names: ['a'] }]);
  });

  it('of a new row are sent if the user filled them in, or removed the usual value', () => {
    const first = firstValues(fields, null);
    expect(bodyOfNew(fields, first)).to.deep.equal({});
    expect(bodyOfNew(fields, { ...first, title: 'A', done: false, tags: ['x'] })).to.deep.equal({
      ...{ title: 'A', done: false, tags: ['x'] },
    });
    // Where a field cannot be empty, it is left out, and gets what is usual.
    expect(bodyOfNew(fields, { ...first, unit: '', lead: null })).to.deep.equal({ lead: null });
    expect(bodyOfNew([tags], { tags: [] })).to.deep.equal({});
  });

  it('of a row that is there are sent where they differ', () => {
    const stored = {
      title: 'A',
      note: 'N',
      unit: 'kg',
      lead: 3,
      at: null,
      done: true,
      tags: ['a', 'b'],
      days: ['mon'],
    };
    const sent = (values: Readonly<Record<string, unknown>>) =>
      bodyOfChange(fields, fields, { values: { ...stored, ...values }, stored });
    expect(sent({})).to.deep.equal({});
    expect(sent({ tags: ['b', 'a'] })).to.deep.equal({});
    expect(sent({ title: '', note: '', tags: [], days: [] })).to.deep.equal({
      ...{ title: '', note: null, tags: [], days: null },
    });
    expect(sent({ done: false, lead: 'three' })).to.deep.equal({ done: false, lead: 'three' });
  });

  it('that went out of sight are emptied where they held something and can be empty', () => {
    const stored = { title: 'A', note: 'N', lead: null };
    const body = bodyOfChange([title, note, lead], [title], { values: { ...stored, note: 'X' }, stored });
    expect(body).to.deep.equal({ note: null });
  });

  it('are the same however nothing is put, and sets in any order; what JSON lists is in order', () => {
    const json = fieldOf('json', 'json');
    expect(isSame(note, '', null)).to.equal(true);
    expect(isSame(tags, [], undefined)).to.equal(true);
    expect(isSame(tags, ['a', 'b'], ['b', 'a'])).to.equal(true);
    expect(isSame(json, [1, 2], [2, 1])).to.equal(false);
    expect(isSame(json, { a: 1, b: 2 }, { b: 2, a: 1 })).to.equal(true);
    expect(isSame(done, false, null)).to.equal(false);
  });

  it('come from the address as far as they are of their types', () => {
    const known = [...fields, fieldOf('zone', 'reference'), fieldOf('zones', 'references')];
    const query = new URLSearchParams(
      'with.title=A&with.lead=x&with.done=true&with.zone=3&with.zones=3,5&with.other=1&title=B',
    );
    expect(valuesOfAddress(known, query)).to.deep.equal({ title: 'A', done: true, zone: 3, zones: [3, 5] });
    const secret = fieldOf('secret', 'text', { write_only: true });
    expect(valuesOfAddress([secret], new URLSearchParams('with.secret=x'))).to.deep.equal({});
  });
});
