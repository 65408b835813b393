/** What numbers have in common, whole ones and those with decimals. */
import type { Stored } from '../../values.ts';
import type { Common } from '../field.ts';
import { unitShape, wordingShape } from '../options.ts';
import { anything, type Keys, number } from '../shape.ts';
import type { Unit } from '../wording.ts';
import type { Ingredients, ValueSchema } from './scalar.ts';

export interface NumberOptions extends Common<number>, Unit {
  readonly minimum?: number;
  readonly maximum?: number;
}

export const numberShape: Keys<NumberOptions> = {
  ...{ ...wordingShape, ...unitShape, minimum: number, maximum: number, default: anything },
};

/** What of the options stands in a schema. */
export const limitKeys = ['minimum', 'maximum', 'default'] as const;

/** A number → whole units of its last decimal (hundredths, where the scale is 2), or null where it has more decimals. */
export function toUnits(value: number, scale: number): number | null {
  const units = Math.round(value * 10 ** scale);
  // Both are whole numbers, whose quotient is the very number that is written so.
  return units / 10 ** scale === value && Number.isSafeInteger(units) ? units : null;
}

/** A number of an address with at most so many decimals, in units of the last one: 15 digits in all, which a number keeps exactly. */
export function parseNumber(text: string, scale: number): Stored | undefined {
  const [, whole = '', decimals = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || whole.length > 15 - scale || decimals.length > scale) return undefined;
  return toUnits(Number(text), scale) ?? undefined;
}

/** Why a number is no default; null where it is one. */
export function misfitOfNumber(
  value: unknown,
  { minimum, maximum }: ValueSchema,
  scale: number,
): string | null {
  if (typeof value !== 'number') return 'is no number';
  if (scale === 0 && !Number.isInteger(value)) return 'is no whole number';
  if (toUnits(value, scale) === null) return 'has more decimals';
  if (value < Number(minimum)) return `is below ${minimum}`;
  return value > Number(maximum) ? `is above ${maximum}` : null;
}

/** Right and wrong values for tests. */
export function numbersToTry(scale: number, wrong: readonly unknown[]) {
  return {
    right: ({ minimum = 0, maximum }: ValueSchema, { variant }: Ingredients) => {
      const whole = Math.max(Number(minimum), 0) + ((variant * 3) % 7);
      const units = whole * 10 ** scale + (scale === 0 ? 0 : 5);
      return Math.min(units / 10 ** scale, Number(maximum));
    },
    wrong: ({ minimum, maximum }: ValueSchema) => [...wrong, Number(minimum) - 1, Number(maximum) + 1],
  };
}
