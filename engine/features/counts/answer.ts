/** The answer of counts: groups in order, with labels for their values. It uses no database. */

import type { Period } from '../../database/dialect/dialect.ts';
import { invalid, noErrors } from '../../failure.ts';
import { exactly } from '../../json-schema.ts';
import { heading, type Language, type Message, say, type Text } from '../../message.ts';
import { texts } from '../../messages.ts';
import type { Summed } from '../../model/groups.ts';
import { inSlices, sortedInSlices } from '../../signal.ts';
import { type TProperties, Type } from '../../typebox.ts';
import { sortKey } from '../../values.ts';
import { periodLabel } from './periods.ts';

/** Rows with the same values of the keys. */
export interface Group {
  /** The value of each key, as in an answer. */
  readonly values: readonly unknown[];
  /** The names of the rows that the values refer to; null for a value that refers to no visible row. */
  readonly names: readonly (string | null)[];
  readonly count: number;
  /** The sum of each field; for a field with decimals in units of the last one. */
  readonly sums: readonly bigint[];
}

/** The metadata of one key. */
export interface Key {
  /** The labels of an enumeration's words, in order; empty for other fields. */
  readonly words: ReadonlyMap<string, Text>;
  readonly part: Period | null;
  /** Whether its values refer to rows. */
  readonly named: boolean;
  /** The label of null. */
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
 * The schemas of an answer's rows: grouped by one key, by two, and without groups.
 *
 * @param sums schemas of the fields that can be summed, each optional, by field name
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
/** The default label of null. */
export const none = say('none');

/**
 * The rows of the answer in the order of the first key, then the second: dates ascending, enumerations as declared, No before
 * Yes, references by name, texts alphabetically, null last.
 *
 * @throws Failure `validation_failed` on `sum` for a sum too large for a JSON number
 */
export async function answerOf(
  groups: readonly Group[],
  keys: readonly Key[],
  sums: readonly Summed[],
  language: Language,
): Promise<Record<string, unknown>[]> {
  const columns = await Promise.all(keys.map((key, at) => labelColumn(groups, key, at, language)));
  const sorted = await sortedInSlices(groups, (a, b) => {
    for (const [at, { places }] of columns.entries()) {
      const order = (places.get(a.values[at]) ?? 0) - (places.get(b.values[at]) ?? 0);
      if (order !== 0) return order;
    }
    return 0;
  });
  return inSlices(sorted, (group) => {
    const { values } = group;
    const labels = columns.map((column, at) => column.labels.get(values[at]) ?? '');
    const head =
      keys.length === 1 ? { value: values[0], label: labels[0] } : keys.length > 1 ? { values, labels } : {};
    return { ...head, count: group.count, ...(sums.length > 0 && { sums: sumsOf(group, sums) }) };
  });
}

/** The labels of all values of a key, and their positions. */
export async function labelColumn(
  groups: readonly Pick<Group, 'values' | 'names'>[],
  key: Key,
  at: number,
  language: Language,
) {
  const labels = new Map<unknown, string>();
  await inSlices(groups, ({ values, names }) => {
    if (!labels.has(values[at]))
      labels.set(values[at], valueLabel(values[at], names[at] ?? null, key, language));
  });
  const declared = new Map([...key.words.keys()].map((word, place) => [word, place]));
  const values = await inSlices(labels, ([one, text]) => ({
    value: one,
    rank: rankOf(one, declared),
    // Values with a word or a period as label have an order of their own.
    text: key.named || typeof one === 'string' ? sortKey(key.named ? text : String(one)) : '',
  }));
  const ranked = await sortedInSlices(
    values,
    (a, b) => a.rank - b.rank || compareValues(a.text, b.text) || compareValues(a.value, b.value),
  );
  const places = new Map<unknown, number>();
  await inSlices(ranked, (one) => places.set(one.value, places.size));
  return { labels, places };
}

/** Null comes last; a word that is no longer declared comes after the declared ones. */
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
  // The row is deleted, or the reader may not see it.
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
    // A larger number has fewer exact decimals: above 2^46, fewer than two.
    const back = Math.round(number * unit);
    if (!Number.isSafeInteger(back) || BigInt(back) !== exact)
      errors.sum = [say(texts.sumTooLarge, { name })];
    return [name, number];
  });
  if (errors.sum) throw invalid(errors);
  return Object.fromEntries(shown);
}
