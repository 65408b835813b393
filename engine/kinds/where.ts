/** The conditions a definition writes: plain objects over its field names. */

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
}

/**
 * Field → what it must be: a value, any of several, ranges, or anything but a value. All of them must hold.
 *
 * @example { status: ['planned', 'in_progress'], scheduled_at: { lt: now } }
 * @example { current_stock: { lte: { field: 'critical_stock' } }, company_id: { not: null } }
 */
export type Where = { readonly [field: string]: Literal | readonly Literal[] | Ranges };
