/** Reads what a list of choices is asked for. */
import { hungFields } from '../definition/hung.ts';
import { say } from '../message.ts';
import { texts, typeTexts } from '../messages.ts';
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
  /** The row that the form hangs something on, or any of a resource, by its path; null where nothing is said. */
  readonly holder: { readonly path: string; readonly id: number | null } | null;
}

/** The same of words, which have no ids. */
type WordsIntent = Pick<OptionsIntent, 'page' | 'perPage' | 'words'>;

/** Reads what a list of words is asked for. */
export function readWordsIntent(query: Query): WordsIntent {
  const problems = new Problems();
  const pages = pageReaders(problems);
  let words: readonly string[] = [];
  const search = singleReader((value) => (words = readWords(value, problems)), problems);
  readEach(query, new Map([...pages.readers, ['search', search]]), problems);
  problems.settle();
  return { ...pages.read(), words };
}

/**
 * @param formParameters names of those that tell of the form
 * @param holders paths of resources on whose rows it can hang something
 */
export function readOptionsIntent(
  target: Resource,
  query: Query,
  formParameters: readonly string[],
  holders: readonly string[] = [],
): OptionsIntent {
  const problems = new Problems();
  const pages = pageReaders(problems);
  let words: readonly string[] = [];
  let ids: readonly Stored[] | null = null;
  const form: Record<string, number> = {};
  const onRow = holderReaders(holders, problems);
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
      ...onRow.readers,
    ]),
    problems,
  );
  const holder = onRow.read();
  problems.settle();
  const { page, perPage } = pages.read();
  return { page, perPage, words, ids, form, holder };
}

/** Reads on which row a form hangs something. @param paths resources that it can hang on */
function holderReaders(paths: readonly string[], problems: Problems) {
  let path: string | null = null;
  let id: number | null = null;
  const { resource, record } = hungFields;
  const readPath = (value: string) => {
    path = value;
    const type = say(typeTexts.oneOf, { choices: paths });
    if (!paths.includes(value)) problems.add(resource, say(texts.parameter, { name: resource, value, type }));
  };
  const readId = (value: string) => (id = readNumber(value, record, 1, 2 ** 31 - 1, problems));
  const readers: [string, ParameterReader][] = [
    [resource, singleReader(readPath, problems)],
    [record, singleReader(readId, problems)],
  ];
  return {
    readers: paths.length > 0 ? readers : [],
    read: (): OptionsIntent['holder'] => {
      if (path !== null) return { path, id };
      // Ids of different resources are alike.
      if (id !== null) problems.add(resource, say(texts.missingParameter, { name: resource }));
      return null;
    },
  };
}
