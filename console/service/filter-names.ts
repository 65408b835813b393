/** What rows are called that filters name by their ids: lists tell it beside their rows, where they are asked for it. */
import { useEffect } from 'preact/hooks';
import { type Filter, nameOf, type Page, type Resource, type Row } from './metadata.ts';
import { present } from './session.ts';
import { createStore, useStore } from './store.ts';

/** Filters and search as the service takes them. */
type Asked = Readonly<Record<string, string>>;

/** Rows by who has seen them, what they are rows of, and their ids. One that nothing is told of has its id alone. */
const known = createStore<ReadonlyMap<string, Row>>(new Map());

const keyOf = ({ reference }: Filter, id: number | string): string =>
  `${present().user.id} ${reference?.resource} ${id}`;

/** The ids that a value of a filter names. */
const idsOf = (value: string | undefined): string[] =>
  (value ?? '').split(',').filter((one) => one !== '' && one !== 'null');

/** Filters by which rows are named. */
const namingFilters = ({ filters }: Resource, asked: Asked): Filter[] =>
  filters.filter(({ name, reference }) => reference && idsOf(asked[name]).length > 0);

/** What a list is to be asked beside its rows (`with`) so that what it is filtered by can be told in words. */
export const namesAsked = (resource: Resource, asked: Asked): readonly 'filters'[] =>
  namingFilters(resource, asked).length > 0 ? ['filters'] : [];

/** Keeps what a page tells of the rows that it is filtered by. Null while another one stands in its place. */
export function useFilterNames(resource: Resource, asked: Asked, page: Page | null | undefined): void {
  useEffect(() => {
    const told = page?.filters;
    if (!told) return;
    keep(
      namingFilters(resource, asked).flatMap((filter) => {
        const rows = told[filter.name] ?? [];
        // Of what is not there, or not to be seen, the number is all that can be told.
        const others = idsOf(asked[filter.name]).filter((id) => !rows.some((row) => String(row.id) === id));
        return [...rows, ...others.map((id) => ({ id: Number(id) }))].map((row) => [filter, row] as const);
      }),
    );
  }, [page]);
}

/** Keeps rows that somebody picked, of which nothing need be asked. */
export const keepPicked = (filter: Filter, rows: readonly Row[]): void =>
  keep(rows.map((row) => [filter, row]));

function keep(rows: readonly (readonly [Filter, Row])[]): void {
  known.set(new Map([...known.get(), ...rows.map(([filter, row]) => [keyOf(filter, row.id), row] as const)]));
}

/** The rows that a filter names, as far as they are known. */
export function useNamed(filter: Filter, values: readonly string[]): readonly Row[] {
  const rows = useStore(known);
  if (!filter.reference) return [];
  return idsOf(values.join(',')).map((id) => rows.get(keyOf(filter, id)) ?? { id: Number(id) });
}

/** What a row is called in a chip. */
export const calledBy = ({ reference }: Filter, row: Row): string =>
  nameOf(row, reference?.display ?? 'name');
