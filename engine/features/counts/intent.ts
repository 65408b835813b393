/** Reads the parameters of counts. */

import type { Period } from '../../database/dialect/dialect.ts';
import { type Message, say } from '../../message.ts';
import { texts, typeTexts } from '../../messages.ts';
import { dateParts } from '../../model/groups.ts';
import type { Resource } from '../../model/resource.ts';
import { type RowsIntent, rowReaders } from '../../request/parameters.ts';
import {
  listReader,
  type ParameterReader,
  Problems,
  type Query,
  readEach,
} from '../../request/query-string.ts';

/** A key of counts: a filter, with the period if it is a date. */
export interface CountKey {
  readonly name: string;
  readonly part: Period | null;
}

/** The request for counts: with no, one or two keys, which sums, over which rows. */
export interface CountsIntent extends RowsIntent {
  readonly by: readonly CountKey[];
  /** Names of fields. */
  readonly sums: readonly string[];
}

/** The allowed values. */
interface CountsAllowed {
  /** Of `by`: `status`, `started_at.month`, … */
  readonly choices: readonly string[];
  /** Of `sum`. */
  readonly sums: readonly string[];
}

const maxKeys = 2;

/** @throws Failure `validation_failed` that names every invalid parameter and the allowed values */
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
  // Without fields to sum, the parameter does not exist.
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
