/**
 * How a field stores its values, independent of their kind: in a column, in pairs, not at all. One object per structure; all
 * other code uses it.
 */
import type { Facts } from '../facts.ts';
import type { Ingredients, Scalar, ValueSchema } from '../scalars/scalar.ts';

/**
 * Where its values are stored: in a `column` of the row, in `pairs` (each in a row of a table of pairs), or in `rows` of other
 * tables. Values that are not stored come from another `field`, are computed in the `query` of the row, or are read for the rows
 * of a `page` at once.
 */
export type Held = 'column' | 'pairs' | 'rows' | 'field' | 'query' | 'page';

/**
 * @template F the facts of such a field
 * @template H where its values are stored
 * @template Type its type for clients
 */
export interface Structure<F = Facts, H extends Held = Held, Type extends string = string> {
  readonly held: H;
  /** The type for clients; null if that is the type of its value. */
  readonly type: Type | null;
  /** Whether lists can be filtered by it. */
  isFilterable(facts: F): boolean;
  /** How rows can be counted by it; left out if that depends on its value. */
  readonly counted?: Scalar['counted'];
  /** Why a value, not null, cannot be its default; null if it can. */
  misfit?(value: unknown, schema: ValueSchema, facts: F): string | null;
  /** The maximum length of each stored word. */
  readonly longestWord?: number;
  /** Whether it fits into a cell of a list. */
  isBrief(schema: ValueSchema, facts: F): boolean;
  /** Test values for bodies: a valid value, if one follows from the declaration, and invalid ones. */
  readonly specimen?: {
    right?(schema: ValueSchema, given: Ingredients, facts: F): unknown;
    wrong(schema: ValueSchema, facts: F): readonly unknown[];
  };
  /** The arguments of its constructors, by constructor name. Positional arguments have their own names among the options. */
  readonly makers: Scalar['makers'];
}
