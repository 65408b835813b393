/** Columns derived from others of their row: folded copies of texts, for sorts and searches, and positions of marks. */
import { type Stored, searchText, sortKey } from '../values.ts';
import type { Resource } from './resource.ts';

/** All derived columns of a row's own table. */
export function followingColumns(
  resource: Resource,
  row: Readonly<Record<string, unknown>>,
  wanted: (name: string) => boolean,
): Record<string, Stored> {
  const columns = foldedColumns(resource, row, wanted);
  for (const { declared } of resource.atMostOne) {
    if (wanted(declared.field)) columns[declared.slot] = row[declared.field] ? 1 : null;
  }
  return columns;
}

/** The folded copies of a row's texts. */
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

/** The folded text of all search fields. */
function textToSearch(resource: Resource, row: Readonly<Record<string, unknown>>): string {
  const values = (resource.search?.own ?? []).map((name) => row[name]);
  return searchText(values.filter((value) => typeof value === 'string'));
}
