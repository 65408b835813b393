/** What counts answer: groups in their order, with words for their values. Pure: it knows no database. */

import type { Period } from '../../database/dialect/dialect.ts';
import { invalid, noErrors } from '../../failure.ts';
import { exactly } from '../../json-schema.ts';
import { heading, type Language, type Message, say, type Text } from '../../message.ts';
import { texts } from '../../messages.ts';
import type { Summed } from '../../model/groups.ts';
import { type TProperties, Type } from '../../typebox.ts';
import { sortKey } from '../../values.ts';
import { periodLabel } from './periods.ts';

/** Rows that have the same values of what is counted by. */
export interface Group {
  /** A value of each key, as an answer shows it. */
  readonly values: readonly unknown[];
  /** What the rows are called that the values refer to; null where they refer to none that is seen. */
  readonly names: readonly (string | null)[];
  readonly count: number;
  /** A sum of each field: of one with decimals in units of the last one. */
  readonly sums: readonly bigint[];
}

/** What is known of the values of one key. */
export interface Key {
  /** What they are called, in their order; empty where they are not of an enumeration. */
  readonly words: ReadonlyMap<string, Text>;
  readonly part: Period | null;
  /** Whether they refer to rows. */
  readonly named: boolean;
  /** What null is called. */
  readonly nothing: Message;
}

const value = Type.Unsafe<unknown>({
  type: ['string', 'integer', 'boolean', 'null'],
  description: 'A value of what is counted by; of a part of a date, its first day.',
});
const label = Type.String({
  description:
    'What to call it: the word of an enumeration, Yes or No, the name of the row referred to, the period (`2026-11-01`, ' +
    '`2026-W45`, `2026-11`, `2026`), the text itself; for null what it is called, “None” or “System”. In the user’s language.',
});
const two = { minItems: 2, maxItems: 2 };

/**
 * The shapes of an answer's rows: by one, by two, and by nothing.
 *
 * @param sums schemas of what can be summed, each optional, by the names of the fields
 */
export function countShapes(sums: TProperties) {
  const summed = {
    ...(Object.keys(sums).length > 0 && {
      sums: Type.Optional(
        exactly(sums, { description: 'What `sum` asks for, exact; 0 where no row has a value.' }),
      ),
    }),
  };
  const count = Type.Integer({ minimum: 1 });
  return {
    one: exactly({ value, label, count, ...summed }),
    two: exactly({
      values: Type.Array(value, { ...two, description: 'A value of each of both, in their order.' }),
      labels: Type.Array(label, two),
      count,
      ...summed,
    }),
    none: exactly({ count: Type.Integer({ minimum: 0 }), ...summed }),
  };
}

const [yes, no] = [say('yes'), say('no')];
/** What null is called where the field says nothing else. */
export const none = say('none');

/**
 * The rows of the answer in the order of the first key, then the second: dates ascending, enumerations as declared, No
 * before Yes, references by name, texts by letter, null last.
 *
 * @throws Failure `validation_failed` on `sum` for a sum that no JSON number holds
 */
export function answerOf(
  groups: readonly Group[],
  keys: readonly Key[],
  sums: readonly Summed[],
  language: Language,
): Record<string, unknown>[] {
  const columns = keys.map((key, at) => labelColumn(groups, key, at, language));
  const sorted = [...groups].sort((a, b) => {
    for (const [at, { places }] of columns.entries()) {
      const order = (places.get(a.values[at]) ?? 0) - (places.get(b.values[at]) ?? 0);
      if (order !== 0) return order;
    }
    return 0;
  });
  return sorted.map((group) => {
    const { values } = group;
    const labels = columns.map((column, at) => column.labels.get(values[at]) ?? '');
    const head =
      keys.length === 1 ? { value: values[0], label: labels[0] } : keys.length > 1 ? { values, labels } : {};
    return { ...head, count: group.count, ...(sums.length > 0 && { sums: sumsOf(group, sums) }) };
  });
}

/** The labels of all values of a key, and their places in order. */
export function labelColumn(
  groups: readonly Pick<Group, 'values' | 'names'>[],
  key: Key,
  at: number,
  language: Language,
) {
  const labels = new Map<unknown, string>();
  for (const { values, names } of groups) {
    if (!labels.has(values[at]))
      labels.set(values[at], valueLabel(values[at], names[at] ?? null, key, language));
  }
  const declared = new Map([...key.words.keys()].map((word, place) => [word, place]));
  const ranked = [...labels].map(([one, text]) => ({
    value: one,
    rank: rankOf(one, declared),
    // What is called by a word or a period stands in another order than these.
    text: key.named || typeof one === 'string' ? sortKey(key.named ? text : String(one)) : '',
  }));
  ranked.sort((a, b) => a.rank - b.rank || compareValues(a.text, b.text) || compareValues(a.value, b.value));
  return { labels, places: new Map(ranked.map((one, place) => [one.value, place])) };
}

/** Null behind everything, a word that is declared no more behind those that are. */
function rankOf(one: unknown, declared: ReadonlyMap<string, number>): number {
  if (one === null) return Number.POSITIVE_INFINITY;
  return declared.get(String(one)) ?? declared.size;
}

function valueLabel(
  one: unknown,
  name: string | null,
  { words, part, named, nothing }: Key,
  language: Language,
): string {
  if (one === null) return heading(nothing, language);
  if (typeof one === 'boolean') return heading(one ? yes : no, language);
  const text = String(one);
  if (part !== null) return periodLabel(text, part);
  // The row is gone, or not to be seen.
  if (named) return name ?? `#${text}`;
  const word = words.get(text);
  return word ? heading(word, language) : text;
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [left, right] = typeof a === 'boolean' ? [Number(a), Number(b)] : [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function sumsOf(group: Group, sums: readonly Summed[]): Record<string, number> {
  const errors = noErrors();
  const shown = sums.map(({ name, scalar }, at) => {
    const exact = group.sums[at] ?? 0n;
    const unit = 10 ** (scalar.scale ?? 0);
    const number = Number(exact) / unit;
    // The larger a number, the fewer decimals it has: beyond 2^46 less than two.
    const back = Math.round(number * unit);
    if (!Number.isSafeInteger(back) || BigInt(back) !== exact)
      errors.sum = [say(texts.sumTooLarge, { name })];
    return [name, number];
  });
  if (errors.sum) throw invalid(errors);
  return Object.fromEntries(shown);
}
