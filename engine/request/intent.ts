/** Reads what a query string asks for, and refuses what it cannot ask. Knows no database and no actor. */

import { parseSort, type SortKey } from '../definition/sort.ts';
import { type Message, say } from '../message.ts';
import { texts, typeTexts } from '../messages.ts';
import { type FilterType, parseFilterValue, type RangeOperator } from '../model/filter.ts';
import type { Resource } from '../model/resource.ts';
import type { Stored } from '../values.ts';
import { fold } from '../values.ts';
import { Problems, plain, type Query, type Reader, readEach } from './query-string.ts';

/** One filter as asked: any of some values, or a range. */
export interface FilterIntent {
  readonly name: string;
  readonly operator: 'any' | RangeOperator;
  readonly values: readonly Stored[];
}

/** Which rows of a resource are asked for. */
export interface RowsIntent {
  readonly filters: readonly FilterIntent[];
  /** Folded words, each of which must appear. */
  readonly words: readonly string[];
}

export interface ListIntent extends RowsIntent {
  readonly page: number;
  readonly perPage: number;
  readonly sort: readonly SortKey[];
  /** Keys of the answer, in its order. */
  readonly keys: readonly string[];
}

/** Most values in one filter, and most words in a search: they bound the size of the SQL. */
const maxValues = 100;
const maxWords = 10;

/** @throws Failure `validation_failed` that names every bad parameter */
export function readListIntent(resource: Resource, query: Query): ListIntent {
  const problems = new Problems();
  const page = { page: 1, perPage: 20 };
  let sort = resource.defaultSort;
  let { keys } = resource;
  const rows = rowReaders(resource, problems);
  const readers = new Map<string, Reader>([
    ['page', plain((value) => (page.page = readNumber(value, 'page', 1, 2 ** 31 - 1, problems)), problems)],
    [
      'per_page',
      plain((value) => (page.perPage = readNumber(value, 'per_page', 1, 100, problems)), problems),
    ],
    ['sort', plain((value) => (sort = readSort(resource, value, problems)), problems)],
    ['fields', plain((value) => (keys = readKeys(keys, value, problems)), problems)],
    ...rows.readers,
  ]);
  readEach(query, readers, problems);
  problems.settle();
  const { filters, words } = rows.read();
  return { page: page.page, perPage: page.perPage, sort, keys, filters, words };
}

/** Reads the parameters of a request on one row: `fields` alone. Null asks for the whole row. */
export function readRowIntent(resource: Resource, query: Query): readonly string[] | null {
  const problems = new Problems();
  let keys: readonly string[] | null = null;
  const readers = new Map([
    ['fields', plain((value) => (keys = readKeys(resource.singleKeys, value, problems)), problems)],
  ]);
  readEach(query, readers, problems);
  problems.settle();
  return keys;
}

/** Refuses any parameter, where there is none to give. */
export function readNoIntent(query: Query): void {
  const problems = new Problems();
  readEach(query, new Map(), problems);
  problems.settle();
}

/** What a list of choices is asked for: a page of them, by text or by id. */
export interface OptionsIntent {
  readonly page: number;
  readonly perPage: number;
  readonly words: readonly string[];
  readonly ids: readonly Stored[] | null;
  /** What is known of the form: ids by the names of parameters. */
  readonly form: Readonly<Record<string, number>>;
}

/** @param formParameters names of those that tell of the form */
export function readOptionsIntent(
  target: Resource,
  query: Query,
  formParameters: readonly string[],
): OptionsIntent {
  const problems = new Problems();
  const page = { page: 1, perPage: 20 };
  let words: readonly string[] = [];
  let ids: readonly Stored[] | null = null;
  const form: Record<string, number> = {};
  const id = target.filters.get('id');
  readEach(
    query,
    new Map<string, Reader>([
      ['page', plain((value) => (page.page = readNumber(value, 'page', 1, 2 ** 31 - 1, problems)), problems)],
      [
        'per_page',
        plain((value) => (page.perPage = readNumber(value, 'per_page', 1, 100, problems)), problems),
      ],
      ['search', plain((value) => (words = readWords(value, problems)), problems)],
      ['id', plain((value) => (ids = id ? readValues(id, value, problems) : []), problems)],
      ...formParameters.map((name): [string, Reader] => [
        name,
        plain((value) => (form[name] = readNumber(value, name, 1, 2 ** 31 - 1, problems)), problems),
      ]),
    ]),
    problems,
  );
  problems.settle();
  return { ...page, words, ids, form };
}

/** What counts are asked for: `by` with its date part where it has one, over which rows. */
export interface CountsIntent extends RowsIntent {
  readonly by: string;
  readonly part: string | null;
}

