/** Reads parameters that several requests share: row selection, numbers, words and ids. */

import { bool } from '../kinds/scalars/bool.ts';
import { type Message, say } from '../message.ts';
import { texts, typeTexts } from '../messages.ts';
import { type FilterShape, type FilterType, parseFilterValue } from '../model/filter.ts';
import { type OperatorWord, operator, operatorsOf, parameterOf } from '../model/filter-operators.ts';
import type { Resource } from '../model/resource.ts';
import { fold, type Stored } from '../values.ts';
import {
  type Asked,
  type ParameterReader,
  type Problems,
  refuseOperator,
  singleReader,
  singleValue,
} from './query-string.ts';

/** One filter of a request. */
export interface FilterIntent {
  readonly name: string;
  readonly operator: OperatorWord;
  readonly values: readonly Stored[];
}

/** The requested rows of a resource. */
export interface RowsIntent {
  readonly filters: readonly FilterIntent[];
  /** Folded words, each of which must appear. */
  readonly words: readonly string[];
  /** The id of a row that is found as well, before all others: the search is a number as pages show it. */
  readonly number?: number | null;
}

/** The maximum number of values in a filter, and of words and characters in a search: they limit the size of the SQL. */
const maxValues = 100;
export const maxWords = 10;
export const longestSearch = 255;

/** Readers of the parameters that select rows: every filter, and the search. */
export function rowReaders(resource: Resource, problems: Problems) {
  const filters: FilterIntent[] = [];
  let [words, number]: [readonly string[], number | null] = [[], null];
  const readers: [string, ParameterReader][] = [...resource.filters.values()].map((filter) => [
    filter.name,
    (asked) => {
      const { name, operator: word } = asked;
      const known = operatorsOf(filter);
      // A filter without brackets has the operator `any`.
      const found = word === null ? 'any' : known.find((one) => one === word && one !== 'any');
      if (found) filters.push(readFilter(filter, found, asked, problems));
      else
        refuseOperator(
          name,
          String(word),
          known.filter((one) => one !== 'any'),
          problems,
        );
    },
  ]);
  if (resource.search) {
    const read = (value: string) => ([words, number] = [readWords(value, problems), numberIn(value)]);
    readers.push(['search', singleReader(read, problems)]);
  }
  return { readers, read: (): RowsIntent => ({ filters, words, ...(number !== null && { number }) }) };
}

/** Readers of the parameters that select a page. */
export function pageReaders(problems: Problems) {
  let [page, perPage] = [1, 20];
  const readers: [string, ParameterReader][] = [
    ['page', singleReader((value) => (page = readNumber(value, 'page', 1, 2 ** 31 - 1, problems)), problems)],
    [
      'per_page',
      singleReader((value) => (perPage = readNumber(value, 'per_page', 1, 100, problems)), problems),
    ],
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

/** @param name of the parameter */
export function readWords(value: string, problems: Problems, name = 'search'): string[] {
  if (value.length > longestSearch) {
    problems.add(name, say(texts.searchTooLong, { limit: longestSearch }));
    return [];
  }
  const words = foldedWords(value);
  if (words.length > maxWords) {
    problems.add(name, say(texts.tooManyWords, { limit: maxWords }));
  }
  return words;
}

/** The id in `2257` and `#2257`, as pages show it; null for other texts. */
export function numberIn(text: string): number | null {
  const [, digits] = /^\s*#?([1-9]\d{0,9})\s*$/.exec(text.normalize('NFKC')) ?? [];
  const id = Number(digits ?? 0);
  return id > 0 && id <= 2 ** 31 - 1 ? id : null;
}

/** The words of a text, folded, without duplicates. */
export function foldedWords(text: string): string[] {
  const words = fold(text).split(/\s+/u);
  return [...new Set(words.filter((word) => word !== ''))];
}

/**
 * One filter of a request. An operator that is equivalent to some values is read as those: counters maintain the number of their
 * rows.
 */
function readFilter(filter: FilterType, word: OperatorWord, asked: Asked, problems: Problems): FilterIntent {
  const { takes, same } = operator(word);
  const name = parameterOf(filter.name, word);
  const values =
    takes === 'values'
      ? readValues(filter, asked.values.join(','), problems, name)
      : readOne(takes === 'flag' ? booleanField : { ...filter, nullable: false }, name, asked, problems);
  const alike = same?.(filter, values);
  return { name: filter.name, operator: alike ? 'any' : word, values: alike ?? values };
}

function readOne(shape: FilterShape, name: string, asked: Asked, problems: Problems): Stored[] {
  const value = singleValue(asked, problems);
  return value === null ? [] : readValue(shape, name, value, problems);
}

/** True or false, as an operator takes it. */
const booleanField = { name: '', scalar: bool } as const;

export function readValues(
  filter: FilterShape,
  value: string,
  problems: Problems,
  name: string = filter.name,
): Stored[] {
  const parts = [...new Set(value.split(','))];
  if (parts.length > maxValues) {
    problems.add(name, say(texts.tooManyValues, { name, limit: maxValues }));
    return [];
  }
  return parts.flatMap((part) => readValue(filter, name, part, problems));
}

/** The stored value of a text; undefined if it has none. */
function readValue(filter: FilterShape, name: string, text: string, problems: Problems): Stored[] {
  const parsed = parseFilterValue(filter, text);
  if (parsed === undefined) problems.add(name, valueMessage(filter, name, text));
  return parsed === undefined ? [] : [parsed];
}

export function valueMessage(filter: FilterShape, name: string, value: string): Message {
  if (filter.values) {
    return say(texts.parameter, { name, value, type: say(typeTexts.oneOf, { choices: filter.values }) });
  }
  // If a client does not encode an offset in an address, its + arrives as a space.
  const plus = value.replaceAll(' ', '+');
  if (plus !== value && parseFilterValue(filter, plus) !== undefined)
    return say(texts.plusParameter, { name, value, encoded: plus.replaceAll('+', '%2B') });
  return say(texts.parameter, { name, value, type: filter.scalar.query.says });
}
