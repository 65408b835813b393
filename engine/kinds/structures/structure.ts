/** How a field holds what it is about, whatever its values are: in a column, in pairs, not at all. One object a structure, which everything else asks. */
import type { Facts } from '../facts.ts';
import type { Ingredients, Scalar, ValueSchema } from '../scalars/scalar.ts';

/**
 * Where its values stand: in a `column` of the row, in `pairs` (each in a row of a table of its own), in `rows` of tables of its own.
 * Or nowhere: they are those of another `field`, computed in the `query` of the row, or found for the rows of a `page` at once.
 */
export type Held = 'column' | 'pairs' | 'rows' | 'field' | 'query' | 'page';

/**
 * @template F what the engine knows of such a field
 * @template H where its values stand
 * @template Type what clients know it by
 */
export interface Structure<F = Facts, H extends Held = Held, Type extends string = string> {
  readonly held: H;
  /** What clients know it by; null where that is the type of its value. */
  readonly type: Type | null;
  /** Whether lists can be filtered by it. */
  isFilterable(facts: F): boolean;
  /** What rows can be counted by; left out where that depends on its value. */
  readonly counted?: Scalar['counted'];
  /** Why a value, not null, cannot be its default; null if it can. */
  misfit?(value: unknown, schema: ValueSchema, facts: F): string | null;
  /** Characters that there is room for in each of its words, where these are stored. */
  readonly longestWord?: number;
  /** Whether it fits into a cell of a list. */
  isBrief(schema: ValueSchema, facts: F): boolean;
  /** Of what bodies have, what it is tried with: a right value, where one follows, and what must be refused. */
  readonly specimen?: {
    right?(schema: ValueSchema, given: Ingredients, facts: F): unknown;
    wrong(schema: ValueSchema, facts: F): readonly unknown[];
  };
  /** What its constructors are called with, by their names: arguments by their own among the options. */
  readonly makers: Scalar['makers'];
}
