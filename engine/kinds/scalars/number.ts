/** What whole and decimal numbers have in common. */
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

/** The options that the schema contains. */
export const limitKeys = ['minimum', 'maximum', 'default'] as const;

/** A number in whole units of its last decimal (hundredths for scale 2); null if it has more decimals. */
export function toUnits(value: number, scale: number): number | null {
  const units = Math.round(value * 10 ** scale);
  // Both are whole numbers, and their quotient is exactly the given number.
  return units / 10 ** scale === value && Number.isSafeInteger(units) ? units : null;
}

/**
 * A number in an address with at most `scale` decimals, in units of the last one. At most 15 digits, which a number stores
 * exactly.
 */
export function parseNumber(text: string, scale: number): Stored | undefined {
  const [, whole = '', decimals = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || whole.length > 15 - scale || decimals.length > scale) return undefined;
  return toUnits(Number(text), scale) ?? undefined;
}

/** Why a number cannot be the default; null if it can. */
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
