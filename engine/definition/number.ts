/** The kinds of field that hold a number: whole, exact with decimals, an amount, a duration. */

import { type Defaulted, type Field, keep, type Made, madeBy, make } from '../kinds/field.ts';
import { type Unit, unitKeys, type Wording, wordingKeys } from '../kinds/wording.ts';
import type { DecimalKind } from '../values.ts';

export interface IntegerOptions extends Wording, Unit {
  readonly default?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const limitKeys = ['minimum', 'maximum', 'default'] as const;

/** A whole number; within ±2³¹ where no limit is given, as that is what the column holds. */
export function Integer<const O extends IntegerOptions = Record<never, never>>(
  options?: O,
): Field<number, Defaulted<O>> {
  return whole(options ?? {}, madeBy('Integer', options));
}

function whole<O>(given: IntegerOptions, made: Made): Field<number, Defaulted<O>> {
  const schema = {
    type: 'integer',
    minimum: -2147483648,
    maximum: 2147483647,
    ...keep(given, limitKeys),
  };
  return make(schema, { kind: 'integer', ...keep(given, ['default', ...wordingKeys, ...unitKeys]) }, made);
}

/** How long something takes, in whole minutes: from none to a year of them where no limit is given. */
export function Minutes<const O extends Omit<IntegerOptions, 'unit' | 'unitField'> = Record<never, never>>(
  options?: O,
): Field<number, Defaulted<O>> {
  const given: IntegerOptions = options ?? {};
  return whole({ minimum: 0, maximum: 525_600, ...given, unit: 'minutes' }, madeBy('Minutes', given));
}

/**
 * An amount with at most two decimals. The column holds whole hundredths: every sum is exact.
 * Up to 9,999,999.99 unless `maximum` says otherwise, so that 999,999 times it still is an exact number.
 */
export function Money<const O extends IntegerOptions = Record<never, never>>(
  options?: O,
): Field<number, Defaulted<O>> {
  const given: IntegerOptions = options ?? {};
  const schema = {
    type: 'number',
    minimum: 0,
    maximum: 9_999_999.99,
    format: 'money',
    ...keep(given, limitKeys),
  };
  return make(schema, { kind: 'money', ...keep(given, ['default', ...wordingKeys]) }, madeBy('Money', given));
}

export interface DecimalOptions extends IntegerOptions {
  /** Most decimals; more are refused, never rounded away. */
  readonly scale: 1 | 2 | 3 | 4 | 5 | 6;
}

/**
 * An exact number with at most `scale` decimals: a weight, a reading, hours by the quarter. The column holds whole units of the last
 * decimal, so that every sum and comparison is exact. Within ±9,999,999 where no limit is given; a limit has 15 digits at the most,
 * those of its decimals included, which is what a JSON number tells exactly.
 */
export function Decimal<const O extends DecimalOptions>(options: O): Field<number, Defaulted<O>> {
  const given: DecimalOptions = options;
  const kind: DecimalKind = `decimal${given.scale}`;
  const schema = {
    type: 'number',
    minimum: -9_999_999,
    maximum: 9_999_999,
    format: kind,
    ...keep(given, limitKeys),
  };
  const facts = { kind, ...keep(given, ['default', ...wordingKeys, ...unitKeys]) };
  return make(schema, facts, madeBy('Decimal', given));
}
