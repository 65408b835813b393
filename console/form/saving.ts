/** Saving what a form holds: once, whatever becomes of the answer, and never over what somebody else has saved meanwhile. */
import { call } from '../service/call.ts';
import { Refusal, Unreachable } from '../service/failure.ts';
import type { Field, Resource, Row } from '../service/metadata.ts';
import { idempotencyKey, send } from '../service/queries.ts';
import { isSame, storedValue, type Values } from './values/values.ts';

interface Told {
  readonly data: Row;
}

/** Somebody else has changed the row: this is what it is now. */
export class Stale extends Error {
  constructor(
    readonly row: Row,
    readonly etag: string | null,
  ) {
    super();
  }
}

/** Somebody has deleted the row, or it is no longer to be seen. */
export class Gone extends Error {}

/** What has been sent of a new row. */
interface Attempt {
  key: string;
  /** Bodies of which it is not known whether they arrived. */
  unanswered: Values[];
}

export const newAttempt = (key = idempotencyKey()): Attempt => ({ key, unanswered: [] });

/**
 * Creates a row, exactly one however often it is tried.
 * @throws Refusal, Unreachable
 */
async function saveNew({ path, fields }: Resource, body: Values, attempt: Attempt): Promise<Row> {
  const post = async (given: Values) => {
    const headers = { 'Idempotency-Key': attempt.key };
    return (await send<Told>(`/${path}`, { method: 'POST', body: given, headers })).body.data;
  };
  try {
    return await post(body);
  } catch (error) {
    if (error instanceof Unreachable) attempt.unanswered.push(body);
    if (!isUsedKey(error)) throw error;
    // One of those whose answer was lost has arrived: its answer comes again, and what was changed since goes after it.
    for (const before of attempt.unanswered) {
      const row = await post(before).catch((refused: unknown) => {
        if (isUsedKey(refused)) return null;
        throw refused;
      });
      if (!row) continue;
      const later = differenceOf(fields, before, body);
      return Object.keys(later).length === 0 ? row : await change(`/${path}/${row.id}`, later, null);
    }
    attempt.key = idempotencyKey();
    throw error;
  }
}

/**
 * Creates a row for each body, all of them or none, and each once however often it is tried.
 * @throws Refusal, with the index of the body that was refused; Unreachable
 */
export async function saveAll(
  resource: Resource,
  bodies: readonly Values[],
  attempt: Attempt,
): Promise<readonly Row[]> {
  const [first = {}, ...others] = bodies;
  if (others.length === 0) return [await saveNew(resource, first, attempt)];
  const operations = bodies.map((body) => ({ method: 'POST', path: `/${resource.path}`, body }));
  try {
    const headers = { 'Idempotency-Key': attempt.key };
    const answer = await send<{ data: readonly { body: Told }[] }>('/batch', {
      ...{ method: 'POST', body: { operations }, headers },
    });
    return answer.body.data.map(({ body }) => body.data);
  } catch (error) {
    if (isUsedKey(error)) attempt.key = idempotencyKey();
    throw error;
  }
}

/** Whether the key of a request has been used for another one. */
export const isUsedKey = (error: unknown): boolean =>
  error instanceof Refusal && error.status === 422 && 'Idempotency-Key' in error.errors;

function differenceOf(fields: readonly Field[], before: Values, after: Values): Values {
  const other = fields.filter((field) => !isSame(field, before[field.name], after[field.name]));
  return Object.fromEntries(other.map(({ name }) => [name, after[name] ?? null]));
}

/**
 * Changes a row.
 * @param etag the version that the change was made for; null changes whatever is there
 * @throws Stale, Gone, Refusal, Unreachable
 */
export async function saveChange(
  { path, fields }: Resource,
  id: number,
  body: Values,
  etag: string | null,
): Promise<Row> {
  try {
    return await change(`/${path}/${id}`, body, etag);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 404) throw new Gone();
    if (error.status !== 412) throw error;
    const now = await call<Told>(`/${path}/${id}?with=can`).catch((refused: unknown) => {
      throw refused instanceof Refusal && refused.status === 404 ? new Gone() : refused;
    });
    // It may be this very change, whose answer was lost.
    if (holdsAll(now.body.data, body, fields)) return now.body.data;
    throw new Stale(now.body.data, now.etag);
  }
}

function holdsAll(row: Row, body: Values, fields: readonly Field[]): boolean {
  return Object.entries(body).every(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    return field !== undefined && !field.write_only && isStored(field, row, value);
  });
}

function isStored(field: Field, row: Row, value: unknown): boolean {
  // The service trims texts.
  return isSame(field, storedValue(field, row), typeof value === 'string' ? value.trim() : value);
}

async function change(path: string, body: Values, etag: string | null): Promise<Row> {
  const headers = etag === null ? {} : { 'If-Match': etag };
  return (await send<Told>(path, { method: 'PATCH', body, headers })).body.data;
}
