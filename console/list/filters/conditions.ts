/** Filters as they stand in an address: what each asks, and how it is changed. */

import { addDays } from '../../parts/time/days.ts';
import { instantAt, type Reading, readClock } from '../../parts/time/moments.ts';
import type { Filter, Resource } from '../../service/metadata.ts';

type RangeOperator = Exclude<Filter['operators'][number], 'any'>;

/** All that is asked of one filter. */
export interface Condition {
  readonly filter: Filter;
  /** Values of which a row has any; null where only a range is asked. */
  readonly any: readonly string[] | null;
  readonly ends: readonly End[];
  /** The parameters that ask it, to be taken away. */
  readonly names: readonly string[];
}

export interface End {
  readonly operator: RangeOperator;
  readonly value: string;
}

export type Side = 'lower' | 'upper';
export type Changes = Readonly<Record<string, string | null>>;

const operators: Readonly<Record<Side, readonly RangeOperator[]>> = {
  lower: ['gte', 'gt'],
  upper: ['lte', 'lt'],
};

/** What an address asks of each filter, in the order of the filters. */
export function conditionsOf({ filters }: Resource, query: URLSearchParams): Condition[] {
  return filters.flatMap((filter) => conditionOf(filter, query) ?? []);
}

export function conditionOf(filter: Filter, query: URLSearchParams): Condition | null {
  const ends = [...operators.lower, ...operators.upper].flatMap((operator): End[] => {
    const value = query.get(`${filter.name}[${operator}]`);
    return value === null ? [] : [{ operator, value }];
  });
  const any = query.get(filter.name);
  if (any === null && ends.length === 0) return null;
  return {
    filter,
    any: any === null ? null : any.split(','),
    ends,
    names: [
      ...(any === null ? [] : [filter.name]),
      ...ends.map(({ operator }) => `${filter.name}[${operator}]`),
    ],
  };
}

export const sideOf = ({ operator }: End): Side => (operator.startsWith('g') ? 'lower' : 'upper');

export const hasRanges = ({ operators: known }: Filter): boolean =>
  known.some((operator) => operator !== 'any');

/** Takes values in and out of those of which a row has any; none at all takes the filter away. */
export function chooseAny(filter: Filter, values: readonly string[]): Changes {
  return { ...nothing(filter), [filter.name]: values.length === 0 ? null : values.join(',') };
}

/** Takes a filter out of the address. */
export function nothing({ name }: Filter): Changes {
  return Object.fromEntries([
    [name, null],
    ...[...operators.lower, ...operators.upper].map((operator) => [`${name}[${operator}]`, null] as const),
  ]);
}

/** Sets one end of a range, or takes it away with an empty text. Values that were asked beside it go. */
export function chooseEnd(filter: Filter, side: Side, value: string): Changes {
  const [inclusive = 'gte', exclusive = 'gt'] = operators[side];
  // An instant has no neighbour: what ends a day is the beginning of the next.
  const isBefore = side === 'upper' && filter.type === 'datetime';
  return {
    [filter.name]: null,
    [`${filter.name}[${inclusive}]`]: isBefore || value === '' ? null : value,
    [`${filter.name}[${exclusive}]`]: isBefore && value !== '' ? value : null,
  };
}

/** One end of a range as an input shows it, which means the value itself, too; empty where none is asked. */
export function endOf(condition: Condition | null, side: Side): string {
  const end = condition?.ends.find((one) => sideOf(one) === side);
  return end && condition ? inclusiveValue(condition.filter, end) : '';
}

/** The last value that a range takes: one less than 5 is 4. */
function inclusiveValue({ type }: Filter, { operator, value }: End): string {
  const step = operator === 'lt' ? -1 : operator === 'gt' ? 1 : 0;
  if (step === 0) return value;
  if (type === 'integer' && /^-?\d+$/.test(value)) return String(Number(value) + step);
  if (type === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return addDays(value, step);
  return value;
}

const midnight = '00:00';

/**
 * One end of a range of instants as a day and a time of the site. A whole day has no time: what ends where a day begins
 * ends with the day before.
 */
export function typedEnd(condition: Condition | null, side: Side, zone: string | null): Reading {
  const end = condition?.ends.find((one) => sideOf(one) === side);
  const reading = end ? readClock(end.value, zone) : null;
  if (!reading) return { day: '', time: '' };
  if (reading.time !== midnight) return reading;
  return { day: side === 'upper' ? addDays(reading.day, -1) : reading.day, time: '' };
}

/** The instant that a day and a time mean as an end of a range; empty where there is no day. */
export function meantEnd({ day, time }: Reading, side: Side, zone: string | null): string {
  if (day === '') return '';
  if (time !== '') return instantAt({ day, time }, zone) ?? '';
  return instantAt({ day: side === 'upper' ? addDays(day, 1) : day, time: midnight }, zone) ?? '';
}
