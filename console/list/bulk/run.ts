/** Changes many rows in hundreds, each hundred completely or not at all, until the user stops it or a row is refused. */
import { call, withQuery } from '../../service/call.ts';
import { Refusal } from '../../service/failure.ts';
import { fieldOf, type Page, type Resource, type Row } from '../../service/metadata.ts';
import { idempotencyKey, refresh, send } from '../../service/queries.ts';
import type { Refused } from '../rows/selection.ts';
import { type BatchOperation, type Deed, isOfPresent, operationsOf } from './possible.ts';

/** The maximum of one request. */
export const hundred = 100;
/** The number of refused rows of a hundred after which no further ones are searched. */
const mostRefused = 20;

interface Work {
  readonly resource: Resource;
  readonly rows: readonly Row[];
  readonly deed: Deed;
  /** Idempotency keys of sent requests, so that a retry is done once. */
  readonly keys: Map<string, string>;
  isStopped(): boolean;
  /** Called after each hundred. */
  onDone(rows: readonly Row[]): void;
}

/**
 * @returns the refused rows of the last hundred; empty if there are none
 * @throws Refusal of no row, Unreachable
 */
export async function runBulk({ resource, rows, deed, keys, isStopped, onDone }: Work): Promise<Refused> {
  for (let at = 0; at < rows.length && !isStopped(); at += hundred) {
    const some = rows.slice(at, at + hundred);
    const present = isOfPresent(deed) ? await readFresh(resource, some, deed.name) : some;
    const operations = operationsOf(resource, present, deed);
    const text = JSON.stringify(operations);
    const key = keys.get(text) ?? idempotencyKey();
    keys.set(text, key);
    try {
      await send('/batch', { method: 'POST', body: { operations }, headers: { 'Idempotency-Key': key } });
    } catch (error) {
      if (rowAt(error, some) === undefined) throw error;
      const refused = await allRefused(resource, some, operations, error);
      // Earlier answers may be outdated by now.
      refresh();
      return refused;
    }
    onDone(some);
  }
  return new Map();
}

/** Reads the present rows with a field's value, so that values of other users are not lost. */
async function readFresh({ path }: Resource, rows: readonly Row[], name: string): Promise<readonly Row[]> {
  const asked = {
    id: rows.map(({ id }) => id).join(','),
    fields: `id,${name}`,
    with: 'etag',
    per_page: hundred,
  };
  const { data } = (await call<Page>(withQuery(`/${path}`, asked))).body;
  return rows.map((row) => data.find(({ id }) => id === row.id) ?? { id: row.id });
}

function rowAt(error: unknown, rows: readonly Row[]): Row | undefined {
  return error instanceof Refusal && error.index !== null ? rows[error.index] : undefined;
}

/** Finds further refused rows by dry runs without the known ones. */
async function allRefused(
  resource: Resource,
  rows: readonly Row[],
  operations: readonly BatchOperation[],
  first: unknown,
): Promise<Refused> {
  const refused = new Map<number, string>();
  let left = rows.map((row, index) => ({ row, operation: operations[index] }));
  let error = first;
  while (error instanceof Refusal) {
    const row = rowAt(
      error,
      left.map((one) => one.row),
    );
    if (!row) break;
    refused.set(row.id, refusalText(resource, error));
    left = left.filter((one) => one.row !== row);
    if (left.length === 0 || refused.size === mostRefused) break;
    const body = { operations: left.map(({ operation }) => operation) };
    error = await call('/batch', { method: 'POST', body, headers: { Prefer: 'dry-run' } }).then(
      () => null,
      (refusal: unknown) => refusal,
    );
  }
  return refused;
}

/** All errors of the row, each under the label of its field. */
function refusalText(resource: Resource, { message, errors }: Refusal): string {
  const told = Object.entries(errors).map(([name, messages]) => {
    const label = fieldOf(resource, name)?.label;
    return `${label === undefined ? '' : `${label}: `}${messages.join(' ')}`;
  });
  return told.length > 0 ? told.join(' ') : message;
}

/** All rows of a list's filters and search, page by page. @param onRead receives the number so far */
export async function readFound(
  { path, display, states }: Resource,
  query: Readonly<Record<string, string>>,
  onRead: (count: number) => void,
): Promise<Row[]> {
  const fields = ['id', display, states?.field].filter(Boolean).join(',');
  const found = new Map<number, Row>();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const asked = { ...query, fields, with: 'can,etag', sort: 'id', per_page: hundred, page };
    const { data, meta } = (await call<Page>(withQuery(`/${path}`, asked))).body;
    for (const row of data) found.set(row.id, row);
    last = meta.last_page;
    onRead(found.size);
  }
  return [...found.values()];
}
