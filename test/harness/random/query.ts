/** Random query strings: valid ones, nearly valid ones, and ones that no parser expects. */

import fc from 'fast-check';
import type { FilterType } from '../../../engine/model/filter.ts';
import { operatorWords } from '../../../engine/model/filter-operators.ts';
import { countChoices, sumChoices } from '../../../engine/model/groups.ts';
import type { Resource } from '../../../engine/model/resource.ts';
import { sortNames } from '../../../engine/sort.ts';
import { anyText, oddTimes } from './values.ts';

/** Pieces that are sent unencoded: broken escapes, invalid UTF-8, brackets, quotes. */
const rawPieces = [
  '',
  '%',
  '%zz',
  '%00',
  '%ff',
  '%C3%28',
  '%E0%A4%A',
  '%ED%A0%80',
  '%F0%9F%98%80',
  '+',
  '%25',
  '&',
  '&&',
  '=',
  '==',
  ';',
  ',',
  ',,',
  '[',
  ']',
  '[]',
  '[gte]',
  '[$ne]',
  '[a][b]',
  '[0]',
  '[__proto__]',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  "'",
  '"',
  '--',
  '%0d%0a',
  '%5C',
  '#',
  '?',
  '/',
  '..',
  '{}',
  '|',
  'null',
  'true',
  '1e308',
  '-0',
  '0x10',
  '99999999999999999999',
  '9'.repeat(400),
];

const junk = fc
  .array(
    fc.oneof(
      fc.constantFrom(...rawPieces),
      anyText.map((text) => escaped(text.slice(0, 200))),
    ),
    {
      maxLength: 4,
    },
  )
  .map((pieces) => pieces.join(''));

/** Like a browser; half a surrogate pair becomes its replacement. */
export function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const operators = [
  ...['', '', '', '', '[ne]', '[]', '[gte][lt]'],
  ...operatorWords.map((word) => `[${word}]`),
];

function likelyFilterValue({ scalar, values, nullable }: FilterType): fc.Arbitrary<string> {
  const one: fc.Arbitrary<string> = (() => {
    switch (scalar.type) {
      case 'enum':
        return fc.constantFrom(...(values ?? ['x']));
      case 'boolean':
        return fc.constantFrom('true', 'false', '1', 'TRUE');
      case 'integer':
        return fc.oneof(fc.integer({ min: -2, max: 60 }), fc.integer()).map(String);
      case 'datetime':
        return fc.constantFrom(
          '2026-01-31T08:00:00Z',
          '2025-06-15T00:00:00+02:00',
          '2026-01-31',
          ...oddTimes,
        );
      case 'time':
        return fc.constantFrom('00:00', '08:30', '23:59', '24:00', '8:30');
      case 'date':
        return fc.constantFrom(
          '2026-01-31',
          '2024-02-29',
          '0000-00-00',
          '9999-12-31',
          '2026-01-31T00:00:00Z',
        );
      default:
        if (scalar.scale) return fc.constantFrom('0', '1.5', '-1.25', '0.001', '1e3', '12345678901234567890');
        return fc.string({ unit: 'grapheme', maxLength: 8 });
    }
  })();
  const listed = fc.oneof(
    { weight: 4, arbitrary: one },
    { weight: 1, arbitrary: fc.array(one, { maxLength: 5 }).map((all) => all.join(',')) },
  );
  return nullable
    ? fc.oneof({ weight: 5, arbitrary: listed }, { weight: 1, arbitrary: fc.constant('null') })
    : listed;
}

function parameter(name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return value.map((text) => `${name}=${escaped(text)}`);
}

function listOf(names: readonly string[]): fc.Arbitrary<string> {
  const signed = fc
    .tuple(fc.constantFrom('', '', '-', '--'), fc.constantFrom(...names))
    .map((parts) => parts.join(''));
  return fc.array(signed, { maxLength: 4 }).map((some) => some.join(','));
}

/** The parameters of an action, mostly with valid values. */
function likelyParameters(resource: Resource, action: string): fc.Arbitrary<string>[] {
  const pages = [
    parameter('page', fc.constantFrom('1', '2', '0', '-1', '1000000', '2147483647', '99999999999')),
    parameter('per_page', fc.constantFrom('1', '3', '100', '101', '0')),
  ];
  const search = parameter(
    'search',
    anyText.map((text) => text.slice(0, 300)),
  );
  const fields = parameter(
    'fields',
    fc.subarray([...resource.singleKeys]).map((keys) => keys.join(',')),
  );
  const filters = [...resource.filters.values()].map((filter) =>
    fc
      .tuple(fc.constantFrom(...operators), likelyFilterValue(filter))
      .map(([operator, value]) => `${filter.name}${operator}=${escaped(value)}`),
  );
  const names = [...resource.filters.keys()];
  const by = [...countChoices(resource), ...names, ...names.map((name) => `${name}.hour`)];
  switch (action) {
    case 'list':
      return [
        ...pages,
        search,
        fields,
        parameter('sort', listOf(sortNames(resource))),
        ...filters,
        ...filters,
      ];
    case 'counts':
      return [
        parameter('by', fc.array(fc.constantFrom(...by), { minLength: 1, maxLength: 3 }).map(String)),
        parameter('sum', listOf([...sumChoices(resource), 'id'])),
        search,
        ...filters,
      ];
    case 'options':
      return [
        ...pages,
        search,
        parameter('id', fc.constantFrom('1', '1,2,3', 'null', '0', 'x', '2147483648')),
      ];
    case 'delete':
      return [];
    default:
      return [fields];
  }
}

/** A query string with its `?`, or nothing. Counts usually contain `by`. */
export function queryFor(resource: Resource, action: string): fc.Arbitrary<string> {
  const likely = likelyParameters(resource, action);
  const broken = fc
    .tuple(junk, fc.constantFrom('=', '', '[]=', '[gte]='), junk)
    .map((parts) => parts.join(''));
  const nearly = fc
    .tuple(
      fc.constantFrom(...resource.filters.keys(), 'page', 'fields', 'sort', 'search'),
      fc.constantFrom(...operators),
      junk,
    )
    .map(([name, operator, value]) => `${name}${operator}=${value}`);
  const known = fc.array(likely.length > 0 ? fc.oneof(...likely) : broken, {
    maxLength: action === 'list' ? 4 : 2,
  });
  const wild = fc.array(fc.oneof(...likely, nearly, broken), { maxLength: 6 });
  const first = action === 'counts' ? likely.slice(0, 1) : [];
  const needed = first[0] ? first[0].map((one) => [one]) : fc.constant<string[]>([]);
  const rest = fc.oneof(
    { weight: 3, arbitrary: known },
    { weight: likely.length > 0 ? 1 : 0, arbitrary: wild },
    { weight: 3, arbitrary: fc.constant([]) },
  );
  return fc.tuple(needed, rest).map(([before, after]) => {
    const all = [...before, ...after];
    return all.length === 0 ? '' : `?${all.join('&')}`;
  });
}

/** A query for an unknown path. */
export const anyQuery: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: junk.map((text) => `?${text}`) },
);
