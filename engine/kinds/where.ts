/** The conditions a definition writes: plain objects over its field names. */

import type { Message } from '../message.ts';

/** Stands for the moment of the request. */
export const now = Symbol.for('millwright.now');

export type Literal = string | number | boolean | null;
/** A literal, the present moment, or another field of the same row. */
export type Operand = Literal | typeof now | { readonly field: string };

export interface Ranges {
  readonly lt?: Operand;
  readonly lte?: Operand;
  readonly gt?: Operand;
  readonly gte?: Operand;
  /** Anything but this; rows without a value are among them, unless it is null. */
  readonly not?: Literal | readonly Literal[];
  /** Rows without a value are found as well: nothing else compares with that. */
  readonly orNull?: true;
}

/**
 * Field → what it must be: a value, any of several, ranges, or anything but a value. All of them must hold.
 *
 * @example { status: ['planned', 'in_progress'], scheduled_at: { lt: now } }
 * @example { current_stock: { lte: { field: 'critical_stock' } }, company_id: { not: null } }
 */
export type Where = { readonly [field: string]: Literal | readonly Literal[] | Ranges };

/** What the other parts of an entry must be: one of several values, or anything but null. All must hold. */
type BesideParts<K extends string> = { readonly [P in K]?: readonly string[] | { readonly not: null } };

/** What goes together in an entry, as `only` and `requiredWhen` of a definition say it of a row. */
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
