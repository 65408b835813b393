/** What rows are called that filters name by their ids: lists tell it beside their rows, where they are asked for it. */
import { useEffect } from 'preact/hooks';
import { type Filter, nameOf, type Page, type Resource, type Row } from './metadata.ts';
import { keepNames, type Named, useKnown } from './names.ts';

/** Filters and search as the service takes them. */
type Asked = Readonly<Record<string, string>>;

/** The ids that a value of a filter names. */
const idsOf = (value: string): string[] => value.split(',').filter((one) => /^\d+$/.test(one));

/** The ids that a filter names, by whichever operator. */
const idsAsked = ({ name }: Filter, asked: Asked): string[] =>
  Object.entries(asked).flatMap(([key, value]) =>
    key === name || key.startsWith(`${name}[`) ? idsOf(value) : [],
  );

/** Filters by which rows are named, each with what it names. */
const namingFilters = (
  { filters }: Resource,
  asked: Asked,
): { name: string; named: Named; ids: string[] }[] =>
  filters.flatMap((filter) => {
    const { name, reference: named } = filter;
    const ids = named ? idsAsked(filter, asked) : [];
    return named && ids.length > 0 ? [{ name, named, ids }] : [];
  });

/** What a list is to be asked beside its rows (`with`) so that what it is filtered by can be told in words. */
export const namesAsked = (resource: Resource, asked: Asked): readonly 'filters'[] =>
  namingFilters(resource, asked).length > 0 ? ['filters'] : [];

/** Keeps what a page tells of the rows that it is filtered by. Null while another one stands in its place. */
export function useFilterNames(resource: Resource, asked: Asked, page: Page | null | undefined): void {
  useEffect(() => {
    const told = page?.filters;
    if (!told) return;
    keepNames(
      namingFilters(resource, asked).flatMap(({ name, named, ids }) => {
        const rows = new Map(told[name]?.map((row) => [String(row.id), row]));
        // Of what is not there, or not to be seen, the number is all that can be told.
        return ids.map((id) => [named, rows.get(id) ?? { id: Number(id) }] as const);
      }),
    );
  }, [page]);
}

/** Keeps rows that somebody picked, of which nothing need be asked. */
export function keepPicked({ reference }: Filter, rows: readonly Row[]): void {
  if (reference) keepNames(rows.map((row) => [reference, row]));
}

/** The rows that a filter names, as far as they are known. */
export const useNamed = ({ reference }: Filter, values: readonly string[]): readonly Row[] =>
  useKnown(reference, idsOf(values.join(',')));

/** What a row is called in a chip. */
export const calledBy = ({ reference }: Filter, row: Row): string =>
  nameOf(row, reference?.display ?? 'name');
