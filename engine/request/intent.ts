/** Reads what the query string of a list or of one row asks for, and refuses what it cannot ask. Knows no database and no actor. */

import { say } from '../message.ts';
import { texts, typeTexts } from '../messages.ts';
import type { Resource } from '../model/resource.ts';
import { parseSort, type SortTerm, sortNames } from '../sort.ts';
import { pageReaders, type RowsIntent, rowReaders } from './parameters.ts';
import {
  listReader,
  type ParameterReader,
  Problems,
  type Query,
  readEach,
  singleReader,
} from './query-string.ts';
import type { Format } from './request.ts';

/** What a list can be answered as. */
const listFormats = ['csv', 'json'] as const;

export interface ListIntent extends RowsIntent {
  readonly page: number;
  readonly perPage: number;
  readonly sort: readonly SortTerm[];
  /** Keys of the answer, in its order. */
  readonly keys: readonly string[];
  /** As a parameter says; null where none does. */
  readonly format: Format | null;
  /** What is added to each row. */
  readonly extras: ReadonlySet<Extra>;
  /** Whether the rows that filters name by their ids are told beside the page. */
  readonly tellsFilters: boolean;
}

/** What a view, and a list, adds to a row where `with` asks for it. */
export const extraNames = ['can', 'etag'] as const;
/** What else a list answers: beside its rows, the rows that its filters name. */
export const listExtraNames = [...extraNames, 'filters'] as const;
export type Extra = (typeof extraNames)[number];
type ListExtra = (typeof listExtraNames)[number];
const noExtras: ReadonlySet<never> = new Set<never>();

/** What is asked of one row. */
export interface ViewIntent {
  /** Keys of the answer; null asks for the whole row. */
  readonly keys: readonly string[] | null;
  readonly extras: ReadonlySet<Extra>;
}

/** @throws Failure `validation_failed` that names every bad parameter */
export function readListIntent(resource: Resource, query: Query): ListIntent {
  const problems = new Problems();
  let sort = resource.defaultSort;
  let keys: readonly string[] = resource.listedKeys;
  let format: Format | null = null;
  let extras: ReadonlySet<ListExtra> = noExtras;
  const pages = pageReaders(problems);
  const rows = rowReaders(resource, problems);
  const readers = new Map<string, ParameterReader>([
    ...pages.readers,
    ['sort', listReader((value) => (sort = readSort(resource, value, problems)), problems)],
    ['fields', listReader((value) => (keys = readKeys(keys, value, problems)), problems)],
    ['format', singleReader((value) => (format = readFormat(value, problems)), problems)],
    ['with', listReader((value) => (extras = readExtras(listExtraNames, value, problems)), problems)],
    ...rows.readers,
  ]);
  readEach(query, readers, problems);
  problems.settle();
  const { page, perPage } = pages.read();
  const { filters, words } = rows.read();
  const added = new Set(extraNames.filter((name) => extras.has(name)));
  const tellsFilters = extras.has('filters');
  return { page, perPage, sort, keys, format, extras: added, tellsFilters, filters, words };
}

/** Reads the parameters of a view, and of a write that answers a row: `fields` and `with`. */
export function readViewIntent(resource: Resource, query: Query): ViewIntent {
  const problems = new Problems();
  let keys: readonly string[] | null = null;
  let extras: ReadonlySet<Extra> = noExtras;
  const readers = new Map<string, ParameterReader>([
    ['fields', listReader((value) => (keys = readKeys(resource.singleKeys, value, problems)), problems)],
    ['with', listReader((value) => (extras = readExtras(extraNames, value, problems)), problems)],
  ]);
  readEach(query, readers, problems);
  problems.settle();
  return { keys, extras };
}

/** Reads the one parameter of the bytes of a file: whether they are to be saved, and not shown. */
export function readDownload(query: Query): boolean {
  const problems = new Problems();
  let download = false;
  const read = (value: string) => {
    if (value !== 'true' && value !== 'false')
      problems.add(
        'download',
        say(texts.parameter, { name: 'download', value, type: say(typeTexts.boolean) }),
      );
    download = value === 'true';
  };
  readEach(query, new Map([['download', singleReader(read, problems)]]), problems);
  problems.settle();
  return download;
}

/** Refuses any parameter, for a request that takes none. */
export function readNoIntent(query: Query): void {
  const problems = new Problems();
  readEach(query, new Map(), problems);
  problems.settle();
}

function readSort(resource: Resource, value: string, problems: Problems): SortTerm[] {
  const named = new Set<string>();
  // Each where it comes first: a field that is named again sorts nothing any more.
  const keys = parseSort(value).filter(({ field }) => !named.has(field) && named.add(field));
  const allowed = sortNames(resource);
  for (const { field } of keys) {
    if (!allowed.includes(field)) problems.add('sort', say(texts.sortField, { value: field, allowed }));
  }
  return keys;
}

export function readFormat(value: string, problems: Problems): Format | null {
  const format = listFormats.find((one) => one === value);
  if (format) return format;
  const type = say(typeTexts.oneOf, { choices: listFormats });
  problems.add('format', say(texts.parameter, { name: 'format', value, type }));
  return null;
}

function readKeys(allowed: readonly string[], value: string, problems: Problems): string[] {
  const wanted = new Set(value.split(','));
  for (const name of wanted) {
    if (!allowed.includes(name)) problems.add('fields', say(texts.selectField, { value: name, allowed }));
  }
  return allowed.filter((key) => wanted.has(key));
}

function readExtras<Name extends string>(
  allowed: readonly Name[],
  value: string,
  problems: Problems,
): ReadonlySet<Name> {
  const wanted = new Set(value.split(','));
  for (const name of wanted) {
    if (!allowed.some((one) => one === name)) {
      problems.add('with', say(texts.extra, { value: name, allowed }));
    }
  }
  return new Set(allowed.filter((name) => wanted.has(name)));
}
