/** What a body may be, and what is said of one that may not: one table, without a database. */
import { expect } from 'chai';
import fc from 'fast-check';
import { Failure, invalid } from '../../../../engine/failure.ts';
import { bodyReaders, type ReadBody } from '../../../../engine/request/body.ts';
import { announceSeed, seed } from '../../../harness/random/search.ts';
import { gauge } from './body-table.ts';

const reader = bodyReaders(['en', 'fr'])(gauge);

/** The messages in English by field; none where nothing is wrong. */
function told({ errors }: ReadBody): unknown {
  return Object.keys(errors).length === 0 ? {} : invalid(errors).toBody('en').errors;
}

/** What an update sends, and the value that it is read as. */
const taken: readonly (readonly [field: string, sent: unknown, read: unknown])[] = [
  ['name', '  ab ', 'ab'],
  ['name', 'é😀éé😀', 'é😀éé😀'],
  ['note', '  ', null],
  ['note', null, null],
  ['email', 'Ann@Example.org', 'Ann@Example.org'],
  ['timezone', 'Europe/Paris', 'Europe/Paris'],
  ['timezone', 'UTC', 'UTC'],
  ['timezone', 'Asia/Kolkata', 'Asia/Kolkata'],
  ['language', 'fr', 'fr'],
  ['password', '  eight   ', '  eight   '],
  ['password', 'x'.repeat(72), 'x'.repeat(72)],
  ['price', 12.34, 12.34],
  ['price', 0, 0],
  ['pieces', 9, 9],
  ['state', 'worn', 'worn'],
  ['lent', true, true],
  ['bought_on', '2024-02-29', '2024-02-29'],
  ['read_at', '2026-01-31T09:00:00+01:00', '2026-01-31T08:00:00.000Z'],
  ['read_at', '2026-01-31t08:00:00.5z', '2026-01-31T08:00:00.500Z'],
  ['keeper_id', 7, 7],
  ['keeper_ids', [], []],
  ['keeper_ids', [3, 1], [3, 1]],
  ['parts', [{ size: 1 }], [{ size: 1 }]],
  ['reason', 'worn out', 'worn out'],
];

/** What an update sends, where an error stands, and what it says. */
const refused: readonly (readonly [field: string, sent: unknown, at: string, message: string | RegExp])[] = [
  ['name', '', 'name', 'The name must not be empty.'],
  ['name', '   ', 'name', 'The name must not be empty.'],
  ['name', null, 'name', 'The name must not be null.'],
  ['name', 7, 'name', 'The name must be a string.'],
  ['name', 'abcdef', 'name', 'The name must not be longer than 5 characters.'],
  ['name', 'a\0b', 'name', 'The name contains characters that cannot be stored.'],
  ['name', 'a\ud800', 'name', 'The name contains characters that cannot be stored.'],
  ['note', 'abcd', 'note', 'The note must not be longer than 3 characters.'],
  ['email', 'ann', 'email', /^The email must be /],
  ['timezone', 'Mars/Olympus', 'timezone', /^The timezone must be /],
  ['timezone', '+02:00', 'timezone', /^The timezone must be /],
  ['timezone', '-0200', 'timezone', /^The timezone must be /],
  ['timezone', '', 'timezone', 'The timezone must not be empty.'],
  ['language', 'de', 'language', 'The language must be one of: en, fr.'],
  ['password', 'x'.repeat(73), 'password', /^The password must be /],
  ['password', 'é'.repeat(37), 'password', /^The password must be /],
  ['price', 1.005, 'price', /^The price must be /],
  ['price', -1, 'price', 'The price must be at least 0.'],
  ['price', '5', 'price', /^The price must be /],
  ['pieces', 0, 'pieces', 'The pieces must be at least 1.'],
  ['pieces', 10, 'pieces', 'The pieces must not be greater than 9.'],
  ['pieces', 1.5, 'pieces', /^The pieces must be /],
  ['state', 'new', 'state', 'The state must be one of: ready, worn, lost.'],
  ['lent', 'yes', 'lent', /^The lent must be /],
  ['lent', 1, 'lent', /^The lent must be /],
  ['bought_on', '2025-02-29', 'bought_on', /^The bought on must be /],
  ['bought_on', '2025-2-9', 'bought_on', /^The bought on must be /],
  ['read_at', '2026-01-31 08:00:00Z', 'read_at', /^The read at must be /],
  ['read_at', '2026-01-31T08:00:00', 'read_at', /^The read at must be /],
  ['keeper_id', '7', 'keeper_id', /^The keeper must be /],
  ['keeper_ids', [1, 1], 'keeper_ids', 'The keepers must not name anything twice.'],
  ['keeper_ids', ['1'], 'keeper_ids.0', /^The value no\. 1 of the keepers must be /],
  ['keeper_ids', 1, 'keeper_ids', /^The keepers must be /],
  ['parts', [{ size: 1 }, {}], 'parts.1.size', 'The “size” of no. 2 of the parts is required.'],
  ['parts', [{ size: 1, colour: 2 }], 'parts.0.colour', /^There is no field “parts\.0\.colour” here/],
  ['total', 5, 'total', 'The total cannot be set: the service keeps it.'],
  ['id', 5, 'id', 'The id cannot be set: the service keeps it.'],
  ['colour', 'red', 'colour', /^There is no field “colour” here\. Allowed: name, /],
  ['__proto__', 'red', '__proto__', /^There is no field “__proto__” here/],
  ['constructor', {}, 'constructor', /^There is no field “constructor” here/],
];

