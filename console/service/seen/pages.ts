/** Reads whole lists, page by page, for what is taken along. */
import { call, withQuery } from '../call.ts';
import type { Page, Resource, Row } from '../metadata.ts';

const pageSize = 100;

/** Ids for filters: without duplicates, in pieces of a page's size. */
export function piecesOf(ids: readonly number[]): string[] {
  const all = [...new Set(ids)];
  return Array.from({ length: Math.ceil(all.length / pageSize) }, (_, at) =>
    all.slice(at * pageSize, (at + 1) * pageSize).join(),
  );
}

/**
 * The rows of a list, in its order.
 * @param most rows, in whole pages
 * @throws Refusal, Unreachable
 */
export async function readRows(
  { path }: Pick<Resource, 'path'>,
  query: Readonly<Record<string, string>>,
  most: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const asked = { ...query, per_page: pageSize, page, with: 'can,etag' };
    const { body } = await call<Page>(withQuery(`/${path}`, asked));
    last = Math.min(body.meta.last_page, most / pageSize);
    rows.push(...body.data);
  }
  return rows;
}
