/** A spare part or consumable of the demo. */
import type { Kind } from './kinds.ts';

export interface Part {
  /** The plant's own number. */
  readonly reference: string;
  readonly name: string;
  readonly unit: string;
  /** Euros per unit. */
  readonly price: number;
  /** Name of its supplier, and the supplier's number. */
  readonly supplier: string;
  readonly order: string;
  /** Units in a usual delivery; a large one is a consumable, used several at a time. */
  readonly delivery: number;
  readonly fits: readonly Kind[];
}

export function part(
  reference: string,
  name: string,
  [price, unit]: readonly [number, string],
  [supplier, order]: readonly [string, string],
  delivery: number,
  fits: readonly Kind[],
): Part {
  return { reference, name, unit, price, supplier, order, delivery, fits };
}
