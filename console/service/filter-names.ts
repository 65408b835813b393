/** Names of the rows whose ids are in filters: lists return them beside their rows, if requested. */
import { useEffect } from 'preact/hooks';
import { type Asked, idsOf, namingFilters } from './first/filter-ids.ts';
import { type Filter, nameOf, type Page, type Resource, type Row } from './metadata.ts';
import { keepNames, useKnown } from './names.ts';

/** Stores the names that a page returns for its filters. Null while another page is shown in its place. */
export function useFilterNames(resource: Resource, asked: Asked, page: Page | null | undefined): void {
  useEffect(() => {
    const told = page?.filters;
    if (!told) return;
    keepNames(
      namingFilters(resource, asked).flatMap(({ name, named, ids }) => {
        const rows = new Map(told[name]?.map((row) => [String(row.id), row]));
        // Of deleted or invisible rows, only the id can be shown.
        return ids.map((id) => [named, rows.get(id) ?? { id: Number(id) }] as const);
      }),
    );
  }, [page]);
}

/** Stores rows that the user picked, whose names are known. */
export function keepPicked({ reference }: Filter, rows: readonly Row[]): void {
  if (reference) keepNames(rows.map((row) => [reference, row]));
}

/** The known rows of a filter. */
export const useNamed = ({ reference }: Filter, values: readonly string[]): readonly Row[] =>
  useKnown(reference, idsOf(values.join(',')));

/** The name of a row in a chip. */
export const calledBy = ({ reference }: Filter, row: Row): string =>
  nameOf(row, reference?.display ?? 'name');
