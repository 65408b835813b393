/** The shown rows of a related list: the first in its order, or those around the present moment. */
import { useState } from 'preact/hooks';
import { kindOf } from '../../kinds/kinds.tsx';
import { dayOf } from '../../parts/time/days.ts';
import { withQuery } from '../../service/call.ts';
import type { Page, Related, Resource, Row } from '../../service/metadata.ts';
import { useQuery } from '../../service/queries.ts';
import { isMadeList } from '../../service/seen/unsent.ts';
import { present } from '../../service/session.ts';

const shown = 8;
/** In a list from the present moment, this many past rows are shown. */
const passed = 3;

interface Asked {
  /** The rows in the list's order, or the future ones, the next first. */
  readonly first: string;
  /** The past ones, the latest first; null for a list that does not start at the present moment. */
  readonly past: string | null;
  /** The whole list, as an address of the console. */
  readonly all: string;
}

/** The requests of a list. @param now an instant, or a day, from which the list starts */
export function relatedPaths(list: Related, id: number, fields: string, now: string): Asked {
  const { resource, filter, sort, from } = list;
  const path = `/${resource}`;
  const query = { [filter]: id };
  const page = { ...query, per_page: shown, fields };
  if (from === undefined) {
    return {
      first: withQuery(path, { ...page, ...(sort !== undefined && { sort }) }),
      past: null,
      all: withQuery(path, { ...query, ...(sort !== undefined && { sort }) }),
    };
  }
  return {
    first: withQuery(path, { ...page, [`${from}[gte]`]: now, sort: from }),
    past: withQuery(path, { ...page, [`${from}[lt]`]: now, sort: `-${from}` }),
    all: withQuery(path, { ...query, sort: `-${from}` }),
  };
}

/** The shown rows of both: the next ones, then the latest past ones. */
export function joinHalves(next: readonly Row[], past: readonly Row[]): readonly Row[] {
  return [...next.slice(0, shown - Math.min(past.length, passed)), ...past].slice(0, shown);
}

interface RelatedRows {
  readonly rows: readonly Row[];
  /** The total; undefined until it is known. */
  readonly total: number | undefined;
  readonly isThere: boolean;
  readonly error: Error | null;
  readonly all: string;
  again(): void;
}

/** Requests the rows of a list. @param wanted false for one that is known to be empty */
export function useRelatedRows(
  list: Related,
  target: Resource | undefined,
  { id, fields, wanted }: RelatedQuestion,
): RelatedRows {
  const [now] = useState(() => `${new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)}:00.000Z`);
  const date = target?.filters.find(({ name }) => name === list.from);
  const isDay = date && kindOf(date).clock === 'day';
  const asked = relatedPaths(list, id, fields, isDay ? dayOf(now, present().meta.timezone) : now);
  const first = useQuery<Page>(wanted ? asked.first : null, { isMade: isMadeList });
  const past = useQuery<Page>(wanted ? asked.past : null, { isMade: isMadeList });
  const halves = asked.past === null ? [first] : [first, past];
  const pages = halves.flatMap(({ data }) => (data ? [data.body] : []));
  const isThere = pages.length === halves.length;
  return {
    rows: isThere ? joinHalves(pages[0]?.data ?? [], pages[1]?.data ?? []) : [],
    total: isThere ? pages.reduce((sum, { meta }) => sum + meta.total, 0) : undefined,
    isThere,
    error: first.error ?? past.error,
    all: asked.all,
    again: () => {
      for (const half of halves) void half.refetch();
    },
  };
}

interface RelatedQuestion {
  readonly id: number;
  readonly fields: string;
  readonly wanted: boolean;
}
