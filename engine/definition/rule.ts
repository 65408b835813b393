/** Rules of a definition. A rule compares several fields. It runs if these are valid, even if other fields are not. */
import type { Message } from '../message.ts';
import type { HookContext } from './hooks.ts';
import type { Draft, Fields, Row } from './types.ts';

/** The context of a rule, beside the fields that it names. */
export interface RuleContext<F extends Fields, K extends string = keyof F & string> extends HookContext {
  /** The row's id; null for a create. */
  readonly id: number | null;
  /** The site of the row. */
  readonly siteId: number | null;
  /** The row before the write; null for a create. */
  readonly previous: Row<F> | null;
  /** Whether the request contains a field. */
  sent(field: K): boolean;
  /** Adds an error to a field (or a nested one, `memberships.0.site_id`): the write ends with a 422. */
  fail(field: keyof F & string, message: Message): void;
  fail(field: `${keyof F & string}.${string}`, message: Message): void;
}

/**
 * Refuses a combination of the named fields, with `fail`. It only runs if all of them are valid; its errors are returned together
 * with those of other fields. It runs before `beforeValidate`, which fills in what was not sent. It sees only the named fields of
 * the row. Values that it sets on them are written.
 */
export interface Rule<F extends Fields, K extends string = keyof F & string> {
  readonly of: readonly (K & keyof F & string)[];
  check(
    row: Pick<Draft<F>, K & keyof F>,
    context: RuleContext<F, K & keyof F & string>,
  ): void | Promise<void>;
}

/** The rules of a definition, each typed by the fields that it names. */
export type Rules<F extends Fields, Ruled extends readonly string[]> = {
  readonly [R in keyof Ruled]: Rule<F, Ruled[R]>;
};

/** Other fields of the row and their values: one of several values, or anything but null. All must hold. */
export type Beside<F extends Fields> = {
  readonly [K in keyof F]?: readonly string[] | { readonly not: null };
};

/**
 * Fields that may have a value only if other fields have certain values; `message` says how to correct it. In other rows, a field
 * that is never empty has its default: another sent value is refused, and a former value is replaced.
 */
export interface Only<F extends Fields> {
  readonly fields: readonly (keyof F & string)[];
  readonly beside: Beside<F>;
  readonly message: Message;
}

/**
 * A field that must have a value if other fields have certain values. It is checked only if one of these fields changes: a row
 * may have become invalid later (a person has left), and that must not prevent a new description.
 */
export interface RequiredWhen<F extends Fields> {
  readonly field: keyof F & string;
  readonly beside: Beside<F>;
  readonly message: Message;
}

/** A time that depends on the state. Declarations and rules see the value set here. */
export interface Stamp<F extends Fields> {
  readonly field: keyof F & string;
  /** It is set on the transition from another state into one of these, if it is null. */
  readonly states: readonly string[];
  /** It is set again if a write removes it in one of these states. */
  readonly kept?: true;
  /**
   * It is cleared on the transition to other states. A form sends the time that it read; a different time is refused with this
   * message.
   */
  readonly cleared?: Message;
}

/** Two numbers, days or moments: `lower` must not be above `upper`. */
export interface Order<F extends Fields> {
  readonly lower: keyof F & string;
  readonly upper: keyof F & string;
  /** The field that carries the error, unless only the other one is sent. */
  readonly blames: 'lower' | 'upper';
}

/** The declarations across fields, in the order in which they are checked. Rules run after them. */
export interface Declarations<F extends Fields> {
  readonly stamps?: readonly Stamp<F>[];
  readonly only?: readonly Only<F>[];
  readonly requiredWhen?: readonly RequiredWhen<F>[];
  readonly order?: readonly Order<F>[];
}
