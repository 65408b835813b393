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
 * says is told with what is wrong elsewhere. It runs before `prepare`, which fills in what nobody sent, and sees of the row
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
