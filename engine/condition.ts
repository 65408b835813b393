/** Conditions on rows as plain data. Permissions, scopes and filters have this form before they become SQL. */

import type { Stored } from './values.ts';

export type Comparison = 'eq' | 'lt' | 'lte' | 'gt' | 'gte';

/** SQL text with `?` placeholders, and its bindings in order. */
export interface Sql {
  readonly text: string;
  readonly bindings: readonly Stored[];
}

/** Compares a column with a value, or with another column of the same row. */
interface Compare {
  readonly op: Comparison;
  readonly column: string;
  readonly value: Stored | { readonly column: string };
}

export type Condition =
  | Compare
  | { readonly op: 'in'; readonly column: string; readonly values: readonly Stored[] }
  | { readonly op: 'null'; readonly column: string }
  /** Compares a value that is computed for the rows of a list. Only valid for the alias that it was made for. */
  | {
      readonly op: 'computed';
      readonly sql: Sql;
      readonly comparison: Comparison;
      readonly value: Stored;
    }
  /** A text in a column: anywhere, in the first line only, or as a whole line. */
  | {
      readonly op: 'contains';
      readonly column: string;
      readonly text: string;
      readonly line?: 'first' | 'whole';
    }
  /** A text that the column starts with, exactly. */
  | { readonly op: 'starts'; readonly column: string; readonly text: string }
  | { readonly op: 'and' | 'or'; readonly of: readonly Condition[] }
  | { readonly op: 'not'; readonly of: Condition }
  /** A row of `table` whose `foreign` column equals this row's `column` and that meets `where`. */
  | {
      readonly op: 'exists';
      readonly table: string;
      readonly foreign: string;
      readonly column: string;
      readonly where: Condition;
    }
  /**
   * A row of `table` whose `foreign` column equals this row's `column`, and whose `far` compares with this row's `own` by `op`.
   */
  | {
      readonly op: 'beside';
      readonly table: string;
      readonly foreign: string;
      readonly column: string;
      readonly far: string;
      readonly comparison: Comparison;
      readonly own: string;
    }
  /** This row has one of the ids, or is below such a row by `parent`, in a tree of rows of `table`. */
  | {
      readonly op: 'descendantOf';
      readonly table: string;
      readonly parent: string;
      readonly ids: readonly Stored[];
    };

/** The rows that a person may access: none, all, or those that meet a condition. Never null. */
export type RowScope = 'none' | 'all' | Condition;

export const never: Condition = { op: 'or', of: [] };
export const always: Condition = { op: 'and', of: [] };

export function eq(column: string, value: string | number): Condition {
  return { op: 'eq', column, value };
}

export function and(...of: readonly Condition[]): Condition {
  const real = of.filter((one) => !(one.op === 'and' && one.of.length === 0));
  return real.length === 1 && real[0] ? real[0] : { op: 'and', of: real };
}

export function or(...of: readonly Condition[]): Condition {
  return of.length === 1 && of[0] ? of[0] : { op: 'or', of };
}

/** The tables that a condition reads, beside the table of its rows. */
export function tablesIn(condition: Condition): readonly string[] {
  switch (condition.op) {
    case 'exists':
      return [condition.table, ...tablesIn(condition.where)];
    case 'beside':
    case 'descendantOf':
      return [condition.table];
    case 'and':
    case 'or':
      return condition.of.flatMap(tablesIn);
    case 'not':
      return tablesIn(condition.of);
    default:
      return [];
  }
}

/** A scope as a condition, to combine it with others. */
export function conditionOf(reach: RowScope): Condition {
  if (reach === 'none') return never;
  return reach === 'all' ? always : reach;
}
