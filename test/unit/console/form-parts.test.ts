/** What fields have to do with each other, what parts they have, how people type them, and where errors belong. */
import { expect } from 'chai';
import { boundsOf, isNeeded, shownFields, unitOf } from '../../../console/form/values/dependence.ts';
import { messagesOf, partMessagesOf, pathsOf, withoutErrors } from '../../../console/form/values/errors.ts';
import {
  askedParts,
  copyOf,
  newEntry,
  shapeOf,
  withNames,
  withPart,
} from '../../../console/form/values/parts.ts';
import { idsOf, optionsQuery, rowsOfPart } from '../../../console/form/values/references.ts';
import { readJson, readLines, readNumber, writeNumber } from '../../../console/kinds/text.ts';
import type { Field } from '../../../console/service/metadata.ts';
import { isPossible } from '../../../console/service/metadata.ts';

const fieldOf = (name: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  ...{ name, type, label: name, limits: {} },
  ...{ required: false, nullable: false, read_only: false, write_only: false, fixed: false },
  ...more,
});

describe('fields that depend on others', () => {
  const price = fieldOf('price', 'decimal', { only: { kind: ['in'] } });
  const people = fieldOf('people', 'references', { required_with: { state: ['busy', 'done'], who: 'any' } });
  const back = fieldOf('back', 'reference');
  const plain = { alternative: null };
  const other = { alternative: { when: 'back', fields: ['back', 'note'] } };

  it('are possible where the others are what they must be', () => {
    expect(isPossible(price, { kind: 'in' })).to.equal(true);
    expect(isPossible(price, { kind: 'out' })).to.equal(false);
    expect(isPossible(price, {})).to.equal(false);
    expect(isPossible(back, {})).to.equal(true);
  });

  it('are needed where all of the others are what they say', () => {
    expect(isNeeded(plain, people, { state: 'busy', who: 'x' }, null)).to.equal(true);
    expect(isNeeded(plain, people, { state: 'busy', who: '' }, null)).to.equal(false);
    expect(isNeeded(plain, people, { state: 'idle', who: 'x' }, null)).to.equal(false);
  });

  it('are needed of a secret once', () => {
    const secret = fieldOf('secret', 'text', { required: true, write_only: true });
    expect(isNeeded(plain, secret, {}, null)).to.equal(true);
    expect(isNeeded(plain, secret, {}, { id: 1 })).to.equal(false);
  });

  it('give way to those of another kind of create, which needs none of them', () => {
    const note = fieldOf('note', 'text');
    const fields = [price, note, back];
    const names = (values: Readonly<Record<string, unknown>>, row: { id: number } | null = null) =>
      shownFields(other, fields, values, row).map(({ name }) => name);
    expect(names({ kind: 'in' })).to.deep.equal(['price', 'note', 'back']);
    expect(names({ kind: 'in', back: 3 })).to.deep.equal(['note', 'back']);
    expect(names({ kind: 'in', back: 3 }, { id: 1 })).to.deep.equal(['price', 'note', 'back']);
    expect(isNeeded(other, fieldOf('title', 'text', { required: true }), { back: 3 }, null)).to.equal(false);
  });

  it('have a unit of their own, of a field, or of the row that another one refers to', () => {
    const thing = fieldOf('thing_id', 'reference', {
      reference: {
        ...{ resource: 'things', embed: 'thing', fields: [], display: 'name' },
        ...{ options_url: null, options_fields: [], options_parameters: [] },
      },
    });
    const every = fieldOf('every', 'enum', { values: [{ value: 'day', label: 'Day' }] });
    const resource = { fields: [thing, every] };
    const rows = new Map([['thing_id', [{ id: 3, unit: 'kg' }]]]);
    const unit = (more: Partial<Field>, values: Readonly<Record<string, unknown>>) =>
      unitOf(resource, fieldOf('count', 'integer', more), values, rows);
    expect(unit({ unit: 'minutes' }, {})).to.equal('minutes');
    expect(unit({ unit_field: 'every' }, { every: 'day' })).to.equal('Day');
    expect(unit({ unit_field: 'thing.unit' }, { thing_id: 3 })).to.equal('kg');
    expect(unit({ unit_field: 'thing.unit' }, { thing_id: 4 })).to.equal('');
  });

  it('bound each other where one must not be above another', () => {
    const resource = { order: [{ lower: 'from', upper: 'until' }] };
    expect(boundsOf(resource, 'until', { from: '2026-01-01' })).to.deep.equal({ min: '2026-01-01' });
    expect(boundsOf(resource, 'from', { until: '2026-01-31' })).to.deep.equal({ max: '2026-01-31' });
    expect(boundsOf(resource, 'other', { from: '2026-01-01' })).to.deep.equal({});
  });
});

