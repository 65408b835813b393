/** Rules of a definition: what holds between fields, judged where these are sound, whatever is wrong with others. */
import type { Message } from '../message.ts';
import type { HookContext } from './hooks.ts';
import type { Draft, Fields, Row } from './types.ts';

/** What a rule is given beside the fields it names. */
export interface RuleContext<F extends Fields, K extends string = keyof F & string> extends HookContext {
  /** The row's id; null while it is being created. */
  readonly id: number | null;
  /** The site of the row. */
  readonly siteId: number | null;
  /** The row as it was; null when it is being created. */
  readonly previous: Row<F> | null;
  /** Whether the request named a field. */
  sent(field: K): boolean;
  /** Adds an error to a field (or a nested one, `memberships.0.site_id`): the write ends with a 422. */
  fail(field: keyof F & string, message: Message): void;
  fail(field: `${keyof F & string}.${string}`, message: Message): void;
}

/**
 * Refuses with `fail` what the named fields must not be together. It runs when they are sound, else not at all, and what it
 * says is told with what is wrong elsewhere. It runs before `beforeValidate`, which fills in what was not sent, and sees of the row
 * what it names alone; what it sets of that is the row's.
 */
export interface Rule<F extends Fields, K extends string = keyof F & string> {
  readonly of: readonly (K & keyof F & string)[];
  check(
    row: Pick<Draft<F>, K & keyof F>,
    context: RuleContext<F, K & keyof F & string>,
  ): void | Promise<void>;
}

/** A definition's rules, each typed by the fields that it names itself. */
export type Rules<F extends Fields, Ruled extends readonly string[]> = {
  readonly [R in keyof Ruled]: Rule<F, Ruled[R]>;
};

/** Other fields of the row and what each must be: one of several values, or anything but null. All must hold. */
export type Beside<F extends Fields> = {
  readonly [K in keyof F]?: readonly string[] | { readonly not: null };
};

/**
 * Fields that hold a value only beside what others are; `message` tells what to do. One that is never empty has its default elsewhere: another
 * value that is sent is refused, one that it held before goes.
 */
export interface Only<F extends Fields> {
  readonly fields: readonly (keyof F & string)[];
  readonly beside: Beside<F>;
  readonly message: Message;
}

/**
 * A field that must hold something beside what others are. Asked where one of them changes: what made a row valid in its day
 * (somebody who has left) is no reason to refuse a new description.
 */
export interface RequiredWhen<F extends Fields> {
  readonly field: keyof F & string;
  readonly beside: Beside<F>;
  readonly message: Message;
}

/** A time that goes with states of the row. Declarations and rules see it as it is set here. */
export interface Stamp<F extends Fields> {
  readonly field: keyof F & string;
  /** It is set on entering one of these states from another, where it is null. */
  readonly states: readonly string[];
  /** It is set as well where it is taken away in one of them. */
  readonly kept?: true;
  /** It is cleared on leaving them for others. A form sends back the time it read, another time is refused with these words. */
  readonly cleared?: Message;
}

/** Two numbers, days or moments of which one must not be below the other. */
export interface Order<F extends Fields> {
  readonly lower: keyof F & string;
  readonly upper: keyof F & string;
  /** Which of them bears the error, unless the other alone is sent. */
  readonly blames: 'lower' | 'upper';
}

/** What a definition declares of its fields together, in the order in which it is looked at; its rules come after. */
export interface Declarations<F extends Fields> {
  readonly stamps?: readonly Stamp<F>[];
  readonly only?: readonly Only<F>[];
  readonly requiredWhen?: readonly RequiredWhen<F>[];
  readonly order?: readonly Order<F>[];
}
