/** The syntax of sort orders. */

import type { Sql } from './condition.ts';

export interface SortTerm {
  readonly field: string;
  readonly descending: boolean;
}

/** `-created_at,name` → its keys. The syntax of a definition's default and of a query's `sort`. */
export function parseSort(text: string): SortTerm[] {
  return text
    .split(',')
    .map((part) =>
      part.startsWith('-') ? { field: part.slice(1), descending: true } : { field: part, descending: false },
    );
}

/** A column to sort by: of the row, of a referenced row (`from`), or a computed number. */
export interface SortColumn {
  readonly column: string;
  /** For the rows of a list; never null. */
  readonly computed?: Sql;
  readonly from?: { readonly table: string; readonly column: string; readonly reference: string };
}

interface Sorted {
  readonly sorts: ReadonlyMap<string, unknown>;
  readonly furtherSorts: ReadonlyMap<string, unknown>;
  readonly computedSorts: ReadonlyMap<string, unknown>;
}

/** Everything that a list can be sorted by: the sort fields of its definition, and those of every list. */
export const sortNames = (resource: Sorted): string[] => [
  ...declaredSorts(resource),
  ...resource.furtherSorts.keys(),
];

export const declaredSorts = ({ sorts, computedSorts }: Omit<Sorted, 'furtherSorts'>): string[] => [
  ...sorts.keys(),
  ...computedSorts.keys(),
];