describe('parts of a nested value', () => {
  const reference = {
    ...{ resource: 'zones', display: 'name', embed: 'zones', fields: ['id', 'name'] },
    ...{ options_url: 'http://h/api/v1/x/options/y', options_fields: ['id', 'name'], options_parameters: [] },
  };
  const zones = fieldOf('zone_ids', 'references', { reference });
  const places = fieldOf('places', 'nested', {
    limits: { max_items: 3 },
    parts: [zones, fieldOf('size', 'integer')],
  });

  it('are its fields', () => {
    expect(shapeOf(places)).to.deep.equal({
      ...{ isList: true, isOrdered: false },
      ...{ most: 3, parts: places.parts },
    });
  });

  it('are none where nothing is said of them', () => {
    expect(shapeOf(fieldOf('x', 'nested', { schema: { type: 'array' } }))).to.equal(null);
  });

  it('are asked for where they go with the others, and are emptied where they no longer do', () => {
    const kind = fieldOf('kind', 'enum', { default: 'check' });
    const unit = fieldOf('unit', 'text', { nullable: true, only: { kind: ['number'] } });
    const steps = fieldOf('list', 'nested', {
      ...{ ordered: true, limits: { max_items: 3 } },
      parts: [fieldOf('id', 'integer'), kind, unit],
    });
    const shape = shapeOf(steps);
    if (!shape) throw new Error('It has parts.');
    const asked = (entry: object) => askedParts(shape, { ...entry }).map(({ name }) => name);
    expect(newEntry(shape)).to.deep.equal({ kind: 'check' });
    expect(asked(newEntry(shape))).to.deep.equal(['kind']);
    const entry = { id: 7, kind: 'number', unit: 'bar' };
    expect(asked(entry)).to.deep.equal(['kind', 'unit']);
    expect(copyOf(entry)).to.deep.equal({ kind: 'number', unit: 'bar' });
    expect(withPart(shape, entry, unit, '')).to.deep.equal({ id: 7, kind: 'number', unit: null });
    expect(withPart(shape, entry, kind, 'check')).to.deep.equal({ id: 7, kind: 'check', unit: null });
  });

  it('are called as the row shows them', () => {
    const stored = [
      { zone_ids: [1], zones: [{ id: 1, name: 'A' }] },
      { zone_ids: [], zones: [] },
    ];
    expect(rowsOfPart(stored, zones).map(({ name }) => name)).to.deep.equal(['A']);
    expect(rowsOfPart(null, zones)).to.deep.equal([]);
  });

  it('are called so beside what was chosen since', () => {
    const stored = [{ zone_ids: [1], zones: [{ id: 1, name: 'A' }] }];
    const rows = [
      { id: 1, name: 'A' },
      { id: 2, name: '#2' },
    ];
    expect(withNames(places, [{ zone_ids: [1, 2], size: 3 }], stored)).to.deep.equal([
      { zone_ids: [1, 2], size: 3, zones: rows },
    ]);
  });
});

describe('what refers to rows', () => {
  it('is asked for with the fields that it depends on', () => {
    const beside = { zone_id: 3, for: null, other: 1 };
    expect(optionsQuery(['zone_id', 'for'], beside)).to.deep.equal({ zone_id: 3, for: null });
    expect(optionsQuery([], beside)).to.deep.equal({});
  });

  it('has ids', () => {
    expect(idsOf(3)).to.deep.equal([3]);
    expect(idsOf([3, 5])).to.deep.equal([3, 5]);
    expect(idsOf(null)).to.deep.equal([]);
  });
});

describe('what people type', () => {
  const numbers = [
    ['12', 'en', 12],
    ['-1.50', 'en', -1.5],
    [' 1 012,5 ', 'fr', 1012.5],
    ['1\u202f012,5', 'fr', 1012.5],
    ['.5', 'en', 0.5],
    ['', 'en', null],
    // A thousand to some, one to others: told, not guessed.
    ['1,000', 'en', '1,000'],
    ['twelve', 'en', 'twelve'],
    ['1e3', 'en', '1e3'],
    ['12345678901234567', 'en', '12345678901234567'],
  ] as const;
  for (const [text, language, value] of numbers) {
    it(`is ${JSON.stringify(value)} for ${JSON.stringify(text)} in ${language}`, () => {
      expect(readNumber(text, language)).to.equal(value);
    });
  }

  it('is written as they type it', () => {
    expect(writeNumber(1012.5, 'fr')).to.equal('1012,5');
    expect(writeNumber(-3, 'en')).to.equal('-3');
    expect(writeNumber('twelve', 'en')).to.equal('twelve');
    expect(writeNumber(null, 'en')).to.equal('');
  });

  it('is JSON or stays the text', () => {
    expect(readJson('[1, 2]')).to.deep.equal([1, 2]);
    expect(readJson(' ')).to.equal(null);
    expect(readJson('{a')).to.equal('{a');
    expect(readLines(' a \n\nb')).to.deep.equal(['a', 'b']);
  });
});

describe('errors of a form', () => {
  const errors = {
    title: ['No title.'],
    'tags.1': ['Unknown.'],
    'places.0.zone_id': ['Not there.'],
    places: ['Too many.'],
  };

  it('stand at their fields, those of parts at their parts', () => {
    expect(messagesOf(errors, fieldOf('tags', 'words'))).to.deep.equal(['Unknown.']);
    expect(messagesOf(errors, fieldOf('places', 'nested'))).to.deep.equal(['Too many.']);
    expect(partMessagesOf(errors, fieldOf('places', 'nested'))).to.deep.equal({
      '0.zone_id': ['Not there.'],
    });
  });

  it('go once their field is changed', () => {
    expect(Object.keys(withoutErrors(errors, 'places'))).to.deep.equal(['title', 'tags.1']);
  });

  it('lead to the nearest control', () => {
    expect(pathsOf('places.0.zone_id')).to.deep.equal(['places.0.zone_id', 'places.0', 'places']);
  });
});
