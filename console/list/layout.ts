/** A user's layout of a list: its columns, and its page size. The address takes precedence over stored values. */
import { keyOf } from '../service/first/read-kept.ts';
import { keep, useKept } from '../service/kept.ts';
import type { Resource } from '../service/metadata.ts';
import { currentSite } from '../service/session.ts';
import { chosenColumns } from './columns.ts';
import { changeList } from './going.ts';
import { cardFields, layoutIn, perPageOf, usualColumns } from './request.ts';

export interface Layout {
  readonly columns: readonly string[];
  /** Fields of a card. */
  readonly card: ReturnType<typeof cardFields>;
  readonly perPage: number;
  /** Null for the default ones. */
  chooseColumns(columns: readonly string[] | null): void;
  choosePageSize(size: number): void;
}

export function useLayout(resource: Resource, query: URLSearchParams): Layout {
  const key = keyOf('list', resource.path);
  const kept = layoutIn(useKept(key));
  const isAcrossSites = currentSite()?.is_headquarters ?? false;
  return {
    columns:
      chosenColumns(resource, query.get('columns')) ??
      chosenColumns(resource, kept.columns) ??
      usualColumns(resource, isAcrossSites),
    card: cardFields(resource, isAcrossSites),
    perPage: perPageOf(query, kept),
    chooseColumns: (columns) => {
      keep(key, { ...kept, columns: columns ?? undefined });
      changeList({ columns: columns === null ? null : columns.join(',') }, true);
    },
    choosePageSize: (size) => {
      keep(key, { ...kept, size });
      changeList({ per_page: String(size) });
    },
  };
}
