/** The rows whose ids are in the filters of a list. */
import type { Filter, Resource } from '../metadata.ts';

/** Filters and search, in the form of the service. */
export type Asked = Readonly<Record<string, string>>;

/** The ids in a value of a filter. */
export const idsOf = (value: string): string[] => value.split(',').filter((one) => /^\d+$/.test(one));

/** The ids of a filter, with any operator. */
const idsAsked = ({ name }: Filter, asked: Asked): string[] =>
  Object.entries(asked).flatMap(([key, value]) =>
    key === name || key.startsWith(`${name}[`) ? idsOf(value) : [],
  );

/** Filters with row ids, each with these ids. */
export const namingFilters = (
  { filters }: Resource,
  asked: Asked,
): { name: string; named: NonNullable<Filter['reference']>; ids: string[] }[] =>
  filters.flatMap((filter) => {
    const { name, reference: named } = filter;
    const ids = named ? idsAsked(filter, asked) : [];
    return named && ids.length > 0 ? [{ name, named, ids }] : [];
  });

/** The `with` parameter of a list, so that its filters can be shown as text. */
export const namesAsked = (resource: Resource, asked: Asked): readonly 'filters'[] =>
  namingFilters(resource, asked).length > 0 ? ['filters'] : [];
