/** Orders as they are written. */

import type { Sql } from './condition.ts';

export interface SortTerm {
  readonly field: string;
  readonly descending: boolean;
}

/** `-created_at,name` → its keys; the syntax of both a definition's default and a query's `sort`. */
export function parseSort(text: string): SortTerm[] {
  return text
    .split(',')
    .map((part) =>
      part.startsWith('-') ? { field: part.slice(1), descending: true } : { field: part, descending: false },
    );
}

/** What rows are put in order by: a column of theirs, with `from` of the row that one of theirs refers to, or a number that is computed. */
export interface SortColumn {
  readonly column: string;
  /** On the rows of a list; never null. */
  readonly computed?: Sql;
  readonly from?: { readonly table: string; readonly column: string; readonly reference: string };
}

interface Sorted {
  readonly sorts: ReadonlyMap<string, unknown>;
  readonly furtherSorts: ReadonlyMap<string, unknown>;
  readonly computedSorts: ReadonlyMap<string, unknown>;
}

/** All that a list can be put in order by: what its definition declares, and what every list has. */
export const sortNames = (resource: Sorted): string[] => [
  ...declaredSorts(resource),
  ...resource.furtherSorts.keys(),
];

export const declaredSorts = ({ sorts, computedSorts }: Omit<Sorted, 'furtherSorts'>): string[] => [
  ...sorts.keys(),
  ...computedSorts.keys(),
];
