/** Orders as they are written. */

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** `-created_at,name` → its keys; the syntax of both a definition's default and a query's `sort`. */
export function parseSort(text: string): SortKey[] {
  return text
    .split(',')
    .map((part) =>
      part.startsWith('-') ? { field: part.slice(1), descending: true } : { field: part, descending: false },
    );
}