/** A body with one key of any name, as a parser makes it. */
const bodyWith = (field: string, value: unknown): unknown =>
  JSON.parse(`{${JSON.stringify(field)}: ${JSON.stringify(value)}}`);

describe('a body', () => {
  before(announceSeed);

  for (const [field, sent, read] of taken) {
    it(`may set ${field} to ${JSON.stringify(sent)}`, () => {
      const { values, errors } = reader.update(bodyWith(field, sent));
      expect(errors).to.deep.equal({});
      expect(values).to.deep.equal({ [field]: read });
    });
  }

  for (const [field, sent, at, message] of refused) {
    it(`is refused with ${JSON.stringify(sent)} for ${field}, which is in none of its values`, () => {
      const body = reader.update(bodyWith(field, sent));
      const errors = told(body);
      expect(errors).to.have.all.keys(at);
      expect(Object(errors)[at]).to.have.lengthOf(1);
      expect(Object(errors)[at][0]).to.match(
        typeof message === 'string' ? new RegExp(`^${message.replace(/[.*+?()[\]\\]/g, '\\$&')}$`) : message,
      );
      expect(Object.keys(body.values)).to.deep.equal([]);
    });
  }

  it('tells all that is wrong at once, and keeps what is right', () => {
    const body = reader.create({ note: 'abcd', pieces: 0, lent: true, reason: 'new', colour: 'red' });
    expect(Object.keys(Object(told(body))).sort()).to.deep.equal([
      'colour',
      'name',
      'note',
      'pieces',
      'reason',
    ]);
    expect(body.values).to.deep.equal({ lent: true });
    expect(Object(told(body)).reason[0]).to.match(/belongs to a change of what is there/);
    expect(Object(told(body)).name).to.deep.equal(['The name is required.']);
  });

  it('needs nothing for a change, and holds no default then', () => {
    for (const body of [{}, undefined]) expect(reader.update(body)).to.deep.equal({ values: {}, errors: {} });
    expect(reader.create({ name: 'ab' }).values).to.deep.equal({ name: 'ab' });
  });

  it('is an object', () => {
    for (const body of [null, [], 'text', 5, true])
      expect(() => reader.create(body), JSON.stringify(body))
        .to.throw(Failure)
        .with.property('status', 422);
  });

  it('is never read as something that was not sent, for any values', () => {
    const names = fc.oneof(fc.constantFrom(...gauge.fields.keys(), '__proto__', 'id'), fc.string());
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (sent) => {
        const body: unknown = JSON.parse(JSON.stringify(sent));
        const { values, errors } = reader.update(body);
        const wrong = new Set(Object.keys(errors).map((path) => path.split('.')[0]));
        for (const [name, value] of Object.entries(values)) {
          expect(wrong.has(name), name).to.equal(false);
          expect(gauge.fields.get(name)?.facts.readOnly, name).to.equal(undefined);
          if (typeof value === 'number' || typeof value === 'boolean')
            expect(Object(body)[name]).to.equal(value);
        }
        if (wrong.size === 0) expect(Object.keys(values)).to.have.members(Object.keys(Object(body)));
      }),
      { seed, numRuns: 500 },
    );
  });
});
