/** What rows are called that a filter names by their ids. */
import { withQuery } from '../../service/call.ts';
import {
  type Filter,
  fieldOf,
  may,
  nameOf,
  type Page,
  type Resource,
  type Row,
  rowsUnder,
} from '../../service/metadata.ts';
import { queries, useQuery } from '../../service/queries.ts';
import { present, resourceAt } from '../../service/session.ts';

/** Names change seldom. */
const staleMs = 300_000;

/**
 * Rows by their ids, as far as they are known: out of what is listed, which has them where the filter is a field of the
 * row, else asked for.
 * @param listed null while the list is not there yet
 */
export function useNamed(
  resource: Resource,
  filter: Filter,
  ids: readonly string[],
  listed: readonly Row[] | null,
): readonly Row[] {
  const wanted = filter.reference ? ids.filter((id) => id !== 'null') : [];
  const known = knownRows(resource, filter, listed ?? []);
  const found = wanted.flatMap((id) => known.find((row) => String(row.id) === id) ?? []);
  const isMissing = listed !== null && found.length < wanted.length;
  const { data } = useQuery<Page>(isMissing ? addressOfNames(filter, wanted) : null, { staleTime: staleMs });
  const asked = data?.body.data ?? [];
  return wanted.flatMap(
    (id) =>
      found.find((row) => String(row.id) === id) ?? asked.find((row) => String(row.id) === id) ?? unknown(id),
  );
}

/** A row of which nothing but its number can be told. */
const unknown = (id: string): Row => ({ id: Number(id) });

function knownRows(resource: Resource, filter: Filter, listed: readonly Row[]): readonly Row[] {
  const reference = fieldOf(resource, filter.name)?.reference;
  const under = reference ? listed.flatMap((row) => rowsUnder(row, reference.embed)) : [];
  return filter.name === 'site_id' ? [...under, ...present().user.sites] : under;
}

/** The list of what is referred to has every row; whoever may not see it asks what the filter offers. */
function addressOfNames({ reference }: Filter, ids: readonly string[]): string | null {
  if (!reference || ids.length === 0) return null;
  const query = { id: ids.join(','), per_page: 100 };
  const target = resourceAt(reference.resource);
  if (!target || !may(target, 'list')) return withQuery(reference.options_url, query);
  return withQuery(`/${target.path}`, { ...query, fields: `id,${reference.display}` });
}

/** Keeps names of rows that somebody picked, which need not be asked for again. */
export function keepNames(filter: Filter, rows: readonly Row[]): void {
  const address = addressOfNames(
    filter,
    rows.map(({ id }) => String(id)),
  );
  if (address !== null) queries.setQueryData([address], { body: { data: rows }, etag: null });
}

/** What a row is called in a chip. */
export const calledBy = ({ reference }: Filter, row: Row): string =>
  nameOf(row, reference?.display ?? 'name');
