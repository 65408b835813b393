/** Loads what hangs on the rows that are taken along: their comments, the lists of their files, and small pictures of these. */
import type { Resource, Row } from '../metadata.ts';
import type { Present } from '../session.ts';
import { filledPath, type HungKind, hungCount, hungKinds, hungPath, shownOf } from './hung.ts';
import { piecesOf, readRows } from './pages.ts';
import { type SmallPicture, smallOf } from './pictures.ts';
import { rememberAnswer } from './seen.ts';

/** Rows of a list with something on them, and what hangs on them of a kind, at most. */
const mostHolding = 200;
const mostHung = 1000;

/**
 * Stores what hangs on some rows, as the pages of these ask for it.
 * @param isHere whether the user is still there
 * @returns the pictures among it
 * @throws Refusal, Unreachable
 */
export async function takeHung(
  present: Present,
  resource: Resource,
  rows: readonly Row[],
  isHere: () => boolean,
): Promise<SmallPicture[]> {
  const pictures: SmallPicture[] = [];
  for (const kind of hungKinds(present, resource)) {
    const holding = rows.filter((row) => hungCount(kind, row) > 0).slice(0, mostHolding);
    const found: Row[] = [];
    for (const ids of piecesOf(holding.map(({ id }) => id)))
      found.push(...(await readRows(kind.hung, queryOf(kind, resource, ids), mostHung)));
    for (const row of holding) {
      const list = hungList(kind, resource, row, found);
      if (!list) continue;
      if (!isHere()) return pictures;
      await rememberAnswer(present.user, [list.path], { body: list.body, etag: null });
      pictures.push(...picturesOf(list.body.data, `/${resource.path}/${row.id}`));
    }
  }
  return pictures;
}

/** The filters of a list of what hangs on rows. @param ids of the rows, in a text */
function queryOf({ listUrl }: HungKind, resource: Resource, ids: string): Record<string, string> {
  const [, query = ''] = filledPath(listUrl, resource, ids).split('?');
  return Object.fromEntries(new URLSearchParams(query));
}

/**
 * What hangs on a row, as its page asks for it.
 * @param found what hangs on it and others
 * @returns null where nothing is known of it
 */
export function hungList(kind: HungKind, resource: Resource, row: Row, found: readonly Row[]) {
  const place = Object.entries(queryOf(kind, resource, String(row.id)));
  const own = found.filter((one) => place.every(([name, value]) => String(one[name]) === value));
  if (own.length === 0) return null;
  const data = own.slice(0, shownOf(kind));
  const total = Math.max(hungCount(kind, row), own.length);
  const last = Math.ceil(total / shownOf(kind));
  const meta = { current_page: 1, from: 1, to: data.length, last_page: last, total };
  return { path: hungPath(filledPath(kind.listUrl, resource, row.id), kind), body: { data, meta } };
}

const picturesOf = (files: readonly Row[], of: string): SmallPicture[] =>
  files.flatMap((file) => {
    const address = smallOf(file);
    return address === null ? [] : { asked: address, of };
  });
