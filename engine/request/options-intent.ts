/** Reads what a list of choices is asked for. */

import type { Resource } from '../model/resource.ts';
import type { Stored } from '../values.ts';
import { pageReaders, readNumber, readValues, readWords } from './parameters.ts';
import {
  listReader,
  type ParameterReader,
  Problems,
  type Query,
  readEach,
  singleReader,
} from './query-string.ts';

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
  const pages = pageReaders(problems);
  let words: readonly string[] = [];
  let ids: readonly Stored[] | null = null;
  const form: Record<string, number> = {};
  const id = target.filters.get('id');
  readEach(
    query,
    new Map<string, ParameterReader>([
      ...pages.readers,
      ...(target.search
        ? [
            ['search', singleReader((value) => (words = readWords(value, problems)), problems)] as [
              string,
              ParameterReader,
            ],
          ]
        : []),
      ['id', listReader((value) => (ids = id ? readValues(id, value, problems) : []), problems)],
      ...formParameters.map((name): [string, ParameterReader] => [
        name,
        singleReader((value) => (form[name] = readNumber(value, name, 1, 2 ** 31 - 1, problems)), problems),
      ]),
    ]),
    problems,
  );
  problems.settle();
  const { page, perPage } = pages.read();
  return { page, perPage, words, ids, form };
}
