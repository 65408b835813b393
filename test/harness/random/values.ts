/** Random values for the fields of definitions: valid ones, and everything that a client could send instead. */
import fc from 'fast-check';
import { isReference, isReferences, kindName, scalarOf } from '../../../engine/kinds/kind.ts';
import type { FieldModel } from '../../../engine/model/resource.ts';
import type { Pool } from './pool.ts';

/** Texts that are difficult to store, compare, escape or count. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  '\u0001',
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\u202e',
  '\u{10ffff}',
  'ﬃ',
  'İ',
  'ß',
  'e\u0301',
  '😀'.repeat(70),
  '👩‍👩‍👧‍👦',
  "'; drop table users; --",
  '%',
  '_',
  '\\',
  '<script>',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-0',
  '1e400',
  'x'.repeat(256),
  'é'.repeat(5001),
  'x'.repeat(70_000),
];

const oddNumbers: readonly number[] = [
  0,
  -0,
  -1,
  0.1 + 0.2,
  1.005,
  1e-7,
  5e-324,
  1e21,
  1e308,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 53,
  2 ** 63,
  99_999_999.99,
];

export const oddTimes: readonly string[] = [
  '0000-00-00T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '0999-12-31T23:59:59Z',
  '1000-01-01T00:00:00Z',
  '1000-01-01T00:00:00+23:59',
  '1969-12-31T23:59:59.999Z',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2016-12-31T23:59:60Z',
  '2026-03-29T02:30:00+01:00',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999-23:59',
  '+012026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.123456789Z',
  '2026-01-01t00:00:00z',
  '2026-01-01T00:00:00',
];

const oddDays: readonly string[] = [
  '0000-00-00',
  '0001-01-01',
  '0999-12-31',
  '1000-01-01',
  '2026-02-29',
  '9999-12-31',
  '10000-01-01',
];

const moments = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2040-01-01T00:00:00Z'), noInvalidDate: true })
  .map((moment) => moment.toISOString());

export const anyText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

const bombs: readonly unknown[] = [
  JSON.parse('{"__proto__":{"admin":true}}'),
  { constructor: { prototype: 1 } },
  { toString: 1 },
  [[[[[[[[]]]]]]]],
  Array.from({ length: 300 }, (_, index) => index + 1),
];

/** Any JSON value. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(null, true, false) },
  { weight: 4, arbitrary: fc.constantFrom(...oddNumbers) },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 5, arbitrary: anyText },
  { weight: 2, arbitrary: fc.constantFrom(...oddTimes, ...oddDays) },
  { weight: 1, arbitrary: fc.constantFrom(...bombs) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
);

/** A value that a field accepts, or nearly: references refer to existing rows, sometimes of another site. */
export function likelyValue(field: FieldModel, pool: Pool, site: number): fc.Arbitrary<unknown> {
  const { facts, schema } = field;
  const some: fc.Arbitrary<unknown> = (() => {
    if (isReference(facts)) return pool.ids(facts.to, site);
    if (isReferences(facts)) return fc.uniqueArray(pool.ids(facts.to, site), { maxLength: 4 });
    const { values = [] } = 'values' in facts ? facts : {};
    const scale = scalarOf(facts)?.scale;
    switch (kindName(facts)) {
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.oneof(
          fc.integer({ min: Number(schema.minimum ?? 0), max: Number(schema.maximum ?? 2 ** 31 - 1) }),
          fc.integer({ min: 1, max: 20 }),
        );
      case 'datetime':
        return fc.oneof(
          { weight: 4, arbitrary: moments },
          { weight: 1, arbitrary: fc.constantFrom(...oddTimes) },
        );
      case 'time':
        return moments.map((moment) => moment.slice(11, 16));
      case 'date':
        return fc.oneof(
          { weight: 4, arbitrary: moments.map((moment) => moment.slice(0, 10)) },
          { weight: 1, arbitrary: fc.constantFrom(...oddDays) },
        );
      case 'enum':
        return fc.constantFrom(...values);
      case 'words':
        return fc.subarray(
          values.length > 0 ? [...values] : ['zone.view', 'zone.viewAny', 'item.update', '*'],
        );
      case 'nested':
        return fc.array(
          fc.record({
            site_id: pool.ids('sites', site),
            role_ids: fc.uniqueArray(pool.ids('roles', site), { maxLength: 2 }),
          }),
          { maxLength: 3 },
        );
      default:
        if (scale) {
          const unit = 10 ** scale;
          return fc.integer({ min: 0, max: 10_000 * unit }).map((units) => units / unit);
        }
        return likelyText(String(schema.format ?? ''), Number(schema.maxLength ?? 255));
    }
  })();
  return facts.nullable
    ? fc.oneof({ weight: 5, arbitrary: some }, { weight: 1, arbitrary: fc.constant(null) })
    : some;
}

function likelyText(format: string, most: number): fc.Arbitrary<string> {
  switch (format) {
    case 'email':
      return fc.emailAddress();
    case 'timezone':
      return fc.constantFrom('Europe/Paris', 'Asia/Kolkata', 'America/St_Johns', 'UTC', 'Pacific/Apia');
    case 'locale':
      return fc.constantFrom('en', 'fr');
    case 'password':
      return fc.constantFrom('correct horse battery staple', 'password', 'x'.repeat(72));
    default:
      return fc.oneof(
        {
          weight: 4,
          arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(40, most) }),
        },
        { weight: 1, arbitrary: fc.constantFrom('x', '😀').map((letter) => letter.repeat(most)) },
      );
  }
}
