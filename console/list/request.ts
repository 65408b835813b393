/** The request of a list, made by its page, and before that by what is loaded first (`early.ts`). */
import { withQuery } from '../service/call.ts';
import { namesAsked } from '../service/first/filter-ids.ts';
import {
  cardNames,
  type Field,
  fieldOf,
  fieldsOf,
  neededFields,
  type Resource,
} from '../service/metadata.ts';
import { listQuery, type Mode, modeOf, pageSizes, rowsQuery } from './address.ts';

/** A user's stored layout of a list. */
export interface KeptLayout {
  readonly columns?: unknown;
  readonly size?: unknown;
}

const isLayout = (kept: unknown): kept is KeptLayout => typeof kept === 'object' && kept !== null;

/** @param found in the browser's storage: anything */
export const layoutIn = (found: unknown): KeptLayout => (isLayout(found) ? found : {});

/** The number of rows of a page. The address takes precedence over stored values. */
export function perPageOf(query: URLSearchParams, { size }: KeptLayout): number {
  const [usualSize = 25] = pageSizes;
  const asked = Number(query.get('per_page') ?? size);
  return Number.isInteger(asked) && asked > 0 ? asked : usualSize;
}

/** The view of rows; the list, if the resource lacks what another one needs. */
export function shownMode({ view }: Resource, query: URLSearchParams): Mode {
  const asked = modeOf(query);
  return asked === 'list' || view[asked] ? asked : 'list';
}

/** The default columns. If rows of several sites are listed together, the site is one of them. */
export function usualColumns(resource: Resource, isAcrossSites: boolean): string[] {
  const [first, ...others] = resource.view.columns.filter((name) => fieldOf(resource, name));
  const site = isAcrossSites && fieldOf(resource, 'site_id') ? ['site_id'] : [];
  return [...new Set([...(first === undefined ? [] : [first]), ...site, ...others])];
}

/** Fields of a card beside its name and its state. */
export function cardFields(resource: Resource, isAcrossSites: boolean): Field[] {
  const { view, display, states } = resource;
  const state = states?.field ?? view.board;
  const site = isAcrossSites ? ['site_id'] : [];
  const names = [...new Set([...cardNames(resource), ...site])].filter(
    (name) => name !== state && name !== display,
  );
  return fieldsOf(resource, names);
}

interface ListShown {
  readonly columns: readonly string[];
  readonly card: readonly Field[];
  readonly perPage: number;
  /** Whether there are cards instead of columns. */
  readonly isNarrow: boolean;
  readonly isChoosing: boolean;
}

/** The path with the query of a page of a list. */
export function pathOfList(
  resource: Resource,
  query: URLSearchParams,
  { columns, card, perPage, isNarrow, isChoosing }: ListShown,
): string {
  const state = resource.states?.field ?? resource.view.board;
  const onCard = [...card.map(({ name }) => name), ...(state === null ? [] : [state])];
  return withQuery(`/${resource.path}`, {
    per_page: perPage,
    ...listQuery(query),
    fields: neededFields(resource, isNarrow ? onCard : columns),
    with: [...(isChoosing ? ['can', 'etag'] : []), ...namesAsked(resource, rowsQuery(query))].join(','),
  });
}
