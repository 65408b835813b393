/** Saves a form exactly once, even if an answer is lost, and never overwrites changes of another user. */
import { call } from '../service/call.ts';
import { Refusal, Unreachable } from '../service/failure.ts';
import type { Field, Resource, Row } from '../service/metadata.ts';
import { idempotencyKey, send } from '../service/queries.ts';
import { sendRow } from '../service/seen/send-row.ts';
import { holdsValue, isSame, type Values } from './values/values.ts';

interface Told {
  readonly data: Row;
}

/** Another user has changed the row: this is its present state. */
export class Stale extends Error {
  constructor(
    readonly row: Row,
    readonly etag: string | null,
  ) {
    super();
  }
}

/** The row was deleted, or is no longer visible. */
export class Gone extends Error {}

/** The state of sending a new row. */
interface Attempt {
  key: string;
  /** Bodies that may or may not have arrived. */
  unanswered: Values[];
}

export const newAttempt = (key = idempotencyKey()): Attempt => ({ key, unanswered: [] });

/**
 * Creates exactly one row in any number of attempts.
 * @param seen the rows that it refers to: with them it may wait for a network
 * @throws Refusal, Unreachable
 */
async function saveNew({ path, fields }: Resource, body: Values, attempt: Attempt, seen?: Row): Promise<Row> {
  const post = async (given: Values) => {
    const headers = { 'Idempotency-Key': attempt.key };
    const call = { method: 'POST', body: given, headers, ...(seen && { seen }) } as const;
    return (await sendRow(`/${path}`, call)).body.data;
  };
  try {
    return await post(body);
  } catch (error) {
    if (error instanceof Unreachable) attempt.unanswered.push(body);
    if (!isUsedKey(error)) throw error;
    // If one of the unanswered bodies has arrived, its answer is repeated, and later changes are sent after it.
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
 * Creates a row for each body, all or none, and each exactly once in any number of attempts.
 * @throws Refusal, with the index of the refused body; Unreachable
 */
export async function saveAll(
  resource: Resource,
  bodies: readonly Values[],
  attempt: Attempt,
  seen?: Row,
): Promise<readonly Row[]> {
  const [first = {}, ...others] = bodies;
  if (others.length === 0) return [await saveNew(resource, first, attempt, seen)];
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
 * @param seen the row as the form was opened with it
 * @param etag the version that the change was made for; null overwrites any version
 * @throws Stale, Gone, Refusal, Unreachable
 */
export async function saveChange(
  { path, fields }: Resource,
  seen: Row,
  body: Values,
  etag: string | null,
): Promise<Row> {
  const { id } = seen;
  try {
    return await change(`/${path}/${id}`, body, etag, seen);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 404) throw new Gone();
    if (error.status !== 412) throw error;
    const now = await call<Told>(`/${path}/${id}?with=can`).catch((refused: unknown) => {
      throw refused instanceof Refusal && refused.status === 404 ? new Gone() : refused;
    });
    // It may be this change itself, whose answer was lost.
    if (holdsAll(now.body.data, body, fields)) return now.body.data;
    throw new Stale(now.body.data, now.etag);
  }
}

function holdsAll(row: Row, body: Values, fields: readonly Field[]): boolean {
  return Object.entries(body).every(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    return field !== undefined && !field.write_only && holdsValue(field, row, value);
  });
}

async function change(path: string, body: Values, etag: string | null, seen?: Row): Promise<Row> {
  const headers = etag === null ? {} : { 'If-Match': etag };
  return (await sendRow(path, { method: 'PATCH', body, headers, ...(seen && { seen }) })).body.data;
}