export function readCountsIntent(resource: Resource, query: Query, choices: readonly string[]): CountsIntent {
  const problems = new Problems();
  const rows = rowReaders(resource, problems);
  let by: string | null = null;
  const readers = new Map<string, Reader>([
    ['by', plain((value) => (by = value), problems)],
    ...rows.readers,
  ]);
  readEach(query, readers, problems);
  const type = say(typeTexts.oneOf, { choices });
  if (query.by === undefined) problems.add('by', say(texts.missingParameter, { name: 'by', type }));
  else if (by !== null && !choices.includes(by)) {
    problems.add('by', say(texts.parameter, { name: 'by', value: by, type }));
  }
  problems.settle();
  const [field = '', part = null] = (by ?? '').split('.');
  return { by: field, part, ...rows.read() };
}

/** Readers of the parameters that choose rows: every filter, and the search. */
function rowReaders(resource: Resource, problems: Problems) {
  const filters: FilterIntent[] = [];
  let words: readonly string[] = [];
  const readers: [string, Reader][] = [...resource.filters.values()].map((filter) => [
    filter.name,
    (value, name, operator) => {
      if (operator === null)
        filters.push({ name, operator: 'any', values: readValues(filter, value, problems) });
      else filters.push(readRange(filter, operator as RangeOperator, value, problems));
    },
  ]);
  if (resource.search) {
    readers.push(['search', plain((value) => (words = readWords(value, problems)), problems)]);
  }
  return { readers, read: (): RowsIntent => ({ filters, words }) };
}

function readNumber(value: string, name: string, min: number, max: number, problems: Problems): number {
  const number = Number(value);
  if (/^\d{1,10}$/.test(value) && number >= min && number <= max) return number;
  const type = say(typeTexts.range, { min, max });
  problems.add(name, say(texts.parameter, { name, value, type }));
  return min;
}

function readSort(resource: Resource, value: string, problems: Problems): SortKey[] {
  const named = new Set<string>();
  // Each where it comes first: a field that is named again sorts nothing any more.
  const keys = parseSort(value).filter(({ field }) => !named.has(field) && named.add(field));
  for (const { field } of keys) {
    if (!resource.sorts.has(field)) {
      problems.add('sort', say(texts.sortField, { value: field, allowed: [...resource.sorts.keys()] }));
    }
  }
  return keys;
}

function readKeys(allowed: readonly string[], value: string, problems: Problems): string[] {
  const wanted = new Set(value.split(','));
  for (const name of wanted) {
    if (!allowed.includes(name)) problems.add('fields', say(texts.selectField, { value: name, allowed }));
  }
  return allowed.filter((key) => wanted.has(key));
}

function readWords(value: string, problems: Problems): string[] {
  const words = [
    ...new Set(
      fold(value)
        .split(/\s+/u)
        .filter((word) => word !== ''),
    ),
  ];
  if (words.length > maxWords) {
    problems.add('search', say(texts.tooManyWords, { limit: maxWords }));
  }
  return words;
}

function readValues(filter: FilterType, value: string, problems: Problems): Stored[] {
  const parts = [...new Set(value.split(','))];
  if (parts.length > maxValues) {
    problems.add(filter.name, say(texts.tooManyValues, { name: filter.name, limit: maxValues }));
    return [];
  }
  return parts.flatMap((part) => {
    const parsed = parseFilterValue(filter, part);
    if (parsed === undefined) problems.add(filter.name, valueMessage(filter, filter.name, part));
    return parsed === undefined ? [] : [parsed];
  });
}

function readRange(
  filter: FilterType,
  operator: RangeOperator,
  value: string,
  problems: Problems,
): FilterIntent {
  const name = `${filter.name}[${operator}]`;
  if (!filter.ranges) {
    problems.add(name, say(texts.noRange, { name: filter.name, operator, allowed: texts.nothing }));
    return { name: filter.name, operator, values: [] };
  }
  const parsed = parseFilterValue({ ...filter, nullable: false }, value);
  if (parsed === undefined) problems.add(name, valueMessage(filter, name, value));
  return { name: filter.name, operator, values: [parsed ?? null] };
}

function valueMessage(filter: FilterType, name: string, value: string): Message {
  if (filter.kind === 'enum' && filter.values) {
    return say(texts.parameter, { name, value, type: say(typeTexts.oneOf, { choices: filter.values }) });
  }
  // A client that put an offset into an address as it stands: its + has become a space.
  const plus = value.replaceAll(' ', '+');
  if (plus !== value && parseFilterValue(filter, plus) !== undefined)
    return say(texts.plusParameter, { name, value, encoded: plus.replaceAll('+', '%2B') });
  const type =
    filter.kind === 'datetime' ? typeTexts['date-time'] : filter.kind === 'money' ? typeTexts.money : null;
  const simple = filter.kind in typeTexts ? typeTexts[filter.kind as keyof typeof typeTexts] : typeTexts.text;
  return say(texts.parameter, { name, value, type: type ?? simple });
}
