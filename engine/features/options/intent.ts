/** Reads the parameters of a list of options. */
import { hungFields } from '../../definition/hung.ts';
import { say } from '../../message.ts';
import { texts, typeTexts } from '../../messages.ts';
import type { Resource } from '../../model/resource.ts';
import { pageReaders, readNumber, readValues, readWords } from '../../request/parameters.ts';
import {
  listReader,
  type ParameterReader,
  Problems,
  type Query,
  readEach,
  singleReader,
} from '../../request/query-string.ts';
import type { Stored } from '../../values.ts';

/** The request for a list of options: a page, by text or by ids. */
export interface OptionsIntent {
  readonly page: number;
  readonly perPage: number;
  readonly words: readonly string[];
  readonly ids: readonly Stored[] | null;
  /** The known values of the form: ids by parameter. */
  readonly form: Readonly<Record<string, number>>;
  /** The row to which the form attaches something, or any row of a resource; null if it is not given. */
  readonly holder: { readonly path: string; readonly id: number | null } | null;
}

/** The same for words, which have no ids. */
type WordsIntent = Pick<OptionsIntent, 'page' | 'perPage' | 'words'>;

/** Reads the parameters of a list of words. */
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
 * @param formParameters names of the parameters that describe the form
 * @param holders paths of the resources to whose rows it can attach something
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

/** Reads the row to which a form attaches something. @param paths resources that it can attach to */
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
      // Ids of different resources can be equal.
      if (id !== null) problems.add(resource, say(texts.missingParameter, { name: resource }));
      return null;
    },
  };
}
