/** A user's layout of a list: its columns, and its page size. The address takes precedence over stored values. */
import { keep, keyOf, useKept } from '../service/kept.ts';
import type { Resource } from '../service/metadata.ts';
import { currentSite } from '../service/session.ts';
import { pageSizes } from './address.ts';
import { cardFields, chosenColumns, usualColumns } from './columns.ts';
import { changeList } from './going.ts';

export interface Layout {
  readonly columns: readonly string[];
  /** Fields of a card. */
  readonly card: ReturnType<typeof cardFields>;
  readonly perPage: number;
  /** Null for the default ones. */
  chooseColumns(columns: readonly string[] | null): void;
  choosePageSize(size: number): void;
}

interface KeptLayout {
  readonly columns?: unknown;
  readonly size?: unknown;
}

const isLayout = (kept: unknown): kept is KeptLayout => typeof kept === 'object' && kept !== null;

export function useLayout(resource: Resource, query: URLSearchParams): Layout {
  const key = keyOf('list', resource.path);
  const found = useKept(key);
  const kept = isLayout(found) ? found : {};
  const isAcrossSites = currentSite()?.is_headquarters ?? false;
  const [usualSize = 25] = pageSizes;
  const asked = Number(query.get('per_page') ?? kept.size);
  return {
    columns:
      chosenColumns(resource, query.get('columns')) ??
      chosenColumns(resource, kept.columns) ??
      usualColumns(resource, isAcrossSites),
    card: cardFields(resource, isAcrossSites),
    perPage: Number.isInteger(asked) && asked > 0 ? asked : usualSize,
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
