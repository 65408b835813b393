/** A whole number. */

import { say } from '../../message.ts';
import type { Made } from '../facts.ts';
import { type Defaulted, type Field, keep, madeBy, make } from '../field.ts';
import { type Unit, unitKeys, wordingKeys } from '../wording.ts';
import { limitKeys, misfitOfNumber, type NumberOptions, numberShape, numbersToTry } from './number.ts';
import { nullness, type Scalar, type ValueSchema } from './scalar.ts';

/** A whole number. Without limits: ±2³¹, the range of the column. */
export function Integer<const O extends NumberOptions = Record<never, never>>(
  options?: O,
): Field<number, Defaulted<O>> {
  return wholeNumber(options ?? {}, madeBy('Integer', options));
}

/** A duration in whole minutes. Without limits: from 0 to one year. */
export function Minutes<const O extends Omit<NumberOptions, keyof Unit> = Record<never, never>>(
  options?: O,
): Field<number, Defaulted<O>> {
  const given: NumberOptions = options ?? {};
  return wholeNumber({ minimum: 0, maximum: 525_600, ...given, unit: 'minutes' }, madeBy('Minutes', given));
}

function wholeNumber<O>(given: NumberOptions, made: Made): Field<number, Defaulted<O>> {
  const schema = { type: 'integer', minimum: -2147483648, maximum: 2147483647, ...keep(given, limitKeys) };
  const facts = keep(given, ['default', ...wordingKeys, ...unitKeys]);
  return make(schema, { kind: 'column', scalar: integer, ...facts }, made);
}

/** Whether a whole number may need more than 32 bits. */
function isLarge({ minimum = 0, maximum = 0 }: ValueSchema): boolean {
  return Number(minimum) < -(2 ** 31) || Number(maximum) >= 2 ** 31;
}

const { unit: _unit, unitField: _unitField, interval: _interval, ...minutesShape } = numberShape;

export const integer: Scalar<'integer'> = {
  makers: { Integer: numberShape, Minutes: minutesShape },
  type: 'integer',
  store: Number,
  show: Number,
  scale: 0,
  ordered: 'amount',
  sorted: 'column',
  names: true,
  query: {
    title: 'Integer',
    schema: { type: 'integer' },
    says: say('an integer'),
    parse: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined),
    example: (name) => (name.endsWith('id') ? [1, 2, 3] : { gte: 0 }),
  },
  column: {
    type: ({ schema }) => (isLarge(schema) ? 'bigint "1 / 1"' : 'int'),
    line: (of) =>
      `${isLarge(of.schema) ? `decimal(t, '${of.name}', 0)` : `t.integer('${of.name}')`}${nullness(of)}`,
  },
  misfit: (value, schema) => misfitOfNumber(value, schema, 0),
  isBrief: () => true,
  specimen: numbersToTry(0, ['3', true, 1.5, [], 2 ** 40]),
};
