/**
 * Reads the query string of a list or of one row, and refuses invalid parameters. It uses neither the database nor the actor.
 */

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

/** The formats of a list. */
const listFormats = ['csv', 'json'] as const;

export interface ListIntent extends RowsIntent {
  readonly page: number;
  readonly perPage: number;
  readonly sort: readonly SortTerm[];
  /** Keys of the answer, in order. */
  readonly keys: readonly string[];
  /** From the parameter; null without one. */
  readonly format: Format | null;
  /** The extras of each row. */
  readonly extras: ReadonlySet<Extra>;
  /** Whether the page includes the names of the rows whose ids are in filters. */
  readonly tellsFilters: boolean;
}

/** The extras that `with` adds to a row, in views and lists. */
export const extraNames = ['can', 'etag'] as const;
/** Further values of `with` for a list: the rows whose ids are in its filters. */
export const listExtraNames = [...extraNames, 'filters'] as const;
export type Extra = (typeof extraNames)[number];
type ListExtra = (typeof listExtraNames)[number];
const noExtras: ReadonlySet<never> = new Set<never>();

/** The request for one row. */
export interface ViewIntent {
  /** Keys of the answer; null for the whole row. */
  readonly keys: readonly string[] | null;
  readonly extras: ReadonlySet<Extra>;
}

/** @throws Failure `validation_failed` that names every invalid parameter */
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
  const added = new Set(extraNames.filter((name) => extras.has(name)));
  const tellsFilters = extras.has('filters');
  return { page, perPage, sort, keys, format, extras: added, tellsFilters, ...rows.read() };
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

/** Reads the only parameter of a file's bytes: whether to save them instead of showing them. */
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

/** Refuses any parameter, for a request without parameters. */
export function readNoIntent(query: Query): void {
  const problems = new Problems();
  readEach(query, new Map(), problems);
  problems.settle();
}

function readSort(resource: Resource, value: string, problems: Problems): SortTerm[] {
  const named = new Set<string>();
  // Only the first occurrence of a field counts: a repeated one has no effect.
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
