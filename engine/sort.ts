/** Orders as they are written. */

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

/** What rows are put in order by: a column of theirs, or with `from` of the row that one of theirs refers to. */
export interface SortColumn {
  readonly column: string;
  readonly from?: { readonly table: string; readonly column: string; readonly reference: string };
}

interface Sorted {
  readonly sorts: ReadonlyMap<string, unknown>;
  readonly furtherSorts: ReadonlyMap<string, SortColumn>;
}

/** All that a list can be put in order by. */
export const sortNames = ({ sorts, furtherSorts }: Sorted): string[] => [
  ...sorts.keys(),
  ...furtherSorts.keys(),
];
