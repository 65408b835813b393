/** Random bodies: mostly valid ones, some with an error, or something else altogether. */
import fc from 'fast-check';
import type { FieldModel } from '../../../engine/model/resource.ts';
import { isRequired } from '../../../engine/request/body.ts';
import type { Pool } from './pool.ts';
import { anyJson, likelyValue, oddTexts } from './values.ts';

const strangeKeys = [
  '__proto__',
  'constructor',
  'toString',
  '',
  'id',
  'site_id',
  'created_at',
  'version',
  'ａ',
  '0',
  'a.b',
  'a/b',
  'a~1b',
];

/** Keeps keys such as `__proto__`, which an assignment would lose. */
function objectOf(entries: readonly (readonly [string, unknown])[]): object {
  const object = {};
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

/** Values by name: of every required field (except for updates), of some others, and usually at most one error. */
export function likelyBody(
  fields: readonly FieldModel[],
  pool: Pool,
  site: number,
  operation: 'create' | 'update',
): fc.Arbitrary<object> {
  const parts = fields.map((field) => {
    const value = likelyValue(field, pool, site);
    const present =
      operation === 'create' && isRequired(field) ? 1 : operation === 'create' ? 0.25 : 2 / fields.length;
    return fc.tuple(
      fc.constant(field.name),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }).map((at) => at >= 1 - present),
      value,
    );
  });
  const names = fields.map(({ name }) => name);
  const wrong = fc.tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...names, 'name') },
      { weight: 1, arbitrary: fc.constantFrom(...strangeKeys) },
    ),
    anyJson,
  );
  const mutations = fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(wrong, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(wrong, { maxLength: 4 }) },
  );
  return fc
    .tuple(fc.tuple(...parts), mutations)
    .map(([all, changes]) =>
      objectOf([
        ...all.filter(([, present]) => present).map(([name, , value]) => [name, value] as const),
        ...changes,
      ]),
    );
}

/** The text of a body with a value, sometimes invalid JSON. */
export function bodyText(value: fc.Arbitrary<unknown>): fc.Arbitrary<string | undefined> {
  const text = value.map((one) => JSON.stringify(one) ?? 'null');
  const cut = fc.tuple(text, fc.nat()).map(([whole, at]) => whole.slice(0, at % (whole.length + 1)));
  const doubled = text.map((whole) => whole.replace(/^\{/, '{"name":1,"name":"twice",'));
  return fc.oneof(
    { weight: 16, arbitrary: text },
    { weight: 2, arbitrary: anyJson.map((one) => JSON.stringify(one) ?? 'null') },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: doubled },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        ' ',
        '\ufeff{"a":1}',
        '{"a":1e999}',
        '[',
        '{"a":\u0000}',
        'undefined',
        '['.repeat(40),
        `${'['.repeat(5000)}${']'.repeat(5000)}`,
        ...oddTexts.filter((one) => one.isWellFormed() && one !== '\ufeff'),
      ),
    },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}
