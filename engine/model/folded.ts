/** The folded copies of texts that stand beside them: keys to sort by, and what `search` looks through. */
import { type Stored, searchText, sortKey } from '../values.ts';
import type { Resource } from './resource.ts';

/** The folded copies that follow from the texts of a row. */
export function foldedColumns(
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
  wanted: (name: string) => boolean,
): Record<string, Stored> {
  const columns: Record<string, Stored> = {};
  for (const name of resource.keyed) {
    const value = row[name];
    if (wanted(name)) columns[`${name}_key`] = typeof value === 'string' ? sortKey(value) : null;
  }
  if (resource.search?.own.some((name) => wanted(name))) columns.search_text = textToSearch(resource, row);
  return columns;
}

/** Everything `search` looks through, folded. */
function textToSearch(resource: Resource, row: Readonly<Record<string, unknown>>): string {
  const values = (resource.search?.own ?? []).map((name) => row[name]);
  return searchText(values.filter((value) => typeof value === 'string'));
}
