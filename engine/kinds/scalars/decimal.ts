/** An exact decimal number, and an amount of money, which has two decimals. Each number of decimals is a kind. */
import { type Message, say } from '../../message.ts';
import { type Defaulted, type Field, keep, madeBy, make } from '../field.ts';
import { type Keys, must, whole } from '../shape.ts';
import { unitKeys, wordingKeys } from '../wording.ts';
import {
  limitKeys,
  misfitOfNumber,
  type NumberOptions,
  numberShape,
  numbersToTry,
  parseNumber,
  toUnits,
} from './number.ts';
import { nullness, type Scalar } from './scalar.ts';

/**
 * An amount with at most two decimals. The column holds whole hundredths, so that every sum is exact. The default `maximum` is
 * 9,999,999.99, so that the amount times 999,999 is still exact.
 */
export function Money<const O extends NumberOptions = Record<never, never>>(
  options?: O,
): Field<number, Defaulted<O>> {
  const given: NumberOptions = options ?? {};
  const schema = {
    ...{ type: 'number', minimum: 0, maximum: 9_999_999.99, format: 'money' },
    ...keep(given, limitKeys),
  };
  const facts = keep(given, ['default', ...wordingKeys]);
  return make(schema, { kind: 'column', scalar: money, ...facts }, madeBy('Money', given));
}

type Scale = 1 | 2 | 3 | 4 | 5 | 6;

interface DecimalOptions extends NumberOptions {
  /** The maximum number of decimals. A value with more is refused, never rounded. */
  readonly scale: Scale;
}

/**
 * An exact number with at most `scale` decimals: a weight, a reading, quarters of an hour. The column holds whole units of the
 * last decimal, so that every sum and comparison is exact. Without limits: ±9,999,999. A limit has at most 15 digits, including
 * its decimals: a JSON number is exact up to that.
 */
export function Decimal<const O extends DecimalOptions>(options: O): Field<number, Defaulted<O>> {
  const given: DecimalOptions = options;
  const scalar = decimals[`decimal${given.scale}`];
  const schema = {
    ...{ type: 'number', minimum: -9_999_999, maximum: 9_999_999, format: `decimal${given.scale}` },
    ...keep(given, limitKeys),
  };
  const facts = keep(given, ['default', ...wordingKeys, ...unitKeys]);
  return make(schema, { kind: 'column', scalar, ...facts }, madeBy('Decimal', given));
}

const numerals = { 1: 'one', 2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six' } as const;

const decimalShape: Keys<DecimalOptions> = { ...numberShape, scale: must(whole(1, 6)) };

/** @param line the column in a migration, without its nullability */
function exact(
  name: string,
  scale: Scale,
  says: Message,
  line = `decimal(t, NAME, ${scale})`,
): Scalar<'decimal'> {
  const note = `At most ${numerals[scale]} decimal${scale === 1 ? '' : 's'}.`;
  return {
    type: 'decimal',
    makers: { Money: numberShape, Ratio: numberShape, Decimal: decimalShape },
    store: (value) => toUnits(Number(value), scale),
    show: (stored) => Number(stored) / 10 ** scale,
    scale,
    ordered: 'amount',
    sorted: 'column',
    names: true,
    query: {
      title: 'Number',
      schema: { type: 'number' },
      says,
      parse: (text) => parseNumber(text, scale),
      example: () => ({ gte: 0 }),
    },
    column: {
      type: () => `bigint "1 / ${10 ** scale}"`,
      line: (of) => `${line.replace('NAME', `'${of.name}'`)}${nullness(of)}`,
    },
    format: {
      ...{ name, of: 'number', says, note },
      check: (number: number) => toUnits(number, scale) !== null,
    },
    misfit: (value, schema) => misfitOfNumber(value, schema, scale),
    isBrief: () => true,
    specimen: numbersToTry(scale, ['3.50', false, [], 1e12, 1 + 1 / 10 ** (scale + 1), 0.1 + 0.2]),
  };
}

export const money: Scalar<'decimal'> = {
  ...exact('money', 2, say('a number with at most two decimals'), 'money(t, NAME)'),
  currency: true,
};

/** A part of a whole, or the quotient of two amounts, with at most six decimals. 0.9 is shown as 90 %. Default minimum: 0. */
export function Ratio<const O extends NumberOptions = Record<never, never>>(
  options?: O,
): Field<number, Defaulted<O>> {
  const given: NumberOptions = options ?? {};
  const schema = {
    ...{ type: 'number', minimum: 0, maximum: 9_999_999, format: 'ratio' },
    ...keep(given, limitKeys),
  };
  const facts = keep(given, ['default', ...wordingKeys]);
  return make(schema, { kind: 'column', scalar: ratio, ...facts }, madeBy('Ratio', given));
}

export const ratio: Scalar<'decimal'> = {
  ...exact('ratio', 6, say('a number with at most six decimals'), 'decimal(t, NAME, 6)'),
  ratio: true,
};

export const decimals = {
  decimal1: exact('decimal1', 1, say('a number with at most one decimal')),
  decimal2: exact('decimal2', 2, say('a number with at most two decimals')),
  decimal3: exact('decimal3', 3, say('a number with at most three decimals')),
  decimal4: exact('decimal4', 4, say('a number with at most four decimals')),
  decimal5: exact('decimal5', 5, say('a number with at most five decimals')),
  decimal6: exact('decimal6', 6, say('a number with at most six decimals')),
} as const;

/** An amount in whole hundredths; null if it has more than two decimals. */
export function toHundredths(amount: number): number | null {
  return toUnits(amount, 2);
}

/**
 * Multiplies an amount by a whole number, exactly: in hundredths.
 *
 * @throws RangeError for more than two decimals, or a product too large to be exact
 */
export function multiplyMoney(amount: number, times: number): number {
  const hundredths = (toHundredths(amount) ?? Number.NaN) * times;
  if (!Number.isSafeInteger(hundredths)) throw new RangeError(`${amount} × ${times} is no exact amount.`);
  return hundredths / 100;
}
