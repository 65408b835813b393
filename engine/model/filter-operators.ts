/**
 * The operators of filters, one entry each, with everything that depends on them. Query strings, the OpenAPI document, the
 * metadata, the console and the conformance suite use this table.
 */

import { type Comparison, type Condition, or } from '../condition.ts';
import { type Message, say } from '../message.ts';
import type { Actor } from '../policy.ts';
import type { Stored } from '../values.ts';
import type { FilterType } from './filter.ts';

/** The user and the time of a request. */
interface Asking {
  readonly viewer: Actor;
  readonly storedNow: string;
}

/** A value in the form of an answer. */
export type Shown = string | number | boolean | null;

interface FilterOperator {
  /** The value after the `=`: values separated by commas, one value, or `true` or `false`. */
  readonly takes: 'values' | 'value' | 'flag';
  /** Whether a filter has it. */
  fits(filter: FilterType): boolean;
  /** The rows that it selects, for values in stored form. */
  condition(filter: FilterType, given: readonly Stored[], asking: Asking): Condition;
  /**
   * The equivalent list of values, if there is one: counters maintain the number of such rows. Null if there is none, or it is
   * not known.
   */
  same?(filter: FilterType, given: readonly Stored[]): readonly Stored[] | null;
  /** Completes the sentence “Rows whose `name` …” of the documentation. */
  note(filter: FilterType): string;
  /** The label beside the name of the filter, with `{value}` for the given value. Null if clients have labels of their own. */
  readonly label: Message | null;
  /** The same test for one row, in the simplest form, for tests: `row` has each value of the row, null for none. */
  holds(row: readonly Shown[], given: readonly Shown[]): boolean;
  /** A value to send for a value that a row has; default: that value. */
  ask?(known: Shown): Shown;
}

const listed = (row: readonly Shown[], given: readonly Shown[]) => row.some((value) => given.includes(value));

/** Rows whose value is more or less than another. */
function ranged(op: Comparison, label: Message | null, words: readonly [amount: string, time: string]) {
  return {
    takes: 'value',
    fits: ({ ordered }) => ordered,
    condition: ({ at }, [value = null]) => at((column) => ({ op, column, value })),
    note: ({ scalar }) => `is ${words[scalar.ordered === 'time' ? 1 : 0]} this`,
    label,
    holds: (row, [bound = null]) => row.some((value) => compares(value, op, bound)),
  } satisfies FilterOperator;
}

/** Compares two values of a kind; every comparison with null is false. */
export function compares(value: Shown, op: Comparison, bound: Shown): boolean {
  if (value === null || bound === null) return false;
  const [one, other] = typeof value === 'number' ? [value, Number(bound)] : [String(value), String(bound)];
  const order = one < other ? -1 : one > other ? 1 : 0;
  return { eq: order === 0, gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[op];
}

/** By the word in the brackets: `name[gte]=5`. `any` is the plain `name=a,b`. */
const filterOperators = {
  any: {
    takes: 'values',
    fits: () => true,
    condition: (filter, given, { storedNow, viewer }) => filter.any(given, storedNow, viewer),
    same: (_filter, given) => given,
    note: () => 'is any of these',
    label: null,
    holds: listed,
  },
  not: {
    takes: 'values',
    fits: () => true,
    condition: (filter, given, { storedNow, viewer }) => ({
      op: 'not',
      of: filter.any(given, storedNow, viewer),
    }),
    same: ({ possible }, given) => possible?.filter((value) => !given.includes(value)) ?? null,
    note: ({ nullable }) => `is none of these${nullable ? ', those without one included' : ''}`,
    label: say('not {value}'),
    holds: (row, given) => !listed(row, given),
  },
  null: {
    takes: 'flag',
    fits: ({ nullable }) => nullable,
    condition: (filter, [wanted], { storedNow, viewer }) => {
      const none = filter.any([null], storedNow, viewer);
      return wanted === 1 ? none : { op: 'not', of: none };
    },
    same: ({ possible }, [wanted]) =>
      possible?.filter((value) => (value === null) === (wanted === 1)) ?? (wanted === 1 ? [null] : null),
    note: () => 'is missing, with `true`; with `false` those that have one',
    label: say('empty: {value}'),
    holds: (row, [wanted]) => row.includes(null) === wanted,
  },
  starts: {
    takes: 'value',
    fits: ({ scalar }) => scalar.sorted === 'key',
    condition: ({ at }, [start]) => at((column) => ({ op: 'starts', column, text: String(start) })),
    note: () => 'begins with this, as it is written: capitals count',
    label: say('{value}…'),
    holds: (row, [start]) => row.some((value) => value !== null && String(value).startsWith(String(start))),
    ask: (known) => String(known).slice(0, 3).trim(),
  },
  gt: ranged('gt', null, ['greater than', 'after']),
  gte: ranged('gte', say('from {value}'), ['greater than or equal to', 'at or after']),
  lt: ranged('lt', null, ['less than', 'before']),
  lte: ranged('lte', say('up to {value}'), ['less than or equal to', 'at or before']),
  // The end of what lasts: with the start before a time, the rows that were open then.
  open: {
    takes: 'value',
    fits: ({ nullable, ordered, scalar }) => nullable && ordered && scalar.ordered === 'time',
    condition: (filter, [moment = null], { storedNow, viewer }) =>
      or(
        filter.any([null], storedNow, viewer),
        filter.at((column) => ({ op: 'gt', column, value: moment })),
      ),
    note: () => 'is after this, those without one included: what is still open then',
    // Clients say it as `gte`: the resources have no room for a further label.
    label: null,
    holds: (row, [bound = null]) => row.some((value) => value === null || compares(value, 'gt', bound)),
  },
} satisfies Readonly<Record<string, FilterOperator>>;

export type OperatorWord = keyof typeof filterOperators;

export const operatorWords = Object.keys(filterOperators) as OperatorWord[];

/** The operators of a filter, in the order of the table. */
export function operatorsOf(filter: FilterType): OperatorWord[] {
  return operatorWords.filter((word) => operator(word).fits(filter));
}

export function operator(word: OperatorWord): FilterOperator {
  return filterOperators[word];
}

/** The parameter of an operator: `status`, `status[not]`. */
export function parameterOf(filter: string, word: OperatorWord): string {
  return word === 'any' ? filter : `${filter}[${word}]`;
}
