/** Reads the parameters that several requests take: which rows, numbers, words and ids. */

import { type Message, say } from '../message.ts';
import { texts, typeTexts } from '../messages.ts';
import { type FilterShape, type FilterType, parseFilterValue, type RangeOperator } from '../model/filter.ts';
import type { Resource } from '../model/resource.ts';
import type { Stored } from '../values.ts';
import { fold } from '../values.ts';
import { type Problems, plain, type Reader } from './query-string.ts';

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

/** Most values in one filter, and most words in a search: they bound the size of the SQL. */
const maxValues = 100;
const maxWords = 10;

/** Readers of the parameters that choose rows: every filter, and the search. */
export function rowReaders(resource: Resource, problems: Problems) {
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

/** Readers of the parameters that choose a page. */
export function pageReaders(problems: Problems) {
  let [page, perPage] = [1, 20];
  const readers: [string, Reader][] = [
    ['page', plain((value) => (page = readNumber(value, 'page', 1, 2 ** 31 - 1, problems)), problems)],
    ['per_page', plain((value) => (perPage = readNumber(value, 'per_page', 1, 100, problems)), problems)],
  ];
  return { readers, read: () => ({ page, perPage }) };
}

export function readNumber(
  value: string,
  name: string,
  min: number,
  max: number,
  problems: Problems,
): number {
  const number = Number(value);
  if (/^\d{1,10}$/.test(value) && number >= min && number <= max) return number;
  const type = say(typeTexts.range, { min, max });
  problems.add(name, say(texts.parameter, { name, value, type }));
  return min;
}

export function readWords(value: string, problems: Problems): string[] {
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

export function readValues(filter: FilterType, value: string, problems: Problems): Stored[] {
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

export function valueMessage(filter: FilterShape, name: string, value: string): Message {
  if (filter.kind === 'enum' && filter.values) {
    return say(texts.parameter, { name, value, type: say(typeTexts.oneOf, { choices: filter.values }) });
  }
  // A client that put an offset into an address as it stands: its + has become a space.
  const plus = value.replaceAll(' ', '+');
  if (plus !== value && parseFilterValue(filter, plus) !== undefined)
    return say(texts.plusParameter, { name, value, encoded: plus.replaceAll('+', '%2B') });
  const type = filter.kind === 'datetime' ? typeTexts['date-time'] : null;
  const simple = filter.kind in typeTexts ? typeTexts[filter.kind as keyof typeof typeTexts] : typeTexts.text;
  return say(texts.parameter, { name, value, type: type ?? simple });
}
