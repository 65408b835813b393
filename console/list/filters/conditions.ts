/** Filters in an address: their conditions, and changes of them. */

import { kindOf } from '../../kinds/kinds.tsx';
import { addDays } from '../../parts/time/days.ts';
import { instantAt, type Reading, readClock } from '../../parts/time/moments.ts';
import type { Filter, Resource } from '../../service/metadata.ts';

type Operator = Filter['operators'][number];

/** All conditions of one filter. */
export interface Condition {
  readonly filter: Filter;
  /** The values of `any`; null if there are none. */
  readonly any: readonly string[] | null;
  /** The ends of a range. */
  readonly ends: readonly Asked[];
  /** Conditions with other operators. */
  readonly others: readonly Asked[];
  /** Its parameters, to remove them. */
  readonly names: readonly string[];
}

export interface Asked {
  readonly operator: Operator;
  readonly value: string;
}

export type Side = 'lower' | 'upper';
export type Changes = Readonly<Record<string, string | null>>;

/** The operators for each side of a range: the inclusive one first. */
const sides: Readonly<Record<Side, readonly [Operator, Operator]>> = {
  lower: ['gte', 'gt'],
  upper: ['lte', 'lt'],
};

/** The conditions of each filter in an address, in the order of the filters. */
export function conditionsOf({ filters }: Resource, query: URLSearchParams): Condition[] {
  return filters.flatMap((filter) => conditionOf(filter, query) ?? []);
}

export function conditionOf(filter: Filter, query: URLSearchParams): Condition | null {
  const asked = filter.operators.flatMap((operator): Asked[] => {
    const value = query.get(parameterOf(filter, operator));
    return value === null ? [] : [{ operator, value }];
  });
  if (asked.length === 0) return null;
  const isEnd = ({ operator }: Asked) => [...sides.lower, ...sides.upper].includes(operator);
  return {
    filter,
    any: asked.find(({ operator }) => operator === 'any')?.value.split(',') ?? null,
    ends: asked.filter(isEnd),
    others: asked.filter((one) => one.operator !== 'any' && !isEnd(one)),
    names: asked.map(({ operator }) => parameterOf(filter, operator)),
  };
}

/** The parameter of an operator. */
const parameterOf = ({ name }: Pick<Filter, 'name'>, operator: Operator): string =>
  operator === 'any' ? name : `${name}[${operator}]`;

export const sideOf = ({ operator }: Asked): Side => (sides.lower.includes(operator) ? 'lower' : 'upper');

export const hasRanges = ({ operators }: Filter): boolean => operators.includes('gte');

/** The operators for values that users choose or type. */
const senses = ['any', 'not', 'starts'] as const satisfies readonly Operator[];
export type Sense = (typeof senses)[number];

/** The senses that a filter has. */
export const sensesOf = ({ operators }: Filter): Sense[] =>
  senses.filter((sense) => operators.includes(sense));

/** The values and their sense. If an address has several senses, which users cannot choose here, the first one. */
export function chosenOf(condition: Condition | null): {
  readonly sense: Sense;
  readonly values: readonly string[];
} {
  if (condition?.any) return { sense: 'any', values: condition.any };
  for (const sense of senses) {
    const asked = condition?.others.find(({ operator }) => operator === sense);
    if (asked) return { sense, values: sense === 'starts' ? [asked.value] : asked.value.split(',') };
  }
  return { sense: 'any', values: [] };
}

/** Sets values in one sense, and removes all others; an empty list removes the filter. */
export function chooseValues(filter: Filter, sense: Sense, values: readonly string[]): Changes {
  return { ...nothing(filter), [parameterOf(filter, sense)]: values.length === 0 ? null : values.join(',') };
}

/** Removes a filter from the address. */
export function nothing(filter: Filter): Changes {
  return Object.fromEntries(filter.operators.map((operator) => [parameterOf(filter, operator), null]));
}

/** Sets one end of a range, or removes it with an empty text. Single values of the filter are removed. */
export function chooseEnd(filter: Filter, side: Side, value: string): Changes {
  const [inclusive, exclusive] = sides[side];
  // Instants have no neighbours: a day ends at the start of the next one.
  const isBefore = side === 'upper' && kindOf(filter).clock === 'instant';
  return {
    [filter.name]: null,
    // A value within a range is there.
    [parameterOf(filter, 'not')]: null,
    [`${filter.name}[${inclusive}]`]: isBefore || value === '' ? null : value,
    [`${filter.name}[${exclusive}]`]: isBefore && value !== '' ? value : null,
  };
}

/** One end of a range for an input, inclusive; empty if there is none. */
export function endOf(condition: Condition | null, side: Side): string {
  const end = condition?.ends.find((one) => sideOf(one) === side);
  return end && condition ? inclusiveValue(condition.filter, end) : '';
}

/** The last value of a range: for "less than 5" it is 4. */
function inclusiveValue(filter: Filter, { operator, value }: Asked): string {
  const step = operator === 'lt' ? -1 : operator === 'gt' ? 1 : 0;
  return step === 0 ? value : (kindOf(filter).filter.step?.(value, step) ?? value);
}

const midnight = '00:00';

/**
 * One end of a range of instants as local day and time of the site. A whole day has no time: a range that ends at the start of a
 * day ends with the previous day.
 */
export function typedEnd(condition: Condition | null, side: Side, zone: string | null): Reading {
  const end = condition?.ends.find((one) => sideOf(one) === side);
  const reading = end ? readClock(end.value, zone) : null;
  if (!reading) return { day: '', time: '' };
  if (reading.time !== midnight) return reading;
  return { day: side === 'upper' ? addDays(reading.day, -1) : reading.day, time: '' };
}

/** The instant of a day and a time as an end of a range; empty without a day. */
export function meantEnd({ day, time }: Reading, side: Side, zone: string | null): string {
  if (day === '') return '';
  if (time !== '') return instantAt({ day, time }, zone) ?? '';
  return instantAt({ day: side === 'upper' ? addDays(day, 1) : day, time: midnight }, zone) ?? '';
}
