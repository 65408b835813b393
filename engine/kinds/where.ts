/** The conditions of a definition: plain objects with field names as keys. */

import type { Message } from '../message.ts';

/** The moment of the request. */
export const now = Symbol.for('millwright.now');

export type Literal = string | number | boolean | null;
/** A literal, the present moment, or another field of the same row. */
export type Operand = Literal | typeof now | { readonly field: string };

export interface Ranges {
  readonly lt?: Operand;
  readonly lte?: Operand;
  readonly gt?: Operand;
  readonly gte?: Operand;
  /** Any other value. Rows without a value match too, unless this is null. */
  readonly not?: Literal | readonly Literal[];
  /** Rows without a value match too: no other comparison finds them. */
  readonly orNull?: true;
}

/**
 * Field → its condition: a value, one of several, a range, or anything but a value. All must hold.
 *
 * @example { status: ['planned', 'in_progress'], scheduled_at: { lt: now } }
 * @example { current_stock: { lte: { field: 'critical_stock' } }, company_id: { not: null } }
 */
export type Where = { readonly [field: string]: Literal | readonly Literal[] | Ranges };

/** The values of other parts of an entry: one of several, or anything but null. All must hold. */
type BesideParts<K extends string> = { readonly [P in K]?: readonly string[] | { readonly not: null } };

/** Rules between the parts of an entry, as `only` and `requiredWhen` of a definition are for a row. */
export interface Together<K extends string = string> {
  readonly only?: readonly {
    readonly fields: readonly K[];
    readonly beside: BesideParts<K>;
    readonly message: Message;
  }[];
  readonly requiredWhen?: readonly {
    readonly field: K;
    readonly beside: BesideParts<K>;
    readonly message: Message;
  }[];
}
