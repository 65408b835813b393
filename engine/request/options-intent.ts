/** Reads what a list of choices is asked for. */

import type { Resource } from '../model/resource.ts';
import type { Stored } from '../values.ts';
import { readNumber, readValues, readWords } from './parameters.ts';
import { Problems, plain, type Query, type Reader, readEach } from './query-string.ts';

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
      ...(target.search
        ? [['search', plain((value) => (words = readWords(value, problems)), problems)] as [string, Reader]]
        : []),
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
