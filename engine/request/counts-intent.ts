/** Reads what counts are asked for. */

import type { Period } from '../database/dialect/dialect.ts';
import { type Message, say } from '../message.ts';
import { texts, typeTexts } from '../messages.ts';
import { dateParts } from '../model/groups.ts';
import type { Resource } from '../model/resource.ts';
import { type RowsIntent, rowReaders } from './parameters.ts';
import { listReader, type ParameterReader, Problems, type Query, readEach } from './query-string.ts';

/** What rows are counted by: a filter, with the part of a date where it is one. */
export interface CountKey {
  readonly name: string;
  readonly part: Period | null;
}

/** What counts are asked for: by none, one or two keys, with which sums, over which rows. */
export interface CountsIntent extends RowsIntent {
  readonly by: readonly CountKey[];
  /** Names of fields. */
  readonly sums: readonly string[];
}

/** What can be asked for. */
interface CountsAllowed {
  /** Of `by`: `status`, `started_at.month`, … */
  readonly choices: readonly string[];
  /** Of `sum`. */
  readonly sums: readonly string[];
}

const maxKeys = 2;

/** @throws Failure `validation_failed` that names every bad parameter and what is allowed */
export function readCountsIntent(
  resource: Resource,
  query: Query,
  { choices, sums: summable }: CountsAllowed,
): CountsIntent {
  const problems = new Problems();
  const rows = rowReaders(resource, problems);
  let by: readonly string[] = [];
  let sums: readonly string[] = [];
  const refuse = (name: string, value: string, type: Message) =>
    problems.add(name, say(texts.parameter, { name, value, type }));
  const readKeys = (value: string): string[] => {
    const keys = value.split(',');
    const sound =
      keys.length <= maxKeys &&
      new Set(keys).size === keys.length &&
      keys.every((key) => choices.includes(key));
    if (!sound) refuse('by', value, say(typeTexts.oneOrTwoOf, { choices }));
    return keys;
  };
  const readSums = (value: string): string[] => {
    const names = [...new Set(value.split(','))];
    if (!names.every((name) => summable.includes(name)))
      refuse('sum', value, say(typeTexts.someOf, { choices: summable }));
    return names;
  };
  const readers = new Map<string, ParameterReader>([
    ['by', listReader((value) => (by = readKeys(value)), problems)],
  ]);
  // Where nothing can be summed there is no such parameter.
  if (summable.length > 0)
    readers.set(
      'sum',
      listReader((value) => (sums = readSums(value)), problems),
    );
  for (const [name, reader] of rows.readers) readers.set(name, reader);
  readEach(query, readers, problems);
  problems.settle();
  return { by: by.map(parseKey), sums, ...rows.read() };
}

function parseKey(key: string): CountKey {
  const [name = '', part] = key.split('.');
  return { name, part: dateParts.find((one) => one === part) ?? null };
}
